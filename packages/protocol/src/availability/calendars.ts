import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { idOf, Instant, line } from '../core/values.ts'

/** Calendars a provider keeps elsewhere: when those say busy, nothing is offered here. */

export const CALENDAR_LIMIT = 5
export const ExternalCalendarId = idOf('cal')

export const ExternalCalendar = z.object({
  id: ExternalCalendarId,
  name: z.string(),
  /** The host and the end of the address: the rest of it is as good as a password. */
  address: z.string(),
  /** When its events last came over. */
  lastSyncedAt: z.nullable(Instant),
  lastPolledAt: z.nullable(Instant),
  /** Why the last attempt failed; null when it did not. */
  lastError: z.nullable(z.string()),
  /** How many busy times are known of it from now on. */
  busyCount: z.int(),
  createdAt: Instant,
})
export type ExternalCalendar = z.infer<typeof ExternalCalendar>

const ADDRESS = 'Enter the address of a calendar, for example https://example.com/calendar.ics.'

export const listExternalCalendars = operation({
  name: 'calendars.list',
  method: 'GET',
  path: '/v2/availability/calendars',
  audience: 'provider',
  summary: 'Calendars of elsewhere, with how the last look at each went.',
  returns: z.array(ExternalCalendar),
  errors: [],
})

export const addExternalCalendar = operation({
  name: 'calendars.add',
  method: 'POST',
  path: '/v2/availability/calendars',
  audience: 'provider',
  summary: 'Add a calendar by its iCal address. It is read at once, and then every 15 minutes.',
  body: z.object({
    name: z.optional(line(0, 60, 'Use at most 60 characters.')),
    url: z.pipe(
      z.pipe(
        z.transform((value: unknown) =>
          typeof value === 'string' ? value.trim().replace(/^webcals?:\/\//i, 'https://') : value,
        ),
        z.string(ADDRESS),
      ),
      z.url({ protocol: /^https?$/, error: ADDRESS }).check(z.maxLength(2000, ADDRESS)),
    ),
  }),
  status: 201,
  returns: ExternalCalendar,
  errors: ['CALENDAR_LIMIT'],
})

const params = z.object({ id: ExternalCalendarId })

export const removeExternalCalendar = operation({
  name: 'calendars.remove',
  method: 'DELETE',
  path: '/v2/availability/calendars/:id',
  audience: 'provider',
  summary: 'Forget a calendar and when it was busy.',
  params,
  returns: z.object({ id: ExternalCalendarId }),
  errors: ['NOT_FOUND'],
})

export const refreshExternalCalendar = operation({
  name: 'calendars.refresh',
  method: 'POST',
  path: '/v2/availability/calendars/:id/refresh',
  audience: 'provider',
  summary: 'Read a calendar now.',
  params,
  body: z.object({}),
  returns: ExternalCalendar,
  errors: ['NOT_FOUND'],
})
