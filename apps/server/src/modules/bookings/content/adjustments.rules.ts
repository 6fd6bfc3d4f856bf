import { actionsFrom, nextState, type Received } from '@fettle/protocol'
import type { Price } from '@fettle/protocol/bookings'
import { lineAmount, sumOf } from '@fettle/protocol/common/money'
import {
  adjustmentFlow,
  type AdjustmentAction,
  type createPriceAdjustment,
  type PriceAdjustment,
} from '@fettle/protocol/bookings/adjustments'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { Booking, BookingRole } from '../booking.types.ts'
import { assertState, runningStates } from './content.rules.ts'
import type { AdjustmentRow } from './adjustments.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Price adjustments: requests, answers and their effect on the price. Pure. */

const ANSWER_WITHIN_MS = 24 * 3_600_000
/** An hourly job may take a fifth longer than estimated before the customer has to be asked. */
const TOLERANCE_PERCENT = 120

type AdjustmentRequest = Received<typeof createPriceAdjustment>['body']
type Row = AdjustmentRow

/** Sum of the approved adjustments. */
export const approvedTotal = (rows: readonly Pick<Row, 'status' | 'total'>[]): number =>
  sumOf(rows.filter(({ status }) => status === 'APPROVED').map(({ total }) => total))

export const approvedMinutes = (rows: readonly Pick<Row, 'status' | 'scheduleImpactMinutes'>[]): number =>
  rows
    .filter(({ status }) => status === 'APPROVED')
    .reduce((sum, { scheduleImpactMinutes }) => sum + scheduleImpactMinutes, 0)

/** Guard of completion: throws ADJUSTMENT_PENDING while an adjustment awaits the customer. */
export function assertNonePending(rows: readonly Pick<Row, 'id' | 'status'>[]): void {
  const pending = rows.find(({ status }) => status === 'PENDING')
  if (pending) throw new AppError('ADJUSTMENT_PENDING', { adjustmentId: pending.id })
}

/**
 * Guard of completion for hourly jobs: above 120 % of the estimate plus approved minutes, throws ADJUSTMENT_REQUIRED.
 * Never throws without an estimate.
 */
export function assertWithinEstimate({
  estimatedMinutes,
  extraMinutes,
  finalMinutes,
}: {
  estimatedMinutes: number | null
  extraMinutes: number
  finalMinutes: number
}): void {
  if (estimatedMinutes === null) return
  const agreed = Math.max(0, estimatedMinutes + extraMinutes)
  if (finalMinutes * 100 <= agreed * TOLERANCE_PERCENT) return
  throw new AppError('ADJUSTMENT_REQUIRED', { agreedMinutes: agreed, finalMinutes })
}

/** The price of a booking itself: none if a milestone is paid instead. */
export const ownPrice = ({ price, links }: Pick<Booking, 'price' | 'links'>): Price =>
  links.milestoneId === null ? price : { model: 'TO_QUOTE' }

/** The price a job is charged at: its own, or only its approved extra work while the price is to be quoted. */
export function chargedPrice(price: Price, rows: readonly Pick<Row, 'status' | 'currency'>[]): Price {
  const extra = rows.find(({ status }) => status === 'APPROVED')
  if (price.model !== 'TO_QUOTE' || !extra) return price
  return { model: 'FIXED', amount: { amount: 0, currency: extra.currency } }
}

/** The price including approved adjustments: the fixed price or the worked hours. Undefined while unknown. */
export function adjustedTotal({ model, amount }: Pick<Price, 'model' | 'amount'>, adjustmentsTotal: number) {
  if (!amount) return undefined
  const total = sumOf([amount.amount, adjustmentsTotal])
  // More may have been deducted than the hours then came to.
  return { amount: model === 'HOURLY' ? Math.max(0, total) : total, currency: amount.currency }
}

/**
 * Creates an adjustment. Only one may be pending, its photos must belong to the booking, and the price cannot fall
 * below zero.
 */
export function create(
  booking: Pick<Booking, 'id' | 'status' | 'price'>,
  request: AdjustmentRequest,
  {
    id,
    rows,
    photoIds,
    currency,
    now,
  }: { id: string; rows: readonly Row[]; photoIds: readonly string[]; currency: string; now: Date },
): Row {
  assertState(booking, runningStates, { action: 'create-adjustment', verb: 'given extra work' })
  assertNonePending(rows)
  const missing = request.photoIds.findIndex((photoId) => !photoIds.includes(photoId))
  if (missing >= 0) throw fieldError(['photoIds', missing], 'NOT_ALLOWED', issueText('PHOTOS_OF_OTHER_BOOKING'))
  const lines = request.lines.map((line) => ({ ...line, amount: lineAmount(line.quantity, line.unitAmount) }))
  const total = sumOf(lines.map(({ amount }) => amount))
  // Of hourly work the price is not known yet.
  const agreed = booking.price.model === 'TO_QUOTE' ? 0 : booking.price.amount?.amount
  if (agreed !== undefined && sumOf([agreed, approvedTotal(rows), total]) < 0) {
    throw fieldError(['lines'], 'TOO_SMALL', issueText('DEDUCTION_TOO_LARGE'))
  }
  return {
    id,
    bookingId: booking.id,
    status: 'PENDING',
    lines,
    total,
    currency,
    reason: request.reason,
    photoIds: request.photoIds,
    scheduleImpactMinutes: request.scheduleImpactMinutes,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ANSWER_WITHIN_MS),
    decidedAt: null,
    answerNote: null,
  }
}

type AdjustmentDecisionContext = { booking: Pick<Booking, 'status'>; role: BookingRole; now: Date }

function isPossible(row: Row, action: AdjustmentAction, { booking, role, now }: AdjustmentDecisionContext): boolean {
  if (nextState(adjustmentFlow, row.status, action, role) === undefined) return false
  const isLate = now >= row.expiresAt
  if (action === 'expire') return isLate
  if (action === 'withdraw') return true
  return !isLate && runningStates.includes(booking.status)
}

export const allowedActions = (row: Row, context: AdjustmentDecisionContext): AdjustmentAction[] =>
  actionsFrom(adjustmentFlow, row.status, context.role).filter((action) => isPossible(row, action, context))

const verbs = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' } as const

export function transition(
  row: Row,
  action: AdjustmentAction,
  context: AdjustmentDecisionContext,
  note: string | null = null,
): Row {
  const to = nextState(adjustmentFlow, row.status, action, context.role)
  if (to === undefined || !isPossible(row, action, context)) {
    throw new AppError('INVALID_TRANSITION', {
      thing: 'extra-work request',
      from: row.status,
      action,
      verb: verbs[action],
      allowed: allowedActions(row, context),
    })
  }
  return { ...row, status: to, decidedAt: context.now, answerNote: note }
}

export const toView = (row: Row, context: AdjustmentDecisionContext): PriceAdjustment => ({
  id: row.id,
  status: row.status,
  lines: row.lines,
  total: { amount: row.total, currency: row.currency },
  reason: row.reason,
  photoIds: row.photoIds,
  scheduleImpactMinutes: row.scheduleImpactMinutes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  answerNote: row.answerNote,
  allowedActions: allowedActions(row, context),
})
