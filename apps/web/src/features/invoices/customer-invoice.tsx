import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { Trans } from '@lingui/react/macro'
import { longDay, ownTimeZone } from '../../lib/format/dates.ts'
import { Letterhead } from '../../shared/documents/letterhead/letterhead.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Lines, Sums } from './invoice-sections.tsx'

/** Invoice under the provider's letterhead, as its customer sees it. `name` is its number, or that it is a draft. */
export function CustomerInvoice({ invoice, name }: { invoice: Invoice; name: string }) {
  const dueDay = invoice.dueAt && longDay(invoice.dueAt, ownTimeZone())
  return (
    <Card className="grid grid-cols-1 gap-5 p-4 md:p-6">
      <Letterhead
        kind={<Trans>Invoice</Trans>}
        reference={name}
        date={invoice.issuedAt ? longDay(invoice.issuedAt, ownTimeZone()) : undefined}
        customerName={invoice.customer.name}
      />
      <Lines invoice={invoice} />
      <Sums invoice={invoice} />
      {dueDay && invoice.due.amount > 0 && (
        <p className="text-end font-semibold">
          <Trans>Pay by {dueDay}</Trans>
        </p>
      )}
      {invoice.note && (
        <div className="grid gap-1">
          <h2 className="text-sm font-semibold text-text-muted">
            <Trans>Note</Trans>
          </h2>
          <p dir="auto" className="whitespace-pre-line">
            {invoice.note}
          </p>
        </div>
      )}
    </Card>
  )
}
