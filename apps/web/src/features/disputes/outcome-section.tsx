import type { DisputeOutcome, DisputeView } from '@fettle/protocol/disputes'
import { Trans } from '@lingui/react/macro'
import { longDay, momentText, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { Card, Facts, Section } from '../../ui/layout/card.tsx'
import { attributionText, outcomeText } from './labels.ts'

/** Outcome of a dispute, and the earlier decision where it was appealed. */
export function OutcomeSection({ dispute, now }: { dispute: DisputeView; now: Date }) {
  const { outcome, appeal, customer } = dispute
  if (!outcome && !appeal) return null
  const appealedBy = appeal?.by === 'PROVIDER' ? undefined : customer.name
  return (
    <Section title={<Trans>Outcome</Trans>}>
      {outcome && <Decision outcome={outcome} name={customer.name} now={now} />}
      {appeal && (
        <Card className="grid gap-3 p-5">
          <p className="font-semibold">
            {appealedBy ? <Trans>{appealedBy} appealed</Trans> : <Trans>You appealed</Trans>}
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {appeal.note}
          </p>
          <details>
            <summary className="inline-flex min-h-11 items-center font-semibold underline">
              <Trans>Previous decision</Trans>
            </summary>
            <Decision outcome={appeal.outcome} name={customer.name} now={now} />
          </details>
        </Card>
      )}
    </Section>
  )
}

function Decision({ outcome, name, now }: { outcome: DisputeOutcome; name: string; now: Date }) {
  const { amountToProvider, rationale, at, appealUntil, effectiveAt } = outcome
  const responsible = attributionText(outcome, name)
  return (
    <Card className="grid gap-4 p-5">
      <div className="grid gap-1">
        <p className="font-semibold">{outcomeText(outcome)}</p>
        <p className="text-sm text-text-muted">{longDay(at, ownTimeZone())}</p>
      </div>
      {rationale && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {rationale}
        </p>
      )}
      <Facts
        items={[
          ...(amountToProvider ? [{ label: <Trans>For you</Trans>, value: moneyText(amountToProvider) }] : []),
          ...(responsible ? [{ label: <Trans>Who was responsible</Trans>, value: responsible }] : []),
          ...(effectiveAt
            ? [{ label: <Trans>Final since</Trans>, value: momentText(effectiveAt, ownTimeZone(), now) }]
            : appealUntil
              ? [{ label: <Trans>Appeal by</Trans>, value: momentText(appealUntil, ownTimeZone(), now) }]
              : []),
        ]}
      />
    </Card>
  )
}
