import { shippedSettings as settings } from '@fettle/protocol/settings'
import { describe, expect, it } from 'vitest'
import { confirmed, facts, hoursFrom, now, refusal } from '../../../../testing/bookings.ts'
import type { Booking } from '../booking.rules.ts'
import * as rules from './lifecycle.rules.ts'

const there: Booking = { ...confirmed, status: 'ARRIVED', arrivedAt: now }
const working: Booking = { ...confirmed, status: 'IN_PROGRESS', startedAt: confirmed.startAt }
const completion = { summary: 'Done.', partial: false, photoIds: [], finalMinutes: null, customerSignature: null }
const complete = (booking: Booking, workedMinutes: number) =>
  rules.complete(booking, facts({ now: confirmed.endAt }), { completion, workedMinutes, settings })

describe('beginning the work', () => {
  const begin = (startCode: string | undefined, requireStartCode: boolean) =>
    rules.start(there, facts(), { startCode, settings: { ...settings, requireStartCode } })

  it("asks for the customer's four digits where the operator wants that", () => {
    for (const wrong of [undefined, '', '0000']) {
      expect(refusal(() => begin(wrong, true))).toMatchObject({
        status: 422,
        code: 'START_CODE_WRONG',
        message: 'That start code is not right.',
      })
    }
    expect(begin(' 4711 ', true).status).toBe('IN_PROGRESS')
    expect(begin(undefined, false).status).toBe('IN_PROGRESS')
  })

  it('is an arrival too, and keeps the first beginning of a job that was reopened', () => {
    const straight = rules.start(confirmed, facts(), { startCode: undefined, settings })
    expect(straight).toMatchObject({ arrivedAt: now, startedAt: now })
    const again = rules.start({ ...there, startedAt: hoursFrom(now, -2) }, facts(), { startCode: undefined, settings })
    expect(again.startedAt).toEqual(hoursFrom(now, -2))
  })
})

describe('handing the work over', () => {
  it('gives the customer three days from when we heard of it', () => {
    const heard = hoursFrom(confirmed.endAt, 5)
    const doing = { ...facts({ now: heard }), at: confirmed.endAt }
    expect(rules.complete(working, doing, { completion, workedMinutes: 120, settings })).toMatchObject({
      status: 'AWAITING_CONFIRMATION',
      awaitingParty: 'CUSTOMER',
      completedAt: confirmed.endAt,
      autoConfirmAt: hoursFrom(heard, 72),
    })
  })

  it('costs the hours it took, at least the minimum, rounded once; a fixed price stays as it is', () => {
    const hourlyRate = { amount: 1_001, currency: 'NGN' }
    const hourly: Booking = { ...working, price: { model: 'HOURLY', hourlyRate, minimumMinutes: 30 } }
    expect(complete(hourly, 90).price.amount).toEqual({ amount: 1_502, currency: 'NGN' })
    expect(complete(hourly, 10)).toMatchObject({ finalAmount: 501, completion: { finalMinutes: 10 } })
    expect(complete(working, 90)).toMatchObject({ finalAmount: null, price: confirmed.price })
  })

  it('is undone by a fix or by the provider, which stops the clock', () => {
    const done = complete(working, 90)
    for (const back of [
      rules.requestFix(done, facts({ role: 'CUSTOMER', now: confirmed.endAt })),
      rules.reopen(done, facts({ now: confirmed.endAt })),
    ]) {
      expect(back).toMatchObject({ status: 'IN_PROGRESS', completedAt: null, autoConfirmAt: null })
    }
  })
})

describe('a pause', () => {
  const paused: Booking = { ...working, status: 'PAUSED', pause: { reasonCode: 'MULTI_DAY', resumeOn: null } }

  it('goes on within its visit, or makes the day it goes on a visit as long as the first', () => {
    const within = facts({ now: hoursFrom(confirmed.startAt, 1) })
    expect(rules.resume(paused, within)).toMatchObject({
      startAt: confirmed.startAt,
      endAt: confirmed.endAt,
      pause: null,
    })
    const nextDay = hoursFrom(confirmed.startAt, 26)
    expect(rules.resume(paused, facts({ now: nextDay }))).toMatchObject({
      startAt: nextDay,
      endAt: hoursFrom(nextDay, 2),
    })
  })

  it('ends in the future', () => {
    const pause = () => rules.pause(working, facts(), { reasonCode: 'WEATHER', resumeOn: now })
    expect(refusal(pause).issues).toMatchObject([{ field: 'resumeOn', code: 'TOO_SMALL' }])
  })
})

describe('a delay', () => {
  it('is told of before it is over, and guards look at when it was told', () => {
    expect(refusal(() => rules.late(confirmed, facts(), now)).issues).toMatchObject([{ field: 'etaAt' }])
    const told = rules.late(confirmed, facts(), hoursFrom(now, 1))
    expect(told).toMatchObject({ status: 'CONFIRMED', lateCount: 1, etaAt: hoursFrom(now, 1), version: 2 })
  })

  it('does not hide that somebody set off in time although we heard of it late', () => {
    const at = hoursFrom(confirmed.startAt, -1)
    const doing = { ...facts({ now: hoursFrom(confirmed.startAt, 3) }), at }
    expect(rules.startTravel(confirmed, doing)).toMatchObject({ enRouteAt: at, updatedAt: doing.now })
    const early = { ...doing, at: hoursFrom(confirmed.startAt, -5) }
    expect(refusal(() => rules.startTravel(confirmed, early)).code).toBe('BOOKING_TOO_EARLY')
  })
})
