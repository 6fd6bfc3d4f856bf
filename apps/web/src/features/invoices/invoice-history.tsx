import type { Money } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../lib/format/money.ts'
import { History } from '../../shared/history.tsx'
import { invoiceTimelineQuery } from './api.ts'

function titleOf({ event, data }: TimelineEntry): string {
  const due = data['due'] as Money | undefined
  switch (event) {
    case 'invoice.issued':
      return t`Issued`
    case 'invoice.reminded':
      return due ? t`Reminder sent for ${moneyText(due)}` : t`Reminder sent`
    case 'invoice.paid':
      return t({ message: 'Paid', context: 'state' })
    case 'invoice.voided':
      return t`Voided`
    default:
      return event
  }
}

/** History of an invoice. */
export const InvoiceHistory = ({ id, now }: { id: string; now: Date }) => (
  <History
    query={useQuery(invoiceTimelineQuery(id))}
    now={now}
    describe={(entry) => ({
      title: titleOf(entry),
      detail: entry.actor.type === 'SYSTEM' ? null : entry.actor.name,
    })}
  />
)
