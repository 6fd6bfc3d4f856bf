import { describe, expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { cardActions, sheetOf } from './card-model.ts'

const now = new Date('2026-11-25T06:00:00Z')

describe('what a card in a conversation offers', () => {
  it('is an answer to a request, yes being the main thing', () => {
    expect(cardActions(bookingFixture({ allowedActions: ['accept', 'decline', 'reschedule'] }), now)).toEqual([
      'decline',
      'accept',
    ])
  })

  it('is another time where this one is taken', () => {
    expect(cardActions(bookingFixture({ allowedActions: ['decline', 'reschedule'] }), now)).toEqual([
      'decline',
      'reschedule',
    ])
    expect(cardActions(bookingFixture({ allowedActions: ['decline'] }), now)).toEqual(['decline'])
  })

  it('is the next step of a job, once it is near', () => {
    const job = bookingFixture({ status: 'CONFIRMED', allowedActions: ['start-travel', 'cancel'] })
    expect(cardActions(job, now)).toEqual(['start-travel'])
    expect(cardActions({ ...job, startAt: '2026-11-27T09:00:00Z' }, now)).toEqual([])
    expect(cardActions(bookingFixture({ status: 'IN_PROGRESS', allowedActions: ['pause', 'complete'] }), now)).toEqual([
      'complete',
    ])
  })

  it('is nothing the server does not allow, and nothing once it is over', () => {
    expect(cardActions(bookingFixture({ allowedActions: [] }), now)).toEqual([])
    expect(cardActions(bookingFixture({ status: 'COMPLETED', allowedActions: ['rebook'] }), now)).toEqual([])
  })

  it('asks in the sheet of the booking’s own page, and accepts at once', () => {
    expect(sheetOf('decline', { asksStartCode: false })).toBe('decline')
    expect(sheetOf('complete', { asksStartCode: false })).toBe('complete')
    expect(sheetOf('accept', { asksStartCode: false })).toBeUndefined()
    expect(sheetOf('start-travel', { asksStartCode: false })).toBeUndefined()
    expect(sheetOf('start', { asksStartCode: true })).toBe('start-code')
  })
})
