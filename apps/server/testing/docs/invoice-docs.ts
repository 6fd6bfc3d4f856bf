import { invoiceUpdates, invoiceFlow } from '@fettle/protocol/invoices/invoices'
import { paymentFlow } from '@fettle/protocol/invoices/payments'
import { payoutFlow } from '@fettle/protocol/earnings/payouts'
import { diagram, rowsOf, table } from './flow-docs.ts'

/** Renders the page on invoices, payments and payouts from the protocol's tables. */

export function renderInvoices(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# The life of an invoice, a payment and a payout

What is charged, what was paid of it and how it reaches the bank are three things with a life of their own. The reasons
are in decisions [080](../decisions/080-earnings-booked-at-confirmation.md) and
[087](../decisions/087-gapless-invoice-numbers-and-payments.md).

## Invoices

${diagram(invoiceFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(invoiceFlow.transitions)))}

What a provider may do while it stands like that:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(invoiceUpdates)))}

An invoice is overdue where something of it is due and its day has passed; that is no state, but told beside it. Work is charged when it
is confirmed, a deposit when its offer is accepted, a fee when a cancellation or a no-show costs one, a milestone when it is approved.

## Payments

${diagram(paymentFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(paymentFlow.transitions)))}

## Payouts

${diagram(payoutFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(payoutFlow.transitions)))}
`
}
