import type { Payout } from '@fettle/protocol/earnings/payouts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { newTicketPath } from '../../routing/new-ticket-path.ts'
import { longDay, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Facts } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { payoutQuery, cancelPayoutRequest } from './api.ts'
import { bankPath, scheduleLabel } from './labels.ts'

/** One payout: its status, and what to do when it failed. */
export function PayoutDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(payoutQuery(id))
  const { data: payout } = query
  return (
    <Dialog kind="panel" onClose={onClose} title={payout ? t`Payout of ${moneyText(payout.amount)}` : t`Payout`}>
      {payout ? (
        <Details payout={payout} />
      ) : query.isError ? (
        <LoadError title={t`We couldn't load this payout.`} query={query} />
      ) : (
        <SkeletonList rows={3} />
      )}
    </Dialog>
  )
}

function Details({ payout }: { payout: Payout }) {
  const isConnected = useConnection()
  const state = useRef<HTMLDivElement>(null)
  const cancelRequest = useMutation(cancelPayoutRequest(useQueryClient()))
  const { bank, failure, paidAt, externalReference, status } = payout
  const day = (at: string) => longDay(at, ownTimeZone())
  const isOpen = status === 'REQUESTED' || status === 'PROCESSING'
  return (
    <div className="grid gap-5">
      <div ref={state} tabIndex={-1} className="justify-self-start rounded-full">
        <MoneyChip state={status} payout />
      </div>
      {failure && (
        <Banner tone="danger" title={status === 'RETURNED' ? t`The bank returned it.` : t`Your bank rejected it.`}>
          {failure.message && <p>“{failure.message}”</p>}
          <p>{failure.fix}</p>
          <p>
            <Trans>The money is available again.</Trans>
          </p>
          <Link to={bankPath} className={buttonClass({ variant: 'secondary', size: 'sm', className: 'mt-3' })}>
            <Trans>Fix bank details</Trans>
          </Link>{' '}
          <Link
            to={newTicketPath({ category: 'PAYMENT_PAYOUT', about: `PAYOUT:${payout.id}` })}
            className={buttonClass({ variant: 'quiet', size: 'sm', className: 'mt-3' })}
          >
            <Trans>Ask for help</Trans>
          </Link>
        </Banner>
      )}
      <Facts
        items={[
          { label: <Trans>To</Trans>, value: `${bank.bankName} ····\u00A0${bank.last4}` },
          { label: <Trans>Account holder</Trans>, value: bank.accountName },
          { label: <Trans>Requested</Trans>, value: day(payout.requestedAt) },
          ...(paidAt ? [{ label: <Trans>Arrived</Trans>, value: day(paidAt) }] : []),
          ...(isOpen ? [{ label: <Trans>Expected by</Trans>, value: day(payout.expectedBy) }] : []),
          { label: <Trans>How often</Trans>, value: scheduleLabel(payout.schedule) },
          ...(externalReference ? [{ label: <Trans>Bank reference</Trans>, value: externalReference }] : []),
        ]}
      />
      {payout.allowedActions.includes('cancel') && (
        <div className="grid gap-2">
          <Button
            variant="secondary"
            busy={cancelRequest.isPending}
            disabled={!isConnected}
            onClick={() =>
              cancelRequest.mutate(payout.id, {
                onSuccess: () => {
                  toast.success(t`Payout cancelled`)
                  // The button disappears with its action: move the focus.
                  state.current?.focus()
                },
                onError: (error) => toast.error(errorText(error, t`We couldn't cancel the payout.`)),
              })
            }
          >
            <Trans>Cancel payout</Trans>
          </Button>
          <p className="text-sm text-text-muted">
            {isConnected ? (
              <Trans>You can cancel it until the bank has it.</Trans>
            ) : (
              <Trans>You need a connection to cancel it.</Trans>
            )}
          </p>
        </div>
      )}
    </div>
  )
}
