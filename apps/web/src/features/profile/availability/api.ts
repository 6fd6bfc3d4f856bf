import {
  getAvailability,
  listTimeOff,
  listExternalCalendars,
  getCalendarLink,
} from '@fettle/protocol/availability/calls'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../../../lib/http/query.ts'

export const availabilityQuery = queryOf(getAvailability, {})
export const timeOffQuery = queryOf(listTimeOff, {})
export const calendarsQuery = queryOf(listExternalCalendars, {})
export const calendarLinkQuery = queryOf(getCalendarLink, {})

/** Invalidates the schedule, which depends on hours and time off. */
export const refetchAvailability = (client: QueryClient): void => {
  for (const noun of ['availability', 'timeOff', 'calendar', 'bookings'])
    void client.invalidateQueries({ queryKey: [noun] })
}
