import {
  addExternalCalendar,
  listExternalCalendars,
  refreshExternalCalendar,
  removeExternalCalendar,
} from '@fettle/protocol/availability-calendars'
import { createCalendarFeed, getCalendar, getCalendarFeed, revokeCalendarFeed } from '@fettle/protocol/calendar'
import type { FastifyInstance } from 'fastify'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import * as service from './calendar.service.ts'
import * as external from './external.service.ts'
import * as feed from './feed.service.ts'

export function serveCalendar(http: FastifyInstance, deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
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

  // Programs fetch it, not people: a file without our envelope, its token the only key.
  http.get<{ Querystring: { token?: unknown } }>('/v2/calendar/feed.ics', async ({ query }, reply) => {
    const token = typeof query.token === 'string' ? query.token : ''
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="fettle.ics"',
        'cache-control': 'private, max-age=300',
        'x-robots-tag': 'noindex',
      })
      .send(await feed.readFeed(deps, token))
  })
}
