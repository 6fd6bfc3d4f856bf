import { hash } from 'node:crypto'
import {
  CONTEST_DAYS,
  type Attribution,
  type Cancellation,
  type CancellationFee,
  type CancellationPreview,
  type CancelReason,
  type Contest,
  type NoShow,
  type Side,
  type VisitsCancellationPreview,
} from '@fettle/protocol/bookings/cancellations'
import { cancelReasons } from '@fettle/protocol/bookings/constants'
import { hourlyAmount, shareOf, sumOf } from '@fettle/protocol/common/money'
import type { Money } from '@fettle/protocol'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { assertAllowed, feeBasisOf, transition } from '../booking.rules.ts'
import type { Booking, BookingDecisionContext } from '../booking.types.ts'
import { isScheduled } from '../lifecycle/unscheduled.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Cancellation and no-show: responsibility and fees. Pure. */

/** From this delay on a customer cancels free of charge. */
const FREE_AFTER_LATE_MS = HOUR_MS

/** The amount a fee is a share of: the agreed price, or the estimated hours. */
function agreedPrice(booking: Booking): Money | null {
  const { price } = booking
  if (price.model === 'FIXED' && price.amount) {
    return { amount: price.amount.amount + booking.adjustmentsTotal, currency: price.amount.currency }
  }
  if (price.model !== 'HOURLY' || !price.hourlyRate) return null
  const minutes = Math.max(price.minimumMinutes ?? 0, price.estimatedMinutes ?? booking.durationMinutes)
  const { amount, currency } = price.hourlyRate
  return { amount: hourlyAmount(minutes, amount) + booking.adjustmentsTotal, currency }
}

export const noticeMinutes = (booking: Booking, now: Date): number | null =>
  isScheduled(booking) ? Math.max(0, Math.floor((+feeBasisOf(booking, now) - +now) / MINUTE_MS)) : null

const isDelayed = ({ etaAt, startAt, arrivalWindowMinutes }: Booking): boolean =>
  etaAt !== null && startAt !== null && +etaAt - +startAt - arrivalWindowMinutes * MINUTE_MS > FREE_AFTER_LATE_MS

/** A share of the agreed price as fee of the customer. */
function feeShare(booking: Booking, feeBps: number, rule: CancellationFee['rule']): CancellationFee {
  const price = agreedPrice(booking)
  if (price === null) return { amount: null, payer: null, rule: 'FREE_NO_PRICE', feeBps }
  const amount = shareOf(Math.max(0, price.amount), feeBps)
  return { amount: { amount, currency: price.currency }, payer: amount > 0 ? 'CUSTOMER' : null, rule, feeBps }
}

/** The fee for cancelling now. Only a customer who is responsible pays one. */
export function feeOf(
  booking: Booking,
  { by, attributedTo, now }: { by: Side; attributedTo: Attribution; now: Date },
): CancellationFee {
  const free = (rule: CancellationFee['rule']): CancellationFee => feeShare(booking, 0, rule)
  const { policy, confirmedAt } = booking
  if (attributedTo !== 'CUSTOMER') return free('FREE_NOT_CUSTOMER')
  if (by === 'CUSTOMER' && isDelayed(booking)) return free('FREE_LATE')
  if (!isScheduled(booking)) return free('FREE_NO_TIME')
  if (policy.tiers.length === 0) return free('FREE_POLICY')
  if (confirmedAt && +now <= +confirmedAt + policy.graceMinutes * MINUTE_MS) return free('FREE_GRACE')
  const noticeMs = +feeBasisOf(booking, now) - +now
  const tier = policy.tiers
    .toSorted((one, other) => one.belowHours - other.belowHours)
    .find(({ belowHours }) => noticeMs < belowHours * HOUR_MS)
  return tier ? feeShare(booking, tier.feeBps, 'SHORT_NOTICE') : free('FREE_NOTICE')
}

/** The responsible side, and whether it may contest that first. Until then it counts for neither side. */
function attribution(by: Side, attributedTo: Attribution, now: Date) {
  const isBlame = attributedTo !== 'NEUTRAL' && attributedTo !== by
  const contestUntil = new Date(+now + CONTEST_DAYS * DAY_MS).toISOString()
  return {
    attributedTo,
    countsFrom: isBlame ? contestUntil : now.toISOString(),
    contestUntil: isBlame ? contestUntil : null,
    contest: null,
  }
}

function assertReasonAllowed(reasonCode: CancelReason | undefined, by: Side): asserts reasonCode is CancelReason {
  if (reasonCode === undefined) throw fieldError(['reasonCode'], 'REQUIRED', issueText('REASON_REQUIRED'))
  const { by: allowedSides }: { by: readonly Side[] } = cancelReasons[reasonCode]
  if (!allowedSides.includes(by)) throw fieldError(['reasonCode'], 'NOT_ALLOWED', issueText('REASON_REQUIRED'))
}

interface ReasonRequirements {
  by: readonly Side[]
  note?: true
  photo?: true
  contactAttempts?: number
}

/** The terms of cancelling now, with a hash of everything but the passing minutes. */
export function previewOf(
  booking: Booking,
  { by, reasonCode, context }: { by: Side; reasonCode: CancelReason | undefined; context: BookingDecisionContext },
): CancellationPreview {
  assertAllowed(booking, 'cancel', context)
  assertReasonAllowed(reasonCode, by)
  const { attribution: attributedTo, ...rest } = cancelReasons[reasonCode]
  const needs: ReasonRequirements = rest
  const fee = feeOf(booking, { by, attributedTo, now: context.now })
  const terms = {
    reasonCode,
    fee,
    attributedTo,
    feeBasisStartAt: isScheduled(booking) ? feeBasisOf(booking, context.now).toISOString() : null,
    policy: booking.policy,
  }
  return {
    ...terms,
    noticeMinutes: noticeMinutes(booking, context.now),
    ownRates:
      attributedTo === 'NEUTRAL'
        ? 'NO_EFFECT'
        : attributedTo === by
          ? 'COUNTS_AGAINST_YOU'
          : 'COUNTS_AGAINST_OTHER_SIDE',
    needs: {
      note: needs.note === true,
      photo: needs.photo === true,
      contactAttempts: needs.contactAttempts ?? 0,
    },
    previewHash: hash('sha256', JSON.stringify([booking.id, by, terms]), 'base64url'),
  }
}

/** Throws unless a customer who cancels several visits accepted the sum of their fees, as it is now. */
export function assertFeesAccepted(
  previews: readonly (CancellationPreview & { bookingId: string })[],
  { acceptFee, previewHash }: Pick<CancellationInput, 'acceptFee' | 'previewHash'>,
): void {
  const [first] = previews
  if (!first) return
  const charged = previews.flatMap(({ fee }) => (fee.payer === 'CUSTOMER' && fee.amount ? [fee.amount] : []))
  const preview: VisitsCancellationPreview = {
    reasonCode: first.reasonCode,
    fee: charged[0] ? { ...charged[0], amount: sumOf(charged.map(({ amount }) => amount)) } : null,
    visits: previews.map(({ bookingId, fee }) => ({ bookingId, fee })),
    previewHash: hash('sha256', JSON.stringify(previews.map((each) => each.previewHash)), 'base64url'),
  }
  const isKnown = previewHash === preview.previewHash
  if (!isKnown && (preview.fee || previewHash !== undefined)) throw new AppError('FEE_CHANGED', { preview })
  if (preview.fee && acceptFee !== true) throw fieldError(['acceptFee'], 'REQUIRED', issueText('FEE_NOT_ACCEPTED'))
}

/** Input of a cancellation. */
export interface CancellationInput {
  reasonCode?: CancelReason | undefined
  note?: string | undefined
  photoIds: readonly string[]
  acceptFee?: boolean | undefined
  previewHash?: string | undefined
}

/** Cancels on the previewed terms, with everything the reason requires. */
export function cancel(
  booking: Booking,
  input: CancellationInput,
  context: BookingDecisionContext,
  { by, photoIds, attempts }: { by: Side; photoIds: readonly string[]; attempts: number },
): Booking {
  const preview = previewOf(booking, { by, reasonCode: input.reasonCode, context })
  const { needs, fee } = preview
  if (needs.note && !input.note) throw fieldError(['note'], 'REQUIRED', issueText('NOTE_REQUIRED'))
  if (needs.photo && input.photoIds.length === 0) throw fieldError(['photoIds'], 'REQUIRED', issueText('ADD_PHOTO'))
  assertPhotosOf(input.photoIds, photoIds)
  if (attempts < needs.contactAttempts) {
    throw new AppError('CONTACT_REQUIRED', { needed: needs.contactAttempts, made: attempts })
  }
  const isKnown = input.previewHash === preview.previewHash
  const costs = (fee.amount?.amount ?? 0) > 0
  if (!isKnown && (costs || input.previewHash !== undefined)) throw new AppError('FEE_CHANGED', { preview })
  if (costs && fee.payer === by && input.acceptFee !== true) {
    throw fieldError(['acceptFee'], 'REQUIRED', issueText('FEE_NOT_ACCEPTED'))
  }
  return {
    ...transition(booking, 'cancel', context),
    pause: null,
    autoConfirmAt: null,
    cancellation: {
      by,
      reasonCode: preview.reasonCode,
      note: input.note || null,
      at: context.now.toISOString(),
      noticeMinutes: preview.noticeMinutes,
      fee,
      ...attribution(by, preview.attributedTo, context.now),
    },
  }
}

export function assertPhotosOf(requestedIds: readonly string[], bookingPhotoIds: readonly string[]): void {
  const missing = requestedIds.findIndex((id) => !bookingPhotoIds.includes(id))
  if (missing >= 0) throw fieldError(['photoIds', missing], 'NOT_ALLOWED', issueText('PHOTOS_OF_OTHER_BOOKING'))
}

/** Withdraws one's own request. No fee, and it counts for neither side. */
export function withdraw(
  booking: Booking,
  context: BookingDecisionContext,
  { by, note }: { by: Side; note?: string | undefined },
): Booking {
  return {
    ...transition(booking, 'withdraw', context),
    cancellation: {
      by,
      reasonCode: 'WITHDRAWN',
      note: note || null,
      at: context.now.toISOString(),
      noticeMinutes: noticeMinutes(booking, context.now),
      fee: { amount: null, payer: null, rule: 'FREE_NOTICE', feeBps: 0 },
      ...attribution(by, 'NEUTRAL', context.now),
    },
  }
}

/** Reports that the customer did not show up. Requires waiting and an attempt to contact them since arrival. */
export function reportNoShow(
  booking: Booking,
  { note, photoIds }: { note: string; photoIds: readonly string[] },
  context: BookingDecisionContext,
  { triedSinceArrival, knownPhotoIds }: { triedSinceArrival: boolean; knownPhotoIds: readonly string[] },
): Booking {
  const missed = transition(booking, 'report-no-show', context)
  if (!triedSinceArrival) throw new AppError('CONTACT_REQUIRED')
  assertPhotosOf(photoIds, knownPhotoIds)
  const fee = feeShare(booking, booking.policy.noShowBps, booking.policy.noShowBps > 0 ? 'NO_SHOW' : 'FREE_POLICY')
  return { ...missed, noShow: toNoShow({ missing: 'CUSTOMER', reportedBy: 'PROVIDER', note, fee }, context.now) }
}

/** Reports that the provider did not show up. Free for the customer. */
export function reportProviderNoShow(
  booking: Booking,
  note: string | undefined,
  context: BookingDecisionContext,
): Booking {
  const missed = transition(booking, 'report-provider-no-show', context)
  const fee = feeShare(booking, 0, 'FREE_NOT_CUSTOMER')
  return { ...missed, noShow: toNoShow({ missing: 'PROVIDER', reportedBy: 'CUSTOMER', note, fee }, context.now) }
}

const toNoShow = (
  {
    missing,
    reportedBy,
    note,
    fee,
  }: { missing: Side; reportedBy: Side; note: string | undefined; fee: CancellationFee },
  now: Date,
): NoShow => ({
  party: missing,
  reportedBy,
  at: now.toISOString(),
  note: note || null,
  fee,
  ...attribution(reportedBy, missing, now),
})

/** Contests responsibility. Until resolved it counts for neither side. */
export function contest(
  booking: Booking,
  action: 'contest-cancellation' | 'contest-no-show',
  { by, note }: { by: Side; note: string },
  context: BookingDecisionContext,
): Booking {
  assertAllowed(booking, action, context)
  const opened: Contest = { by, at: context.now.toISOString(), note, status: 'OPEN' }
  const contested = { contest: opened, countsFrom: null }
  const after = bumpVersion(booking, context.now)
  return action === 'contest-cancellation'
    ? { ...after, cancellation: after.cancellation && { ...after.cancellation, ...contested } }
    : { ...after, noShow: after.noShow && { ...after.noShow, ...contested } }
}

/** Whether this side already contested it. A repetition is answered, not refused. */
export const isContested = (record: Cancellation | NoShow | null, by: Side): boolean => record?.contest?.by === by
