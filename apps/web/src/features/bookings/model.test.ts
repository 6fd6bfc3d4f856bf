import type { BookingView } from '@fettle/protocol/bookings'
import { bookingStatuses } from '@fettle/protocol/bookings/flow'
import { describe, expect, it } from 'vitest'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import {
  addressLines,
  bookingTabs,
  countsOf,
  withDecision,
  destinationOf,
  filterOf,
  groupByDay,
  nextStep,
  otherActions,
  readView,
  readTab,
  tabOf,
} from './model.ts'

const now = new Date('2026-11-25T07:00:00Z')
const booking = bookingFixture()
const confirmed = bookingFixture({
  status: 'CONFIRMED',
  allowedActions: ['start-travel', 'arrive', 'start', 'reschedule', 'cancel'],
  location: {
    ...booking.location,
    line1: '12 Allen Avenue',
    line2: 'Flat 3',
    state: 'Lagos State',
    postalCode: '100281',
  },
})

describe('the tabs of bookings', () => {
  it('contain every status once', () => {
    const statuses = bookingTabs.flatMap((tab) => filterOf(tab).status.split(','))
    expect([...statuses].sort()).toEqual([...bookingStatuses].sort())
    for (const status of bookingStatuses) expect(filterOf(tabOf({ status })).status.split(',')).toContain(status)
  })

  it('show known counts', () => {
    expect(countsOf({ REQUESTED: 2, CONFIRMED: 9, PAUSED: 1, IN_PROGRESS: 1, DECLINED: 3, CANCELLED: 4 })).toEqual({
      requests: 2,
      upcoming: 9,
      progress: 2,
      confirm: 0,
      past: 7,
    })
    expect(countsOf(undefined).requests).toBeUndefined()
  })

  it('come from the address, with requests as default', () => {
    expect([readTab('upcoming'), readTab(null), readTab('nonsense')]).toEqual(['upcoming', 'requests', 'requests'])
    expect([readView('week'), readView(null), readView('places')]).toEqual(['week', 'list', 'list'])
  })

  it('are filtered by status, service, days and customer', () => {
    const filters = { status: 'PAUSED', service: 'PLUMBING', from: '2026-11-01', to: '2026-11-30', customer: 'cus_1' }
    expect(filterOf('progress', filters, 'Africa/Lagos')).toEqual({
      status: 'PAUSED',
      sort: 'startAt',
      serviceCategory: 'PLUMBING',
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-30T23:00:00.000Z',
      customerId: 'cus_1',
    })
    expect(filterOf('upcoming', { status: 'PAUSED', from: 'soon' })).toEqual({ status: 'CONFIRMED', sort: 'startAt' })
  })
})

it('rows are grouped by local day', () => {
  const at = (startAt: string, timeZone = 'Africa/Lagos') => ({ startAt, timeZone })
  const groups = groupByDay([
    at('2026-11-25T09:00:00Z'),
    at('2026-11-25T22:59:00Z'),
    at('2026-11-25T23:01:00Z'),
    at('2026-11-25T23:30:00Z', 'UTC'),
  ])
  expect(groups.map(({ key, rows }) => [key, rows.length])).toEqual([
    ['2026-11-25', 2],
    ['2026-11-26', 1],
    ['2026-11-25', 1],
  ])
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

describe('the address of a booking', () => {
  it('is the city until it is revealed', () => {
    expect(addressLines(booking)).toEqual(['Lagos'])
    expect(addressLines(confirmed)).toEqual(['12 Allen Avenue', 'Flat 3', 'Lagos, Lagos State, 100281'])
    expect(destinationOf(booking)).toBeUndefined()
    expect(destinationOf(confirmed)?.address).toBe('12 Allen Avenue, Flat 3, Lagos, Lagos State, 100281')
  })
})

describe('an unscheduled booking', () => {
  const unscheduled = bookingFixture({ status: 'CONFIRMED', schedulingMode: 'UNSCHEDULED', startAt: null, endAt: null })
  const now = new Date('2026-11-24T09:00:00Z')

  it('needs a time first, or a message while one is proposed', () => {
    expect(nextStep({ ...unscheduled, allowedActions: ['cancel', 'reschedule'] }, now)).toBe('reschedule')
    expect(nextStep({ ...unscheduled, allowedActions: ['cancel'] }, now)).toBe('message')
  })

  it('has a group of its own', () => {
    const groups = groupByDay([bookingFixture({ id: 'bkg_1' }), unscheduled, { ...unscheduled, id: 'bkg_3' }])
    expect(groups.map(({ key, startAt, rows }) => [key, startAt, rows.length])).toEqual([
      ['2026-11-25', '2026-11-25T09:00:00Z', 1],
      ['', null, 2],
    ])
  })
})
