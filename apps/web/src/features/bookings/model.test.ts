import { bookingStatuses, type BookingView } from '@fettle/protocol/bookings'
import { describe, expect, it } from 'vitest'
import {
  addressLines,
  bookingTabs,
  countsOf,
  decided,
  directionsHref,
  filterOf,
  groupByDay,
  mapAppOf,
  nextStep,
  readTab,
  refusalOf,
  searchText,
  tabOf,
} from './model.ts'

const now = new Date('2026-11-25T07:00:00Z')
const booking: BookingView = {
  id: 'bkg_01JD0000000000000000000001',
  reference: 'BK-2026-000001',
  status: 'REQUESTED',
  title: 'Leaking kitchen tap',
  serviceCategory: 'PLUMBING',
  customer: { id: 'cus_01JD0000000000000000000001', name: 'Chidi Okafor', avatar: null, phone: null },
  startAt: '2026-11-25T09:00:00Z',
  endAt: '2026-11-25T11:00:00Z',
  timeZone: 'Africa/Lagos',
  city: 'Lagos',
  price: { model: 'TO_QUOTE' },
  respondBy: '2026-11-25T08:00:00Z',
  version: 1,
  createdAt: '2026-11-24T09:00:00Z',
  description: '',
  durationMinutes: 120,
  awaitingParty: 'PROVIDER',
  location: {
    line1: null,
    line2: null,
    city: 'Lagos',
    state: 'Lagos',
    country: 'NG',
    postalCode: null,
    lat: 6.5,
    lng: 3.36,
    accessNotes: null,
  },
  slotTaken: false,
  confirmedAt: null,
  declined: null,
  updatedAt: '2026-11-24T09:00:00Z',
  allowedActions: ['accept', 'decline'],
}
const confirmed: BookingView = {
  ...booking,
  status: 'CONFIRMED',
  allowedActions: [],
  location: {
    ...booking.location,
    line1: '12 Allen Avenue',
    line2: 'Flat 3',
    state: 'Lagos State',
    postalCode: '100281',
  },
}

describe('the tabs', () => {
  it('are asked for by day, so that a query stays the same all day', () => {
    const later = new Date(now.getTime() + 60_000)
    for (const tab of bookingTabs) expect(filterOf(tab, later)).toEqual(filterOf(tab, now))
    expect(filterOf('upcoming', now).from).toBe(filterOf('past', now).to)
    expect(Date.parse(filterOf('upcoming', now).from ?? '')).toBeLessThanOrEqual(now.getTime())
  })

  it('hold every booking once', () => {
    const asked = new Set(bookingTabs.flatMap((tab) => filterOf(tab, now).status.split(',')))
    expect([...asked].sort()).toEqual([...bookingStatuses].sort())
    const tabs = bookingStatuses.map((status) => tabOf({ status, endAt: booking.endAt }, now))
    expect(tabs).toEqual(['requests', 'upcoming', 'closed', 'closed', 'closed'])
    expect(tabOf({ status: 'CONFIRMED', endAt: '2026-11-20T10:00:00Z' }, now)).toBe('past')
  })

  it('count what is known', () => {
    const countsByStatus = { REQUESTED: 2, CONFIRMED: 9, DECLINED: 3, CANCELLED: 4 }
    expect(countsOf({ countsByStatus, upcoming: 5, past: undefined })).toEqual({
      requests: 2,
      upcoming: 5,
      past: undefined,
      closed: 7,
    })
    expect(countsOf({ countsByStatus: undefined, upcoming: undefined, past: undefined }).requests).toBeUndefined()
  })

  it('come from the address, requests unless it says otherwise', () => {
    expect([readTab('upcoming'), readTab(null), readTab('nonsense')]).toEqual(['upcoming', 'requests', 'requests'])
  })
})

it('a search begins with two characters', () => {
  expect([searchText(' a '), searchText(' ab '), searchText('')]).toEqual([undefined, 'ab', undefined])
})

it('rows stand under the day of the job on its own clock', () => {
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

describe('the next step', () => {
  it('is to answer while that is allowed', () => {
    expect(nextStep(booking, now)).toBe('accept')
    expect(nextStep({ ...booking, allowedActions: ['decline'] }, now)).toBe('decline')
    expect(nextStep({ ...booking, allowedActions: [] }, now)).toBe('message')
  })

  it('is the way there on the day, and a word to the customer otherwise', () => {
    expect(nextStep(confirmed, now)).toBe('directions')
    expect(nextStep(confirmed, new Date('2026-11-24T07:00:00Z'))).toBe('message')
    expect(nextStep(confirmed, new Date('2026-11-25T11:00:00Z'))).toBe('message')
    expect(nextStep({ ...confirmed, location: booking.location }, now)).toBe('message')
  })
})

it('a decision shows at once and offers nothing twice', () => {
  expect(decided(booking, 'accept')).toMatchObject({ status: 'CONFIRMED', allowedActions: [], awaitingParty: null })
  expect(decided(booking, 'decline').status).toBe('DECLINED')
})

describe('a refusal', () => {
  const refused = (code: string, details = {}) => refusalOf({ code, message: 'Because.', details })

  it('for a taken time names the job that stands there', () => {
    const conflicts = [{ id: 'bkg_2', reference: 'BK-2026-000123', title: 'Drain' }]
    expect(refused('SLOT_CONFLICT', { conflicts })).toMatchObject({ kind: 'conflict', with: conflicts[0] })
    expect(refused('SLOT_CONFLICT')).toEqual({ kind: 'conflict', message: 'Because.', with: undefined })
    expect(refused('SLOT_CONFLICT', { conflicts: ['?'] })).toMatchObject({ with: undefined })
  })

  it.each([
    ['REQUEST_EXPIRED', 'expired'],
    ['VERSION_CONFLICT', 'changed'],
    ['INVALID_TRANSITION', 'changed'],
    ['NETWORK', 'offline'],
    ['NOT_FOUND', 'gone'],
    ['INTERNAL', 'other'],
  ])('%s means %s', (code, kind) => expect(refused(code).kind).toBe(kind))
})

describe('the address', () => {
  it('is the city until the rest is shown', () => {
    expect(addressLines(booking)).toEqual(['Lagos'])
    expect(addressLines(confirmed)).toEqual(['12 Allen Avenue', 'Flat 3', 'Lagos, Lagos State, 100281'])
    expect(directionsHref(booking, 'web')).toBeUndefined()
  })

  it.each([
    ['Mozilla/5.0 (Linux; Android 14)', 'geo:6.5,3.36?q=6.5,3.36(12%20Allen%20Avenue%2C%20Flat%203'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'https://maps.apple.com/?daddr=6.5,3.36'],
    ['Mozilla/5.0 (Windows NT 10.0)', 'https://www.google.com/maps/dir/?api=1&destination=6.5,3.36'],
  ])('opens the map of %s', (userAgent, href) => {
    expect(directionsHref(confirmed, mapAppOf(userAgent))).toContain(href)
  })

  it('leads by its words where nobody gave a place', () => {
    const nowhere = { ...confirmed, location: { ...confirmed.location, lat: null, lng: null } }
    expect(directionsHref(nowhere, 'geo')).toMatch(/^geo:0,0\?q=12%20Allen/)
    expect(directionsHref(nowhere, 'web')).toMatch(/destination=12%20Allen/)
  })
})
