import type { TimelineEntry } from '@fettle/protocol/bookings'
import { expect, it } from 'vitest'
import { historyEntryOf } from './history-labels.ts'

const entryOf = (event: string, type: string, data: Record<string, unknown> = {}) =>
  historyEntryOf({ event, data, actor: { type, id: null, name: 'Ngozi' } } as unknown as TimelineEntry)

it('says that a request was withdrawn, and why a booking was cancelled', () => {
  const withdrawn = { reasonCode: 'WITHDRAWN', note: 'Found a friend.' }
  expect(entryOf('booking.cancelled', 'CUSTOMER', withdrawn)).toEqual({
    title: 'Ngozi withdrew the request',
    detail: 'Found a friend.',
  })
  expect(entryOf('booking.cancelled', 'PROVIDER', { reasonCode: 'WITHDRAWN' }).title).toBe('You withdrew the request')
  const late = { reasonCode: 'PROVIDER_LATE', note: 'Two hours.' }
  expect(entryOf('booking.cancelled', 'CUSTOMER', late)).toEqual({
    title: 'Ngozi cancelled',
    detail: 'You were late — Two hours.',
  })
})

it('says how a booking was confirmed that nobody had to accept', () => {
  expect(entryOf('booking.confirmed', 'CUSTOMER', { source: 'INSTANT' }).title).toBe('Ngozi booked this job')
  expect(entryOf('booking.confirmed', 'SYSTEM', { source: 'SERIES' }).title).toBe('Booked with its series')
})

it.each([
  ['booking.disputed', 'Dispute opened'],
  ['booking.dispute_settled', 'Dispute settled'],
  ['booking.contested', 'Ngozi contested this'],
])('names %s in the language of the screen', (event, title) => {
  expect(entryOf(event, 'CUSTOMER', { note: 'I was there.' }).title).toBe(title)
})
