import {
  addExternalCalendar,
  listExternalCalendars,
  refreshExternalCalendar,
  removeExternalCalendar,
} from '@fettle/protocol/availability/calendars'
import {
  createCalendarFeed,
  getCalendar,
  getCalendarFeed,
  readCalendarFeed,
  revokeCalendarFeed,
} from '@fettle/protocol/availability/calendar'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Download } from '../../platform/http/download.ts'
import * as service from './calendar.service.ts'
import * as external from './external.service.ts'
import * as feed from './feed.service.ts'

export function serveCalendar(deps: Deps, { provider, public: open }: Pick<Routers, 'provider' | 'public'>): void {
  provider.serve(getCalendar, ({ actor, query }) =>
    service.getCalendar(deps, actor.id, { from: new Date(query.from), to: new Date(query.to) }),
  )
  provider.serve(getCalendarFeed, ({ actor }) => feed.getFeed(deps, actor.id))
  provider.serve(createCalendarFeed, ({ actor }) => feed.createFeed(deps, actor.id))
  provider.serve(revokeCalendarFeed, ({ actor }) => feed.revokeFeed(deps, actor.id))

  provider.serve(listExternalCalendars, ({ actor }) => external.listCalendars(deps, actor.id))
  provider.serve(addExternalCalendar, ({ actor, body }) => external.addCalendar(deps, actor.id, body))
  provider.serve(removeExternalCalendar, ({ actor, params }) => external.removeCalendar(deps, actor.id, params.id))
  provider.serve(refreshExternalCalendar, ({ actor, params }) => external.refreshCalendar(deps, actor.id, params.id))

  // Fetched by programs, so the token is the only credential.
  open.serve(
    readCalendarFeed,
    async ({ query }) =>
      new Download(Buffer.from(await feed.readFeed(deps, query.token)), { name: 'fettle.ics', inline: true }),
  )
}
