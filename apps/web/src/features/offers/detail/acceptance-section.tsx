import type { Acceptance, OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { momentText, ownTimeZone, slotText, timeIn } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Card, Fact } from '../../../ui/layout/card.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'

export interface AcceptanceSectionProps {
  offer: Pick<OfferDetails, 'timeZone' | 'status' | 'customer'>
  acceptance: Acceptance
  now: Date
}

const depositTone = { DUE: 'warning', PAID: 'success', VOID: 'neutral' } as const

/** Record of the acceptance: who, when, which revision and options, with the proof. */
export function AcceptanceSection({ offer, acceptance, now }: AcceptanceSectionProps) {
  const { at, revisionNumber, signerName, slot, total, deposit, contentHash, ip, userAgent, timeZone, undoUntil } =
    acceptance
  const name = offer.customer.name
  const until = timeIn(undoUntil, ownTimeZone())
  const canUndo = offer.status === 'ACCEPTED' && Date.parse(undoUntil) > now.getTime()
  return (
    <Card className="grid gap-4 border-success p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg font-semibold">
          <Trans>Accepted by {signerName}</Trans>
        </h2>
        <p className="text-xl font-semibold tabular-nums">{moneyText(total)}</p>
      </div>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact label={<Trans>When</Trans>}>{momentText(at, ownTimeZone(), now)}</Fact>
        <Fact label={<Trans>Revision</Trans>}>{revisionNumber}</Fact>
        <Fact label={<Trans>Chosen time</Trans>}>
          {slot ? (
            slotText({ ...slot, timeZone: offer.timeZone }, now)
          ) : offer.status === 'ACCEPTED' ? (
            <Trans>None yet</Trans>
          ) : (
            <Trans>None</Trans>
          )}
        </Fact>
        {deposit && (
          <Fact label={<Trans>Deposit</Trans>}>
            {moneyText(deposit.amount)}{' '}
            <Chip tone={depositTone[deposit.status]}>
              {
                {
                  DUE: t({ message: 'Due', context: 'deposit' }),
                  PAID: t({ message: 'Paid', context: 'deposit' }),
                  VOID: t({ message: 'Void', context: 'deposit' }),
                }[deposit.status]
              }
            </Chip>
          </Fact>
        )}
      </dl>
      {canUndo && (
        <p className="text-sm text-text-muted">
          <Trans>
            {name} can undo this until {until}.
          </Trans>
        </p>
      )}
      <details className="text-sm">
        <summary className="inline-flex min-h-11 items-center font-semibold underline">
          <Trans>View proof</Trans>
        </summary>
        <dl className="grid gap-3 wrap-anywhere">
          <Fact label={<Trans>Document fingerprint (SHA-256)</Trans>}>
            <code className="text-xs">{contentHash}</code>
          </Fact>
          {ip && <Fact label={<Trans>IP address</Trans>}>{ip}</Fact>}
          {userAgent && <Fact label={<Trans>Device</Trans>}>{userAgent}</Fact>}
          {timeZone && <Fact label={t`Time zone`}>{timeZone}</Fact>}
        </dl>
      </details>
    </Card>
  )
}
