import { invoiceUpdates, invoiceFlow } from '@fettle/protocol/invoices/invoices'
import { paymentFlow } from '@fettle/protocol/invoices/payments'
import { payoutFlow } from '@fettle/protocol/earnings/payouts'
import { diagram, rowsOf, table } from './flow-docs.ts'

/** Renders the page on invoices, payments and payouts from the protocol's tables. */

export function renderInvoices(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# States of invoices, payments and payouts

Invoices, payments and payouts have separate state machines. The reasons
are in decisions [080](../decisions/080-earnings-booked-at-confirmation.md) and
[087](../decisions/087-gapless-invoice-numbers-and-payments.md).

## Invoices

${diagram(invoiceFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(invoiceFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(invoiceUpdates)))}

An invoice is overdue when an amount is due and its due date has passed; this is a separate field, not a state. Work is charged when
confirmed, a deposit when its offer is accepted, a fee on cancellation or no-show, a milestone when approved.

## Payments

${diagram(paymentFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(paymentFlow.transitions)))}

## Payouts

${diagram(payoutFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(payoutFlow.transitions)))}
`
}
