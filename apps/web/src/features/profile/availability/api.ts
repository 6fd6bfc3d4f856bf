import { getAvailability, listTimeOff } from '@fettle/protocol/availability/availability'
import { listExternalCalendars } from '@fettle/protocol/availability/calendars'
import { getCalendarFeed } from '@fettle/protocol/availability/calendar'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../../../lib/http/query.ts'

export const availabilityQuery = queryOf(getAvailability, {})
export const timeOffQuery = queryOf(listTimeOff, {})
export const calendarsQuery = queryOf(listExternalCalendars, {})
export const feedQuery = queryOf(getCalendarFeed, {})

/** Invalidates the schedule, which depends on hours and time off. */
export const refetchAvailability = (client: QueryClient): void => {
  for (const noun of ['availability', 'timeOff', 'calendar', 'bookings'])
    void client.invalidateQueries({ queryKey: [noun] })
}
