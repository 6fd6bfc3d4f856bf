import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { idOf, Instant, line } from '../core/values.ts'
import { LocalizedText } from '../core/text.ts'
import { issueText } from '../core/issue-text.ts'

/** External calendars whose busy times block slots. */

export const ExternalCalendarId = idOf('cal')

export const ExternalCalendar = z.object({
  id: ExternalCalendarId,
  name: z.string(),
  /** Host and end of the address. The rest is a secret. */
  address: z.string(),
  /** Last successful sync. */
  lastSyncedAt: z.nullable(Instant),
  lastPolledAt: z.nullable(Instant),
  /** Why the last sync failed. Null when it succeeded. */
  lastError: z.nullable(LocalizedText),
  /** Number of known future busy times. */
  busyCount: z.int(),
  createdAt: Instant,
})
export type ExternalCalendar = z.infer<typeof ExternalCalendar>

const ADDRESS = issueText('CALENDAR_ADDRESS_INVALID')

export const listExternalCalendars = operation({
  name: 'calendars.list',
  method: 'GET',
  path: '/v2/availability/calendars',
  audience: 'provider',
  summary: 'List external calendars with the result of the last sync.',
  returns: z.array(ExternalCalendar),
})

export const addExternalCalendar = operation({
  name: 'calendars.add',
  method: 'POST',
  path: '/v2/availability/calendars',
  audience: 'provider',
  summary: 'Add an external calendar by its iCal address. It is read at once and then every 15 minutes.',
  body: z.object({
    name: z.optional(line(0, 60, issueText('MAX_CHARACTERS'))),
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
  errors: ['CALENDAR_LIMIT', 'RATE_LIMITED'],
})

const params = z.object({ id: ExternalCalendarId })

export const removeExternalCalendar = operation({
  name: 'calendars.remove',
  method: 'DELETE',
  path: '/v2/availability/calendars/:id',
  audience: 'provider',
  summary: 'Delete an external calendar and its busy times.',
  params,
  returns: z.object({ id: ExternalCalendarId }),
  errors: ['NOT_FOUND'],
})

export const refreshExternalCalendar = operation({
  name: 'calendars.refresh',
  method: 'POST',
  path: '/v2/availability/calendars/:id/refresh',
  audience: 'provider',
  summary: 'Sync an external calendar now.',
  params,
  body: z.object({}),
  returns: ExternalCalendar,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
