import { describe, expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { cardActions, sheetOf } from './card-model.ts'

const now = new Date('2026-11-25T06:00:00Z')

describe('the actions of a booking card', () => {
  it('answer a request, with acceptance as the primary one', () => {
    expect(cardActions(bookingFixture({ allowedActions: ['accept', 'decline', 'reschedule'] }), now)).toEqual([
      'decline',
      'accept',
    ])
  })

  it('suggest another time when the slot is taken', () => {
    expect(cardActions(bookingFixture({ allowedActions: ['decline', 'reschedule'] }), now)).toEqual([
      'decline',
      'reschedule',
    ])
    expect(cardActions(bookingFixture({ allowedActions: ['decline'] }), now)).toEqual(['decline'])
  })

  it('include the next step of a job shortly before it', () => {
    const job = bookingFixture({ status: 'CONFIRMED', allowedActions: ['start-travel', 'cancel'] })
    expect(cardActions(job, now)).toEqual(['start-travel'])
    expect(cardActions({ ...job, startAt: '2026-11-27T09:00:00Z' }, now)).toEqual([])
    expect(cardActions(bookingFixture({ status: 'IN_PROGRESS', allowedActions: ['pause', 'complete'] }), now)).toEqual([
      'complete',
    ])
  })

  it('propose a time for a request that has none', () => {
    const unscheduled = bookingFixture({
      startAt: null,
      endAt: null,
      allowedActions: ['accept', 'decline', 'reschedule'],
    })
    expect(cardActions(unscheduled, now)).toEqual(['decline', 'reschedule'])
  })

  it('are limited by the server, and none for a final booking', () => {
    expect(cardActions(bookingFixture({ allowedActions: [] }), now)).toEqual([])
    expect(cardActions(bookingFixture({ status: 'COMPLETED', allowedActions: ['rebook'] }), now)).toEqual([])
  })

  it("open the booking's sheet, except accepting", () => {
    expect(sheetOf('decline', { asksStartCode: false })).toBe('decline')
    expect(sheetOf('complete', { asksStartCode: false })).toBe('complete')
    expect(sheetOf('accept', { asksStartCode: false })).toBeUndefined()
    expect(sheetOf('start-travel', { asksStartCode: false })).toBeUndefined()
    expect(sheetOf('start', { asksStartCode: true })).toBe('start-code')
  })
})
