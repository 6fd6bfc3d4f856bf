import type { Payout, PayoutSchedule, PayoutTerms } from '@fettle/protocol/earnings/payouts'
import { payoutSchedules } from '@fettle/protocol/earnings/constants'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { percentInput } from '../../lib/format/amounts.ts'
import { dayName, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { StepUpCancelled, useStepUp } from '../../shared/step-up/use-step-up.tsx'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { PagedRows } from '../../shared/lists/paged-rows.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Skeleton, SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { chooseSchedule, payoutsQuery, termsQuery } from './api.ts'
import { PayoutDetails } from './payout-details.tsx'
import { PayoutDialog } from './payout-dialog.tsx'
import { isLeftOver, remedyFor, scheduleLabel } from './labels.ts'

/** Payouts: request, schedule and history. */
export function Payouts() {
  const terms = useQuery(termsQuery())
  const payouts = useInfiniteQuery(payoutsQuery())
  const [isRequesting, setRequesting] = useState(false)
  const [search, setSearch] = useSearchParams()
  const opened = search.get('payout')
  const show = (id: string | undefined) =>
    setSearch(id === undefined ? { tab: 'payouts' } : { tab: 'payouts', payout: id }, { replace: true })
  // Wait for all data, so that the layout does not shift.
  if (terms.isPending || payouts.isPending) {
    return (
      <div className="grid gap-6">
        <Skeleton className="h-36" />
        <SkeletonList rows={4} />
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      {terms.isError && !terms.data && <LoadError title={t`We couldn't load payouts.`} query={terms} />}
      {terms.data && <PayoutRequest terms={terms.data} onAsk={() => setRequesting(true)} />}
      {terms.data && <Schedule terms={terms.data} />}
      <List onOpen={show} />
      {terms.data && isRequesting && <PayoutDialog terms={terms.data} onClose={() => setRequesting(false)} />}
      {opened && <PayoutDetails id={opened} onClose={() => show(undefined)} />}
    </div>
  )
}

function PayoutRequest({ terms, onAsk }: { terms: PayoutTerms; onAsk: () => void }) {
  const isConnected = useConnection()
  const { available, bank, obstacle, workingDays, platformFeeBps, clearingDays } = terms
  const share = percentInput(platformFeeBps)
  const remedy = remedyFor(terms)
  const isClosed = obstacle !== null || !isConnected
  const card = useRef<HTMLDivElement>(null)
  // Some browsers take the focus from a button at once when it is disabled. No event reports that during a render.
  const isButtonFocused = useRef(false)
  // The button is disabled after a request: focus the explanation beside it.
  useLayoutEffect(() => {
    if (!isClosed || !isButtonFocused.current) return
    isButtonFocused.current = false
    card.current?.focus({ preventScroll: true })
  }, [isClosed])
  return (
    <Card ref={card} tabIndex={-1} className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-0.5">
          <h2 className="text-sm font-semibold text-text-muted">
            <Trans>Available</Trans>
          </h2>
          <p className="text-2xl font-semibold wrap-anywhere tabular-nums">{moneyText(available)}</p>
          {bank && (
            <p className="text-sm text-text-muted">
              <Trans>
                To {bank.bankName}, account ending in {bank.last4}
              </Trans>
            </p>
          )}
        </div>
        <Button
          onClick={onAsk}
          disabled={isClosed}
          onFocus={() => void (isButtonFocused.current = true)}
          onBlur={() => void (isButtonFocused.current = false)}
        >
          <Trans>Request payout</Trans>
        </Button>
      </div>
      {!isConnected && (
        <Banner tone="warning" title={t`You need a connection to request a payout.`}>
          <Trans>You're offline. Try again when you're back online.</Trans>
        </Banner>
      )}
      {obstacle && (
        <Banner
          tone={obstacle.code === 'PAYOUT_TOO_SMALL' || obstacle.code === 'PAYOUT_OPEN' ? 'info' : 'warning'}
          title={obstacle.message}
          action={
            remedy && (
              <Link to={remedy.to} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
                {remedy.label}
              </Link>
            )
          }
        />
      )}
      <p className="text-sm text-pretty text-text-muted">
        <Trans>
          We keep {share}% of your earnings. The rest is available{' '}
          <Plural value={clearingDays} _0="as soon as" one="# day after" other="# days after" /> the customer confirms
          the job, and a payout arrives{' '}
          <Plural value={workingDays} _0="on the same day" one="within # working day" other="within # working days" />.
        </Trans>
      </p>
    </Card>
  )
}

function Schedule({ terms }: { terms: PayoutTerms }) {
  const now = useNow()
  const isConnected = useConnection()
  const { guarded, dialog } = useStepUp()
  const save = useMutation(chooseSchedule(useQueryClient(), guarded))
  const next = terms.nextPayoutAt && dayName(terms.nextPayoutAt, ownTimeZone(), now)
  const [chosen, setChosen] = useState<PayoutSchedule>()
  const schedule = chosen ?? terms.schedule
  const submit = () =>
    save.mutate(schedule, {
      onSuccess: () => toast.success(t`Saved`),
      onError: (error) => {
        if (!(error instanceof StepUpCancelled)) toast.error(errorText(error, t`We couldn't save this.`))
      },
    })
  return (
    <Section title={<Trans>How often</Trans>}>
      <Card className="grid gap-2 p-4">
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <SelectField
            label={<Trans>Payout schedule</Trans>}
            className="grow basis-60 md:max-w-xs"
            value={schedule}
            onChange={(event) => setChosen(event.target.value as PayoutSchedule)}
          >
            {payoutSchedules.map((each) => (
              <option key={each} value={each}>
                {scheduleLabel(each)}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary" className="min-h-12" busy={save.isPending} disabled={!isConnected}>
            <Trans>Save</Trans>
          </Button>
        </form>
        <p className="text-sm text-text-muted">
          {next ? (
            <Trans>Next automatic payout: {next}</Trans>
          ) : (
            <Trans>Payouts aren't automatic. Request one when you want it.</Trans>
          )}
        </p>
        {next && isLeftOver(terms) && (
          <p className="text-sm text-text-muted">
            <Trans>What's available is too little for an automatic payout. Request it when you want it.</Trans>
          </p>
        )}
      </Card>
      {dialog}
    </Section>
  )
}

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const now = useNow()
  return (
    <Section title={<Trans>Your payouts</Trans>}>
      <PagedRows
        query={useInfiniteQuery(payoutsQuery())}
        rowsOf={({ rows }) => rows}
        failed={t`We couldn't load these.`}
        empty={
          <EmptyState icon={<Landmark size={26} />} title={<Trans>No payouts yet</Trans>}>
            <Trans>Payouts appear here with their arrival date.</Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <Card>
            <ul aria-label={t`Payouts`}>
              {rows.map((payout) => (
                <li key={payout.id} className="border-b border-line last:border-b-0">
                  <button
                    type="button"
                    onClick={() => onOpen(payout.id)}
                    className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-start hover:bg-surface-hover active:bg-surface-hover"
                  >
                    <Line payout={payout} now={now} />
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </PagedRows>
    </Section>
  )
}

function Line({ payout, now }: { payout: Payout; now: Date }) {
  const { bank, requestedAt, failure } = payout
  return (
    <>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold tabular-nums">{moneyText(payout.amount)}</span>
        <span className="text-sm text-text-muted">
          {dayName(requestedAt, ownTimeZone(), now)} · {bank.bankName} ····&nbsp;{bank.last4}
        </span>
        {failure && <span className="text-sm text-danger">{failure.fix}</span>}
      </span>
      <MoneyChip state={payout.status} payout />
    </>
  )
}
