import type { ReactNode } from 'react'
import { getMarketplaceInvoice } from '@fettle/protocol/marketplace/calls'
import { call, payInvoice } from '../lib/api.ts'
import { formatDate, formatMoney } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Page, Waiting } from '../ui/page.tsx'

/** An invoice, and paying it. */
export function InvoicePage({ id }: { id: string }): ReactNode {
  const { data: invoice, error } = useLoaded(id, () => call(getMarketplaceInvoice, { params: { id } }))
  if (!invoice) return <Waiting error={error} />
  const { number, title, status, total, due, dueAt, lines, providerName } = invoice
  const { currency } = total
  const mayPay = (status === 'ISSUED' || status === 'PARTIALLY_PAID') && due.amount > 0
  return (
    <Page title={`Invoice ${number ?? ''}`} back={linkTo('work')} aside={<Chip status={status} />}>
      <Card>
        <Facts
          facts={[
            ['From', providerName],
            ['For', title],
            ...(dueAt ? [['Due', formatDate(dueAt)] as const] : []),
            ['Total', formatMoney(total)],
            ['Still to pay', formatMoney(due)],
          ]}
        />
      </Card>
      <Card title="Lines">
        <ul className="grid gap-2">
          {lines.map((line) => (
            <li key={line.id} className="flex justify-between gap-3">
              {line.name} <span className="font-medium">{formatMoney({ amount: line.amount, currency })}</span>
            </li>
          ))}
        </ul>
      </Card>
      {mayPay && <Button onPress={() => payInvoice(id)}>Pay {formatMoney(due)}</Button>}
    </Page>
  )
}
