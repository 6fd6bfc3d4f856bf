import {
  addExternalCalendar,
  listExternalCalendars,
  refreshExternalCalendar,
  removeExternalCalendar,
} from '@fettle/protocol/availability/calendars'
import {
  createCalendarLink,
  getCalendar,
  getCalendarLink,
  readCalendarLink,
  revokeCalendarLink,
} from '@fettle/protocol/availability/calendar'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Download } from '../../platform/http/download.ts'
import * as service from './calendar.service.ts'
import * as external from './external.service.ts'
import * as calendarLink from './calendar-link.service.ts'

export function serveCalendar(deps: Deps, { provider, public: open }: Pick<Routers, 'provider' | 'public'>): void {
  provider.serve(getCalendar, ({ actor, query }) =>
    service.getCalendar(deps, actor.id, { from: new Date(query.from), to: new Date(query.to) }),
  )
  provider.serve(getCalendarLink, ({ actor }) => calendarLink.getCalendarLink(deps, actor.id))
  provider.serve(createCalendarLink, ({ actor }) => calendarLink.createCalendarLink(deps, actor.id))
  provider.serve(revokeCalendarLink, ({ actor }) => calendarLink.revokeCalendarLink(deps, actor.id))

  provider.serve(listExternalCalendars, ({ actor }) => external.listCalendars(deps, actor.id))
  provider.serve(addExternalCalendar, ({ actor, body }) => external.addCalendar(deps, actor.id, body))
  provider.serve(removeExternalCalendar, ({ actor, params }) => external.removeCalendar(deps, actor.id, params.id))
  provider.serve(refreshExternalCalendar, ({ actor, params }) => external.refreshCalendar(deps, actor.id, params.id))

  // Fetched by programs, so the token is the only credential.
  open.serve(
    readCalendarLink,
    async ({ query }) =>
      new Download(Buffer.from(await calendarLink.readLinkedCalendar(deps, query.token)), {
        name: 'fettle.ics',
        inline: true,
      }),
  )
}
