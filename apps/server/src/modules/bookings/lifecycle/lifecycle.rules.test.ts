import { defaultSettings as settings } from '@fettle/protocol/accounts/settings'
import { describe, expect, it } from 'vitest'
import {
  confirmedBooking,
  decisionContext,
  hoursFrom,
  now,
  catchAppError,
} from '../../../../testing/fixtures/booking.fixture.ts'
import type { Booking } from '../booking.types.ts'
import * as rules from './lifecycle.rules.ts'

const arrivedBooking: Booking = { ...confirmedBooking, status: 'ARRIVED', arrivedAt: now }
const working: Booking = { ...confirmedBooking, status: 'IN_PROGRESS', startedAt: confirmedBooking.startAt }
const completion = { summary: 'Done.', partial: false, photoIds: [], finalMinutes: null, customerSignature: null }
const complete = (booking: Booking, workedMinutes: number) =>
  rules.complete(booking, decisionContext({ now: confirmedBooking.endAt }), { completion, workedMinutes, settings })

describe('starting work', () => {
  const begin = (startCode: string | undefined, requireStartCode: boolean) =>
    rules.start(arrivedBooking, decisionContext(), { startCode, settings: { ...settings, requireStartCode } })

  it('requires the start code where the operator wants that', () => {
    for (const wrong of [undefined, '', '0000']) {
      expect(catchAppError(() => begin(wrong, true))).toMatchObject({
        status: 422,
        code: 'START_CODE_WRONG',
        message: 'That start code is not correct.',
      })
    }
    expect(begin(' 4711 ', true).status).toBe('IN_PROGRESS')
    expect(begin(undefined, false).status).toBe('IN_PROGRESS')
  })

  it('implies arrival, and keeps the first start of a reopened job', () => {
    const straight = rules.start(confirmedBooking, decisionContext(), { startCode: undefined, settings })
    expect(straight).toMatchObject({ arrivedAt: now, startedAt: now })
    const restarted = rules.start({ ...arrivedBooking, startedAt: hoursFrom(now, -2) }, decisionContext(), {
      startCode: undefined,
      settings,
    })
    expect(restarted.startedAt).toEqual(hoursFrom(now, -2))
  })
})

describe('completing work', () => {
  it('gives the customer three days from the report', () => {
    const reportedAt = hoursFrom(confirmedBooking.endAt, 5)
    const context = { ...decisionContext({ now: reportedAt }), at: confirmedBooking.endAt }
    expect(rules.complete(working, context, { completion, workedMinutes: 120, settings })).toMatchObject({
      status: 'AWAITING_CONFIRMATION',
      awaitingParty: 'CUSTOMER',
      completedAt: confirmedBooking.endAt,
      autoConfirmAt: hoursFrom(reportedAt, 72),
    })
  })

  it('costs the hours worked, at least the minimum, rounded once; a fixed price is unchanged', () => {
    const hourlyRate = { amount: 1_001, currency: 'NGN' }
    const hourly: Booking = { ...working, price: { model: 'HOURLY', hourlyRate, minimumMinutes: 30 } }
    expect(complete(hourly, 90).price.amount).toEqual({ amount: 1_502, currency: 'NGN' })
    expect(complete(hourly, 10)).toMatchObject({ finalAmount: 501, completion: { finalMinutes: 10 } })
    expect(complete(working, 90)).toMatchObject({ finalAmount: null, price: confirmedBooking.price })
  })

  it('is undone by a fix request or by the provider, which stops the deadline', () => {
    const completedBooking = complete(working, 90)
    for (const back of [
      rules.requestFix(completedBooking, decisionContext({ role: 'CUSTOMER', now: confirmedBooking.endAt })),
      rules.reopen(completedBooking, decisionContext({ now: confirmedBooking.endAt })),
    ]) {
      expect(back).toMatchObject({ status: 'IN_PROGRESS', completedAt: null, autoConfirmAt: null })
    }
  })
})

describe('pausing work', () => {
  const paused: Booking = { ...working, status: 'PAUSED', pause: { reasonCode: 'MULTI_DAY', resumeOn: null } }

  it('resumes within its visit, or on a new visit as long as the first', () => {
    const within = decisionContext({ now: hoursFrom(confirmedBooking.startAt, 1) })
    expect(rules.resume(paused, within)).toMatchObject({
      startAt: confirmedBooking.startAt,
      endAt: confirmedBooking.endAt,
      pause: null,
    })
    const nextDay = hoursFrom(confirmedBooking.startAt, 26)
    expect(rules.resume(paused, decisionContext({ now: nextDay }))).toMatchObject({
      startAt: nextDay,
      endAt: hoursFrom(nextDay, 2),
    })
  })

  it('has an end in the future', () => {
    const pause = () => rules.pause(working, decisionContext(), { reasonCode: 'WEATHER', resumeOn: now })
    expect(catchAppError(pause).issues).toMatchObject([{ field: 'resumeOn', code: 'TOO_SMALL' }])
  })
})

describe('a delay', () => {
  it('must be reported before it is over, by the time of the report', () => {
    expect(catchAppError(() => rules.late(confirmedBooking, decisionContext(), now)).issues).toMatchObject([
      { field: 'etaAt' },
    ])
    const late = rules.late(confirmedBooking, decisionContext(), hoursFrom(now, 1))
    expect(late).toMatchObject({ status: 'CONFIRMED', lateCount: 1, etaAt: hoursFrom(now, 1), version: 2 })
  })

  it('is not recorded when travelling started on time but was reported late', () => {
    const at = hoursFrom(confirmedBooking.startAt, -1)
    const context = { ...decisionContext({ now: hoursFrom(confirmedBooking.startAt, 3) }), at }
    expect(rules.startTravel(confirmedBooking, context)).toMatchObject({ enRouteAt: at, updatedAt: context.now })
    const early = { ...context, at: hoursFrom(confirmedBooking.startAt, -5) }
    expect(catchAppError(() => rules.startTravel(confirmedBooking, early)).code).toBe('BOOKING_TOO_EARLY')
  })
})
