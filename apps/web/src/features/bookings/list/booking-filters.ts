import { serviceTypes } from '@fettle/protocol/common/constants'
import { bookingSorts, type BookingSort } from '@fettle/protocol/common/list-sorts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { addDays, instantAt, isDay } from '../../../lib/format/wall-time.ts'
import type { ServiceType } from '../../../shared/bookings/service-types.ts'
import { type BookingTab, statusesOf } from './booking-tabs.ts'

/** Filters of the list. All are kept in the address. */
export interface BookingFilters {
  status?: string | undefined
  service?: string | undefined
  from?: string | undefined
  to?: string | undefined
  customer?: string | undefined
  /** Order; the tab's own unless given. */
  sort?: string | undefined
}

/** Filters that narrow the list. */
export const filterNames = ['status', 'service', 'from', 'to', 'customer'] as const

export interface TabFilter {
  status: string
  /** Upcoming: soonest first. Past: latest first. */
  sort: BookingSort
  serviceCategory?: ServiceType
  /** Bookings that end after `from` or begin before `to`. */
  from?: string
  to?: string
  customerId?: string
}

/** Order of a tab unless another is chosen. */
export const defaultSort = (tab: BookingTab): TabFilter['sort'] => (tab === 'past' ? '-startAt' : 'startAt')

/**
 * Query parameters of a tab, with the days of the filters in a time zone. Without filters they do not depend on the date,
 * so that the response can be stored.
 */
export function filterOf(tab: BookingTab, filters: BookingFilters = {}, timeZone = ownTimeZone()): TabFilter {
  const { status, service, from, to, customer, sort } = filters
  const statuses = statusesOf[tab]
  const chosenStatus = statuses.find((state) => state === status)
  const trade = serviceTypes.find((type) => type === service)
  return {
    status: chosenStatus ?? statuses.join(','),
    sort: bookingSorts.find((each) => each === sort) ?? defaultSort(tab),
    ...(trade && { serviceCategory: trade }),
    ...(isDay(from) && { from: instantAt(from, '00:00', timeZone).toISOString() }),
    ...(isDay(to) && { to: instantAt(addDays(to, 1), '00:00', timeZone).toISOString() }),
    ...(customer && { customerId: customer }),
  }
}
