import type { ReactNode } from 'react'
import { call, payInvoice } from '../lib/api.ts'
import { formatDate, formatMoney } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page, Waiting } from '../ui/page.tsx'

/** An invoice, and paying it. */
export function InvoicePage({ id }: { id: string }): ReactNode {
  const { data: invoice, error } = useLoaded(id, () => call('getInvoice', { params: { id } }))
  if (!invoice) return <Waiting error={error} />
  const { number, title, status, total, due, dueAt, lines, providerName } = invoice
  const { currency } = total
  const mayPay = (status === 'ISSUED' || status === 'PARTIALLY_PAID') && due.amount > 0
  return (
    <Page title={`Invoice ${number ?? ''}`} back={linkTo('work')} status={status}>
      <Card
        facts={[
          ['From', providerName],
          ['For', title],
          ['Due', dueAt && formatDate(dueAt)],
          ['Total', formatMoney(total)],
          ['Still to pay', mayPay ? formatMoney(due) : null],
        ]}
      />
      <Card title="Lines" facts={lines.map(({ name, amount }) => [name, formatMoney({ amount, currency })])} />
      {mayPay && <Button onPress={() => payInvoice(id)}>Pay {formatMoney(due)}</Button>}
    </Page>
  )
}
