import * as z from 'zod/mini'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { FileId, idOf, Instant, line, Money, prose } from '../core/values.ts'
import { Custody } from '../earnings/earnings.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { customerFields } from '../marketplace/acting.ts'

/** Money a customer paid for an invoice. No card is charged here: payments are reported. */

/**
 * What the marketplace collected is CONFIRMED at once. What a provider says they were given waits for the customer, and
 * counts as confirmed when the customer says nothing.
 */
export const paymentFlow = flow(
  ['PENDING_CONFIRMATION', 'CONFIRMED', 'REJECTED', 'REFUNDED'],
  ['PENDING_CONFIRMATION', 'CONFIRMED'],
  {
    confirm: { from: ['PENDING_CONFIRMATION'], to: 'CONFIRMED', by: ['CUSTOMER', 'SYSTEM'] },
    /** By itself where what it was a deposit for is called off. */
    reject: { from: ['PENDING_CONFIRMATION'], to: 'REJECTED', by: ['CUSTOMER', 'SYSTEM'] },
    /** By itself for the deposit of what is called off before any work. */
    refund: { from: ['CONFIRMED'], to: 'REFUNDED', by: ['OPERATOR', 'SYSTEM'] },
    /** A dispute came to that it was paid after all. */
    uphold: { from: ['REJECTED'], to: 'CONFIRMED', by: ['SYSTEM'] },
    /** A dispute came to that it was never paid: it is due again. */
    overturn: { from: ['CONFIRMED'], to: 'REJECTED', by: ['SYSTEM'] },
  },
)
export const PaymentStatus = z.enum(paymentFlow.states)
export type PaymentStatus = z.infer<typeof PaymentStatus>
export type PaymentTransitionName = keyof typeof paymentFlow.transitions
/** A dispute is opened at /v2/disputes: the provider's about what was rejected, the customer's about what counts as paid. */
export const PaymentAction = z.enum([
  ...(Object.keys(paymentFlow.transitions) as [PaymentTransitionName, ...PaymentTransitionName[]]),
  'dispute',
])
export type PaymentAction = z.infer<typeof PaymentAction>

export const paymentMethods = ['MARKETPLACE', 'BANK_TRANSFER', 'CASH', 'CARD', 'MOBILE_MONEY', 'OTHER'] as const
export const PaymentMethod = z.enum(paymentMethods, 'Choose how it was paid.')
export type PaymentMethod = z.infer<typeof PaymentMethod>
/** Those a provider can be paid by without the marketplace. */
export const directMethods = ['BANK_TRANSFER', 'CASH', 'CARD', 'MOBILE_MONEY', 'OTHER'] as const
export const DirectMethod = z.enum(directMethods, 'Choose how it was paid.')

export const CONFIRM_PAYMENT_HOURS = 72

export const PaymentId = idOf('pay')
/** As in `invoices.ts`, which needs this file. */
const InvoiceId = idOf('inv')
const moment = z.nullable(Instant)

export const Payment = z.object({
  id: PaymentId,
  invoiceId: InvoiceId,
  amount: Money,
  /** On top of the invoice. */
  tip: Money,
  method: PaymentMethod,
  custody: Custody,
  status: PaymentStatus,
  paidAt: Instant,
  externalReference: z.nullable(z.string()),
  proofFileId: z.nullable(FileId),
  /** Signed, good for five minutes; null without a proof. */
  proofUrl: z.nullable(z.string()),
  recordedAt: Instant,
  /** Until when the customer may say no. */
  confirmBy: moment,
  decidedAt: moment,
  /** What the customer, or the operator who gave it back, wrote. */
  note: z.nullable(z.string()),
  /** The dispute there is about it, open or settled. */
  disputeId: z.nullable(z.string()),
  /** What the caller may do about it. */
  allowedActions: z.array(PaymentAction),
})
export type Payment = z.infer<typeof Payment>

const positive = z
  .int('Enter an amount.')
  .check(z.positive('Enter an amount.'), z.lte(MAX_AMOUNT, 'Enter a smaller amount.'))
const notNegative = z
  .int('Enter an amount.')
  .check(z.gte(0, 'Enter an amount.'), z.lte(MAX_AMOUNT, 'Enter a smaller amount.'))
const received = {
  invoiceId: InvoiceId,
  /** Minor units, in the invoice's currency. */
  amount: positive,
  tip: z._default(notNegative, 0),
  /** When the money changed hands; now unless given. */
  paidAt: z.optional(Instant),
  externalReference: z.optional(line(0, 100, 'Use at most 100 characters.')),
}

export const recordPayment = operation({
  name: 'payments.record',
  method: 'POST',
  path: '/v2/payments',
  audience: 'provider',
  summary: 'Money I received directly. It counts once the customer confirms it, or says nothing for 72 hours.',
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
  summary: 'Money the marketplace collected from a customer: confirmed at once.',
  body: z.object({ ...customerFields, ...received, method: z._default(PaymentMethod, 'MARKETPLACE') }),
  status: 201,
  returns: Payment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENT_TOO_LARGE'],
})

const answer = { ...marketplace, method: 'POST', params, returns: Payment } as const

export const confirmPayment = operation({
  ...answer,
  name: 'marketplace.payments.confirm',
  path: '/v2/marketplace/payments/:id/confirm',
  summary: 'The customer paid the provider directly.',
  body: z.object(customerFields),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const rejectPayment = operation({
  ...answer,
  name: 'marketplace.payments.reject',
  path: '/v2/marketplace/payments/:id/reject',
  summary: 'The customer did not pay this.',
  body: z.object({ ...customerFields, reason: prose(3, 1000, 'Say why, in 3 to 1,000 characters.') }),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const refundPayment = operation({
  ...answer,
  name: 'marketplace.payments.refund',
  path: '/v2/marketplace/payments/:id/refund',
  summary: 'It was given back to the customer, with the tip: what was earned by it is taken back.',
  body: z.object({ ...customerFields, reason: prose(3, 1000, 'Say why, in 3 to 1,000 characters.') }),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
