import type { Money } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { momentText, ownTimeZone } from '../../lib/dates.ts'
import { moneyText } from '../../lib/money.ts'
import { Section } from '../../ui/card.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { invoiceTimelineQuery } from './api.ts'

function titleOf({ event, data }: TimelineEntry): string {
  const due = data['due'] as Money | undefined
  switch (event) {
    case 'invoice.issued':
      return t`Issued`
    case 'invoice.reminded':
      return due ? t`Reminded of ${moneyText(due)}` : t`Reminded`
    case 'invoice.paid':
      return t`Paid`
    case 'invoice.voided':
      return t`Void`
    default:
      return event
  }
}

/** What has happened to an invoice so far, newest first. */
export function InvoiceHistory({ id, now }: { id: string; now: Date }) {
  const { data } = useQuery(invoiceTimelineQuery(id))
  if (!data || data.length === 0) return null
  return (
    <Section title={<Trans>History</Trans>}>
      <Timeline
        items={data.toReversed().map((entry) => ({
          id: entry.id,
          title: titleOf(entry),
          detail: entry.actor.type === 'SYSTEM' ? null : entry.actor.name,
          at: momentText(entry.at, ownTimeZone(), now),
          dateTime: entry.at,
        }))}
      />
    </Section>
  )
}
