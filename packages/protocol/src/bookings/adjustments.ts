import * as z from 'zod/mini'
import { PhotoId } from './photos.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import { BookingId, idOf, Instant, line, Money, prose } from '../core/values.ts'
import { Quantity } from '../common/fields.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { actingCustomer } from '../marketplace/acting-customer.ts'
import { issueText } from '../core/issue-text.ts'

/** Price adjustments of a job without a contract: requested by the provider, answered by the customer. */

export const adjustmentFlow = flow(['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'], ['PENDING'], {
  approve: { from: ['PENDING'], to: 'APPROVED', by: ['CUSTOMER'] },
  decline: { from: ['PENDING'], to: 'DECLINED', by: ['CUSTOMER'] },
  withdraw: { from: ['PENDING'], to: 'WITHDRAWN', by: ['PROVIDER'] },
  expire: { from: ['PENDING'], to: 'EXPIRED', by: ['SYSTEM'] },
})
export const AdjustmentStatus = z.enum(adjustmentFlow.states)
export type AdjustmentStatus = z.infer<typeof AdjustmentStatus>
export const AdjustmentAction = z.enum(['approve', 'decline', 'withdraw', 'expire'])
export type AdjustmentAction = z.infer<typeof AdjustmentAction>

export const AdjustmentId = idOf('adj')

const adjustmentLine = z.object({
  description: line(1, 200, issueText('DESCRIPTION_LENGTH')),
  quantity: z._default(Quantity, '1'),
  unitAmount: z.int(issueText('AMOUNT_REQUIRED')).check(z.gte(-MAX_AMOUNT), z.lte(MAX_AMOUNT)),
})

/** One line. A negative unit price gives a discount. Amounts are in the booking's currency. */
export const AdjustmentLine = adjustmentLine.check(
  z.refine(({ quantity, unitAmount }) => Math.abs(Number(quantity) * unitAmount) <= MAX_AMOUNT, {
    error: issueText('LINE_TOTAL_TOO_LARGE'),
    path: ['unitAmount'],
  }),
)
export type AdjustmentLine = z.infer<typeof AdjustmentLine>

/** A line with its amount. */
export const CalculatedLine = z.extend(adjustmentLine, { amount: z.int() })

export const PriceAdjustment = z.object({
  id: AdjustmentId,
  status: AdjustmentStatus,
  lines: z.array(CalculatedLine),
  /** The change of the price. */
  total: Money,
  reason: z.string(),
  photoIds: z.array(PhotoId),
  scheduleImpactMinutes: z.int(),
  createdAt: Instant,
  expiresAt: Instant,
  decidedAt: z.nullable(Instant),
  /** The customer's note with the answer. */
  answerNote: z.nullable(z.string()),
  allowedActions: z.array(AdjustmentAction),
})
export type PriceAdjustment = z.infer<typeof PriceAdjustment>

export const createPriceAdjustment = operation({
  name: 'bookings.createAdjustment',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/price-adjustments',
  audience: 'provider',
  summary: 'Ask the customer to approve extra work or a discount. Expires after 24 hours without an answer.',
  params: z.object({ id: BookingId }),
  body: z.object({
    lines: z
      .array(AdjustmentLine)
      .check(z.minLength(1, issueText('LINE_REQUIRED')), z.maxLength(50, issueText('MAX_LINES'))),
    reason: prose(3, 1000, issueText('EXPLAIN_WHY')),
    photoIds: z._default(z.array(PhotoId).check(z.maxLength(10, issueText('MAX_PHOTOS'))), []),
    scheduleImpactMinutes: z._default(z.int().check(z.gte(-1440), z.lte(10_080)), 0),
  }),
  status: 201,
  returns: PriceAdjustment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'ADJUSTMENT_PENDING'],
})

const adjustmentParams = z.object({ id: BookingId, adjustmentId: AdjustmentId })

export const withdrawPriceAdjustment = operation({
  name: 'bookings.withdrawAdjustment',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/price-adjustments/:adjustmentId/withdraw',
  audience: 'provider',
  summary: 'Withdraw a price adjustment before it is answered.',
  params: adjustmentParams,
  body: z.object({}),
  returns: PriceAdjustment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const
const note = prose(0, 500, issueText('MAX_CHARACTERS'))

export const approvePriceAdjustment = operation({
  ...marketplace,
  name: 'marketplace.bookings.approveAdjustment',
  method: 'POST',
  path: '/v2/marketplace/bookings/:id/price-adjustments/:adjustmentId/approve',
  summary: 'Approve a price adjustment as the customer.',
  params: adjustmentParams,
  body: z.object({ ...actingCustomer, note: z.optional(note) }),
  returns: PriceAdjustment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const declinePriceAdjustment = operation({
  ...marketplace,
  name: 'marketplace.bookings.declineAdjustment',
  method: 'POST',
  path: '/v2/marketplace/bookings/:id/price-adjustments/:adjustmentId/decline',
  summary: 'Decline a price adjustment as the customer.',
  params: adjustmentParams,
  body: z.object({ ...actingCustomer, note: z.optional(note) }),
  returns: PriceAdjustment,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
