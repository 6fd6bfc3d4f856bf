import { invoiceUpdates, invoiceFlow } from '@fettle/protocol/invoices/invoices'
import { CONFIRM_PAYMENT_HOURS, paymentFlow } from '@fettle/protocol/invoices/payments'
import { payoutFlow } from '@fettle/protocol/earnings/payouts'
import { diagram, rowsOf, table } from './flow-docs.ts'

/** Renders the page on invoices, payments and payouts from the protocol's tables. */

export function renderInvoices(): string {
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# States of invoices, payments and payouts

Invoices, payments and payouts each have states of their own. The reasons
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

A payment that the marketplace collected is recorded with \`POST /v2/marketplace/payments\` and CONFIRMED at once. One that the
provider received directly (\`POST /v2/payments\`, the action \`record-payment\` of the invoice) is PENDING_CONFIRMATION, until the
customer confirms or rejects it with \`POST /v2/marketplace/payments/{id}/confirm\` or \`reject\`; after ${CONFIRM_PAYMENT_HOURS} hours without an
answer it is confirmed. \`POST …/refund\` refunds a payment with its tip. These calls need a key of the scope \`payments\`.

${diagram(paymentFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(paymentFlow.transitions)))}

## Payouts

Providers request payouts, or choose them for every working day or every Monday, at six in the morning of their time
zone. The operator transfers the money and reports it with \`POST /v2/marketplace/payouts/{id}/processing\`, \`paid\`,
\`failed\` or \`returned\`, or with
[\`npm run fettle -- payouts\`](../how-to/configure.md#manage-providers-and-customers-from-a-shell).

${diagram(payoutFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(payoutFlow.transitions)))}
`
}
