import { acceptBooking, declineBooking, getBooking, getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import type { ProviderActor, Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import type { Party } from './bookings.door.ts'
import * as service from './bookings.service.ts'

const partyOf = ({ id, name }: ProviderActor): Party => ({ role: 'PROVIDER', id, name })

export function serveBookings(deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(listBookings, async ({ actor, query: { status, sort, from, to, ...query } }) => {
    const order = sort === 'startAt' ? 'soonest' : 'latest'
    const { bookings, meta } = await service.listBookings(deps, actor.id, {
      statuses: status,
      order,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      ...query,
    })
    return new Reply(bookings, { meta })
  })
  provider.serve(getBooking, ({ actor, params }) => service.getBooking(deps, partyOf(actor), params.id))
  provider.serve(getBookingTimeline, ({ actor, params }) => service.getTimeline(deps, partyOf(actor), params.id))
  provider.serve(acceptBooking, ({ actor, params, body, request }) =>
    service.acceptBooking(deps, partyOf(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(declineBooking, ({ actor, params, body: { version, ...answer }, request }) =>
    service.declineBooking(deps, partyOf(actor), params.id, answer, versionOf(request, version)),
  )
}
