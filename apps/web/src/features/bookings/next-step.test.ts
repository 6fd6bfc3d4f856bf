import type { BookingView } from '@fettle/protocol/bookings'
import { describe, expect, it } from 'vitest'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { nextStep, otherActions, withDecision } from './next-step.ts'

const now = new Date('2026-11-25T07:00:00Z')
const booking = bookingFixture()
const confirmed = bookingFixture({
  status: 'CONFIRMED',
  allowedActions: ['start-travel', 'arrive', 'start', 'reschedule', 'cancel'],
})

describe('the next action of a booking', () => {
  const step = (overrides: Partial<BookingView>, at = now) => nextStep(bookingFixture(overrides), at)

  it('is to answer while allowed', () => {
    expect(step({ allowedActions: ['accept', 'decline'] })).toBe('accept')
    expect(step({ allowedActions: ['decline'] })).toBe('decline')
    expect(step({ allowedActions: [] })).toBe('message')
  })

  it('is to propose a time for a request that has none', () => {
    const unscheduled = { startAt: null, endAt: null }
    expect(step({ ...unscheduled, allowedActions: ['accept', 'decline', 'reschedule'] })).toBe('reschedule')
    expect(step({ ...unscheduled, allowedActions: ['accept', 'decline'] })).toBe('accept')
    expect(otherActions({ allowedActions: ['accept', 'decline', 'reschedule'] }, 'reschedule')).toEqual(['accept'])
  })

  it('follows the steps of the job', () => {
    expect(nextStep(confirmed, now)).toBe('start-travel')
    expect(step({ status: 'EN_ROUTE', allowedActions: ['arrive', 'start', 'cancel'] })).toBe('arrive')
    expect(step({ status: 'ARRIVED', allowedActions: ['start', 'cancel', 'report-no-show'] })).toBe('start')
    expect(step({ status: 'IN_PROGRESS', allowedActions: ['pause', 'complete'] })).toBe('complete')
    expect(step({ status: 'PAUSED', allowedActions: ['resume', 'complete', 'cancel'] })).toBe('resume')
    expect(step({ status: 'AWAITING_CONFIRMATION', allowedActions: ['reopen'] })).toBe('message')
    expect(step({ status: 'COMPLETED', allowedActions: ['rebook'] })).toBe('rebook')
  })

  it('is to message the customer while the job is far ahead', () => {
    expect(nextStep(confirmed, new Date('2026-11-24T07:00:00Z'))).toBe('message')
  })

  it('leaves other actions to the menu in order', () => {
    expect(otherActions(confirmed, 'start-travel')).toEqual(['arrive', 'start', 'reschedule', 'cancel'])
  })
})

it('an optimistic answer removes its actions', () => {
  expect(withDecision(booking, 'accept')).toMatchObject({
    status: 'CONFIRMED',
    allowedActions: [],
    awaitingParty: null,
  })
  expect(withDecision(booking, 'decline').status).toBe('DECLINED')
})

describe('an unscheduled booking', () => {
  const unscheduled = bookingFixture({ status: 'CONFIRMED', schedulingMode: 'UNSCHEDULED', startAt: null, endAt: null })
  const now = new Date('2026-11-24T09:00:00Z')

  it('needs a time first, or a message while one is proposed', () => {
    expect(nextStep({ ...unscheduled, allowedActions: ['cancel', 'reschedule'] }, now)).toBe('reschedule')
    expect(nextStep({ ...unscheduled, allowedActions: ['cancel'] }, now)).toBe('message')
  })
})
