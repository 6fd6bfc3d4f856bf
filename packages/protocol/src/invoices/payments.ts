import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { FileId, idOf, Instant, line, Money, prose } from '../core/values.ts'
import { Custody } from '../earnings/earnings.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { actingCustomer } from '../marketplace/acting-customer.ts'
import { issueText } from '../core/issue-text.ts'
import { paymentMethods, directMethods } from './constants.ts'

/**
 * Payments a customer made for an invoice. No card is charged here: payments are reported. Those the marketplace
 * collected are CONFIRMED at once; those a provider reports wait for the customer and count as confirmed after the
 * deadline.
 */
export const paymentFlow = flow(
  ['PENDING_CONFIRMATION', 'CONFIRMED', 'REJECTED', 'REFUNDED'],
  ['PENDING_CONFIRMATION', 'CONFIRMED'],
  {
    confirm: { from: ['PENDING_CONFIRMATION'], to: 'CONFIRMED', by: ['CUSTOMER', 'SYSTEM'] },
    /** SYSTEM: what it was for is not owed any more. */
    reject: { from: ['PENDING_CONFIRMATION'], to: 'REJECTED', by: ['CUSTOMER', 'SYSTEM'] },
    /** SYSTEM: what it was for is not owed any more. */
    refund: { from: ['CONFIRMED'], to: 'REFUNDED', by: ['OPERATOR', 'SYSTEM'] },
    /** A dispute decided that it was paid. */
    uphold: { from: ['REJECTED'], to: 'CONFIRMED', by: ['SYSTEM'] },
    /** A dispute decided that it was not paid: it is due again. */
    overturn: { from: ['CONFIRMED'], to: 'REJECTED', by: ['SYSTEM'] },
  },
)
export const PaymentStatus = z.enum(paymentFlow.states)
export type PaymentStatus = z.infer<typeof PaymentStatus>
export type PaymentTransitionName = keyof typeof paymentFlow.transitions
/**
 * Disputes are opened at /v2/disputes: by the provider about a rejected payment, by the customer about a confirmed one.
 */
export const PaymentAction = z.enum([
  ...(Object.keys(paymentFlow.transitions) as [PaymentTransitionName, ...PaymentTransitionName[]]),
  'dispute',
])
export type PaymentAction = z.infer<typeof PaymentAction>

export const PaymentMethod = z.enum(paymentMethods, issueText('PAYMENT_METHOD_REQUIRED'))
export type PaymentMethod = z.infer<typeof PaymentMethod>
export const DirectMethod = z.enum(directMethods, issueText('PAYMENT_METHOD_REQUIRED'))

export const CONFIRM_PAYMENT_HOURS = 72

export const PaymentId = idOf('pay')
/** Declared again, because `invoices.ts` imports this file. */
const InvoiceId = idOf('inv')

export const Payment = z.object({
  id: PaymentId,
  invoiceId: InvoiceId,
  amount: Money,
  /** Paid in addition to the invoice. */
  tip: Money,
  method: PaymentMethod,
  custody: Custody,
  status: PaymentStatus,
  paidAt: Instant,
  externalReference: z.nullable(z.string()),
  proofFileId: z.nullable(FileId),
  /** Signed, valid for five minutes. Null without a proof. */
  proofUrl: z.nullable(z.string()),
  recordedAt: Instant,
  /** Deadline for the customer's rejection. */
  confirmBy: z.nullable(Instant),
  decidedAt: z.nullable(Instant),
  /** Note by the customer, or by the operator who refunded it. */
  note: z.nullable(LocalizedText),
  /** The dispute about the payment, open or resolved. */
  disputeId: z.nullable(z.string()),
  allowedActions: z.array(PaymentAction),
})
export type Payment = z.infer<typeof Payment>

const positive = z
  .int(issueText('AMOUNT_REQUIRED'))
  .check(z.positive(issueText('AMOUNT_REQUIRED')), z.lte(MAX_AMOUNT, issueText('ENTER_SMALLER_AMOUNT')))
const notNegative = z
  .int(issueText('AMOUNT_REQUIRED'))
  .check(z.gte(0, issueText('AMOUNT_REQUIRED')), z.lte(MAX_AMOUNT, issueText('ENTER_SMALLER_AMOUNT')))
const received = {
  invoiceId: InvoiceId,
  /** Minor units, in the invoice's currency. */
  amount: positive,
  tip: z._default(notNegative, 0),
  /** When the money changed hands. Defaults to now. */
  paidAt: z.optional(Instant),
  externalReference: z.optional(line(0, 100, issueText('MAX_CHARACTERS'))),
}

export const recordPayment = operation({
  name: 'payments.record',
  method: 'POST',
  path: '/v2/payments',
  audience: 'provider',
  summary: 'Record a payment I received directly. It counts once the customer confirms it or 72 hours have passed.',
  body: z.object({ ...received, method: DirectMethod, proofFileId: z.optional(FileId) }),
  status: 201,
  returns: Payment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENT_TOO_LARGE'],
})

const marketplace = { audience: 'marketplace', scope: 'payments' } as const
const params = z.object({ id: PaymentId })

export const recordMarketplacePayment = operation({
  ...marketplace,
  name: 'marketplace.payments.record',
  method: 'POST',
  path: '/v2/marketplace/payments',
  summary: 'Record a payment the marketplace collected from a customer. It is confirmed at once.',
  body: z.object({ ...actingCustomer, ...received, method: z._default(PaymentMethod, 'MARKETPLACE') }),
  status: 201,
  returns: Payment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENT_TOO_LARGE'],
})

const answer = { ...marketplace, method: 'POST', params, returns: Payment } as const

export const confirmPayment = operation({
  ...answer,
  name: 'marketplace.payments.confirm',
  path: '/v2/marketplace/payments/:id/confirm',
  summary: 'Confirm a direct payment as the customer.',
  body: z.object(actingCustomer),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const rejectPayment = operation({
  ...answer,
  name: 'marketplace.payments.reject',
  path: '/v2/marketplace/payments/:id/reject',
  summary: 'Reject a direct payment as the customer.',
  body: z.object({ ...actingCustomer, reason: prose(3, 1000, issueText('EXPLAIN_WHY')) }),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const refundPayment = operation({
  ...answer,
  name: 'marketplace.payments.refund',
  path: '/v2/marketplace/payments/:id/refund',
  summary: 'Refund a payment including its tip. The earnings from it are reversed.',
  body: z.object({ ...actingCustomer, reason: prose(3, 1000, issueText('EXPLAIN_WHY')) }),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
