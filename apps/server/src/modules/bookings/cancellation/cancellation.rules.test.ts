import { cancellationPolicies, type CancelReason, type Side } from '@fettle/protocol/bookings/cancellations'
import { cancelReasonCodes, cancelReasons } from '@fettle/protocol/bookings/constants'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  confirmedBooking,
  decisionContext,
  hoursFrom,
  catchAppError,
  requestedBooking,
} from '../../../../testing/fixtures/booking.fixture.ts'
import { rescheduleTo } from '../booking.rules.ts'
import type { Booking } from '../booking.types.ts'
import * as rules from './cancellation.rules.ts'
import type { CancellationInput } from './cancellation.rules.ts'

const policy = (name: keyof typeof cancellationPolicies): Booking => ({
  ...confirmedBooking,
  policy: { ...cancellationPolicies[name], tiers: [...cancellationPolicies[name].tiers] },
})
const before = (hours: number) => hoursFrom(confirmedBooking.startAt, -hours)
const price = 1_500_000
const minute = 1 / 60

const sidesOf = (reason: CancelReason): readonly Side[] => cancelReasons[reason].by
const everything = { photoIds: ['pho_1'], attempts: 2 }

/** Cancels on the previewed terms, with everything the reason requires. */
function cancelled(booking: Booking, by: Side, reasonCode: CancelReason, at: Date): Booking {
  const context = decisionContext({ role: by, now: at })
  const { previewHash } = rules.previewOf(booking, { by, reasonCode, context: context })
  const input: CancellationInput = { reasonCode, note: 'Because.', photoIds: ['pho_1'], acceptFee: true, previewHash }
  return rules.cancel(booking, input, context, { by, ...everything })
}

describe('the cancellation fee', () => {
  const feeBps = (booking: Booking, hours: number, by: Side = 'CUSTOMER') =>
    rules.feeOf(booking, { by, attributedTo: 'CUSTOMER', now: before(hours) }).feeBps

  it.each([
    ['FLEXIBLE', 0, 0, 0],
    ['STANDARD', 0, 2500, 5000],
    ['STRICT', 0, 5000, 10_000],
  ] as const)('of %s is %i, %i and %i by notice', (name, day, hours, soon) => {
    const booking = policy(name)
    expect([24, 24 - minute, 2, 2 - minute, 0].map((notice) => feeBps(booking, notice))).toEqual([
      day,
      hours,
      hours,
      soon,
      soon,
    ])
  })

  it('is zero within a quarter of an hour of the confirmation', () => {
    const justNow = { ...confirmedBooking, confirmedAt: before(1) }
    expect(rules.feeOf(justNow, { by: 'CUSTOMER', attributedTo: 'CUSTOMER', now: before(0.75) })).toMatchObject({
      amount: { amount: 0, currency: 'NGN' },
      payer: null,
      rule: 'FREE_GRACE',
    })
    expect(feeBps(justNow, 0.75 - minute)).toBe(5000)
  })

  it("is zero without the customer's fault, and when the provider is an hour late", () => {
    const now = before(1)
    for (const attributedTo of ['PROVIDER', 'NEUTRAL'] as const) {
      expect(rules.feeOf(confirmedBooking, { by: 'PROVIDER', attributedTo, now }).rule).toBe('FREE_NOT_CUSTOMER')
    }
    const delayedBy = (minutes: number) => ({
      ...confirmedBooking,
      etaAt: hoursFrom(confirmedBooking.startAt, minutes / 60),
    })
    expect(rules.feeOf(delayedBy(61), { by: 'CUSTOMER', attributedTo: 'CUSTOMER', now }).rule).toBe('FREE_LATE')
    expect(rules.feeOf(delayedBy(60), { by: 'CUSTOMER', attributedTo: 'CUSTOMER', now }).rule).toBe('SHORT_NOTICE')
  })

  it('is a share of the price including adjustments, or of the expected hours', () => {
    const extra = { ...confirmedBooking, adjustmentsTotal: 500_000 }
    const attribution = { by: 'CUSTOMER', attributedTo: 'CUSTOMER', now: before(3) } as const
    expect(rules.feeOf(extra, attribution).amount).toEqual({ amount: 500_000, currency: 'NGN' })
    const rate = { amount: 400_000, currency: 'NGN' }
    const hourly: Booking = { ...confirmedBooking, price: { model: 'HOURLY', hourlyRate: rate, estimatedMinutes: 90 } }
    expect(rules.feeOf(hourly, attribution).amount?.amount).toBe(150_000)
    expect(rules.feeOf({ ...confirmedBooking, price: { model: 'TO_QUOTE' } }, attribution)).toMatchObject({
      amount: null,
      payer: null,
      rule: 'FREE_NO_PRICE',
    })
  })

  it('cannot be avoided by rescheduling first', () => {
    const out = rescheduleTo(confirmedBooking, { startAt: before(-200), endAt: before(-202) }, before(3))
    expect(rules.feeOf(out, { by: 'CUSTOMER', attributedTo: 'CUSTOMER', now: before(2.5) }).feeBps).toBe(2500)
    expect(rules.noticeMinutes(out, before(2.5))).toBe(150)
  })

  it('is between zero and the price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(cancellationPolicies) as (keyof typeof cancellationPolicies)[])),
        fc.integer({ min: -10, max: 100 }),
        fc.constantFrom<Side>('PROVIDER', 'CUSTOMER'),
        fc.constantFrom('PROVIDER', 'CUSTOMER', 'NEUTRAL'),
        (name, hours, by, attributedTo) => {
          const fee = rules.feeOf(policy(name), { by, attributedTo, now: before(hours) })
          expect(fee.amount?.amount).toBeGreaterThanOrEqual(0)
          expect(fee.amount?.amount).toBeLessThanOrEqual(price)
          expect(fee.payer).toBe(fee.amount?.amount ? 'CUSTOMER' : null)
        },
      ),
    )
  })
})

describe('attribution', () => {
  it.each(cancelReasonCodes.flatMap((reason) => sidesOf(reason).map((by) => ({ reason, by }))))(
    'never counts $reason of the $by against the side that may still contest it',
    ({ reason, by }) => {
      const at = before(48)
      const { cancellation } = cancelled(confirmedBooking, by, reason, at)
      if (!cancellation) throw new Error('It was not cancelled')
      const { attribution } = cancelReasons[reason]
      const other = by === 'PROVIDER' ? 'CUSTOMER' : 'PROVIDER'
      expect(cancellation.attributedTo).toBe(attribution)
      const countsFrom = attribution === other ? hoursFrom(at, 7 * 24) : at
      expect(cancellation.countsFrom).toBe(countsFrom.toISOString())
    },
  )

  it.each(cancelReasonCodes)('%s can be given by its own side only', (reasonCode) => {
    for (const by of ['PROVIDER', 'CUSTOMER'] as const) {
      if (sidesOf(reasonCode).includes(by)) continue
      const context = decisionContext({ role: by, now: before(48) })
      const error = catchAppError(() => rules.previewOf(confirmedBooking, { by, reasonCode, context: context }))
      expect(error.issues).toMatchObject([{ field: 'reasonCode', code: 'NOT_ALLOWED' }])
    }
  })

  it('is neutral once contested, which its side can do for seven days', () => {
    const at = before(48)
    const gone = cancelled(confirmedBooking, 'PROVIDER', 'CUSTOMER_REQUESTED', at)
    const contest = (booking: Booking, by: Side, now: Date) =>
      rules.contest(
        booking,
        'contest-cancellation',
        { by, note: 'I never said so.' },
        decisionContext({ role: by, now }),
      )
    const last = new Date(+hoursFrom(at, 7 * 24) - 1)
    const contested = contest(gone, 'CUSTOMER', last)
    expect(contested.cancellation).toMatchObject({ contest: { by: 'CUSTOMER', status: 'OPEN' }, countsFrom: null })
    for (const act of [
      () => contest(gone, 'PROVIDER', at),
      () => contest(gone, 'CUSTOMER', hoursFrom(at, 7 * 24)),
      () => contest(contested, 'CUSTOMER', last),
      () => contest(cancelled(confirmedBooking, 'CUSTOMER', 'CHANGED_MIND', at), 'CUSTOMER', at),
      () => contest(cancelled(confirmedBooking, 'PROVIDER', 'WEATHER', at), 'CUSTOMER', at),
    ]) {
      expect(catchAppError(act).code).toBe('CONTEST_CLOSED')
    }
  })
})

describe('cancelling a booking', () => {
  const context = decisionContext({ role: 'PROVIDER', now: before(48) })
  const attempt = (input: Partial<CancellationInput>, facts: Partial<typeof everything> = {}) =>
    rules.cancel(confirmedBooking, { photoIds: [], ...input }, context, { by: 'PROVIDER', ...everything, ...facts })

  it('needs a reason with its required fields', () => {
    expect(catchAppError(() => attempt({})).issues).toMatchObject([{ field: 'reasonCode', code: 'REQUIRED' }])
    expect(catchAppError(() => attempt({ reasonCode: 'OTHER' })).issues).toMatchObject([
      { field: 'note', code: 'REQUIRED' },
    ])
    expect(catchAppError(() => attempt({ reasonCode: 'UNSAFE_SITE', note: 'Wires.' })).issues).toMatchObject([
      { field: 'photoIds', code: 'REQUIRED' },
    ])
    expect(
      catchAppError(() => attempt({ reasonCode: 'UNSAFE_SITE', note: 'Wires.', photoIds: ['pho_2'] })).issues,
    ).toMatchObject([{ path: ['photoIds', 0], code: 'NOT_ALLOWED' }])
    expect(catchAppError(() => attempt({ reasonCode: 'CUSTOMER_UNRESPONSIVE' }, { attempts: 1 }))).toMatchObject({
      code: 'CONTACT_REQUIRED',
      message: 'Contact the customer first.',
    })
  })

  it('requires the shown terms: any change except of minutes is refused', () => {
    const customer = (at: Date) => decisionContext({ role: 'CUSTOMER', now: at })
    const previewAt = (at: Date) =>
      rules.previewOf(confirmedBooking, { by: 'CUSTOMER', reasonCode: 'CHANGED_MIND', context: customer(at) })
    const shown = previewAt(before(10))
    expect(previewAt(before(9)).previewHash).toBe(shown.previewHash)
    const act = (at: Date, change: Partial<CancellationInput> = {}) =>
      rules.cancel(
        confirmedBooking,
        { reasonCode: 'CHANGED_MIND', photoIds: [], acceptFee: true, previewHash: shown.previewHash, ...change },
        customer(at),
        { by: 'CUSTOMER', ...everything },
      )
    expect(act(before(9)).cancellation).toMatchObject({
      fee: { amount: { amount: 375_000, currency: 'NGN' }, payer: 'CUSTOMER', rule: 'SHORT_NOTICE' },
      noticeMinutes: 540,
    })
    expect(catchAppError(() => act(before(1)))).toMatchObject({
      code: 'FEE_CHANGED',
      message: 'The cancellation terms changed. Review them again.',
      details: { preview: { fee: { feeBps: 5000 } } },
    })
    expect(catchAppError(() => act(before(9), { previewHash: undefined })).code).toBe('FEE_CHANGED')
    expect(catchAppError(() => act(before(9), { reasonCode: 'SCHEDULE_CHANGED' })).code).toBe('FEE_CHANGED')
    expect(catchAppError(() => act(before(9), { acceptFee: false })).issues).toMatchObject([{ field: 'acceptFee' }])
  })

  it('before it was accepted has no cost or attribution', () => {
    const withdrawn = rules.withdraw(requestedBooking, decisionContext({ role: 'CUSTOMER' }), { by: 'CUSTOMER' })
    expect(withdrawn).toMatchObject({
      status: 'CANCELLED',
      cancellation: { reasonCode: 'WITHDRAWN', attributedTo: 'NEUTRAL', contestUntil: null, fee: { amount: null } },
    })
  })
})

describe('a no-show', () => {
  const arrived: Booking = { ...confirmedBooking, status: 'ARRIVED', arrivedAt: confirmedBooking.startAt }
  const later = decisionContext({ now: hoursFrom(confirmedBooking.startAt, 1) })
  const tried = { triedSinceArrival: true, knownPhotoIds: [] }

  it('of the customer costs what the policy says and can be contested', () => {
    const missed = rules.reportNoShow(arrived, { note: 'Nobody home', photoIds: [] }, later, tried)
    expect(missed.noShow).toMatchObject({
      party: 'CUSTOMER',
      attributedTo: 'CUSTOMER',
      countsFrom: hoursFrom(later.now, 7 * 24).toISOString(),
      fee: { amount: { amount: 750_000 }, payer: 'CUSTOMER', rule: 'NO_SHOW' },
    })
  })

  it('needs an attempt to reach the customer', () => {
    const report = () =>
      rules.reportNoShow(arrived, { note: 'Nobody home', photoIds: [] }, later, { ...tried, triedSinceArrival: false })
    expect(catchAppError(report)).toMatchObject({ code: 'CONTACT_REQUIRED', message: 'Contact the customer first.' })
  })

  it('of the provider costs nothing, and counts only after the time to contest', () => {
    const missed = rules.reportProviderNoShow(confirmedBooking, undefined, { ...later, role: 'CUSTOMER' })
    expect(missed.noShow).toMatchObject({
      party: 'PROVIDER',
      attributedTo: 'PROVIDER',
      countsFrom: hoursFrom(later.now, 7 * 24).toISOString(),
      fee: { payer: null },
    })
  })
})
