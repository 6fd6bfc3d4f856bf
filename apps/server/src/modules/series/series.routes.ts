import * as protocol from '@fettle/protocol/booking-series'
import type { FastifyRequest } from 'fastify'
import type { ProviderActor, Routers } from '../../actors.ts'
import { AppError } from '../../platform/errors.ts'
import { callKeyOf } from '../../platform/http/idempotency.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { findCustomer, type Mover, type Person } from '../bookings/index.ts'
import { findPublicProvider } from '../profile/index.ts'
import type { Deps } from '../../platform/deps.ts'
import * as changes from './series.change.ts'
import * as service from './series.service.ts'
import { find } from './series.store.ts'

const partyOf = ({ id, name }: ProviderActor): Person => ({ role: 'PROVIDER', id, name })

export function serveSeries(
  deps: Deps & Mover,
  { provider, marketplace }: Pick<Routers, 'provider' | 'marketplace'>,
): void {
  provider.serve(protocol.previewSeries, ({ actor, body }) => service.previewSeries(deps, actor.id, body))
  provider.serve(protocol.createSeries, ({ actor, body, request }) =>
    service.createSeries(deps, partyOf(actor), { ...body, providerId: actor.id }, callKeyOf(request)),
  )
  provider.serve(protocol.listSeries, ({ actor, query }) => service.listSeries(deps, actor.id, query.customerId))
  provider.serve(protocol.getSeries, ({ actor, params }) => service.getSeries(deps, partyOf(actor), params.id))
  provider.serve(protocol.acceptSeries, ({ actor, params, body, request }) =>
    changes.acceptSeries(deps, partyOf(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(protocol.declineSeries, ({ actor, params, body, request }) =>
    changes.declineSeries(deps, partyOf(actor), params.id, versionOf(request, body.version)),
  )
  provider.serve(protocol.editSeries, ({ actor, params, body: { version, ...body }, request }) =>
    changes.editSeries(deps, partyOf(actor), params.id, { ...body, version: versionOf(request, version) }),
  )
  provider.serve(protocol.cancelSeries, ({ actor, params, body: { version, ...body }, request }) =>
    changes.cancelSeries(deps, partyOf(actor), params.id, { ...body, version: versionOf(request, version) }),
  )

  marketplace.serve(protocol.createMarketplaceSeries, async ({ body, request }) => {
    if (!(await findPublicProvider(deps, body.providerId))) throw new AppError('NOT_FOUND', { thing: 'provider' })
    return service.createSeries(deps, await customerOf(deps, body.customerId), body, callKeyOf(request))
  })
  marketplace.serve(protocol.getMarketplaceSeries, async ({ params, request }) =>
    service.getSeries(deps, await actingCustomer(deps, params.id, request), params.id),
  )
  marketplace.serve(protocol.acceptMarketplaceSeries, async ({ params, body, request }) =>
    changes.acceptSeries(deps, await actingCustomer(deps, params.id, request, body.customerId), params.id),
  )
  marketplace.serve(protocol.declineMarketplaceSeries, async ({ params, body, request }) =>
    changes.declineSeries(deps, await actingCustomer(deps, params.id, request, body.customerId), params.id),
  )
  marketplace.serve(protocol.cancelMarketplaceSeries, async ({ params, body: { customerId, ...body }, request }) =>
    changes.cancelSeries(deps, await actingCustomer(deps, params.id, request, customerId), params.id, body),
  )
}

async function customerOf(deps: Pick<Deps, 'db'>, id: string): Promise<Person> {
  const customer = await findCustomer(deps.db, id)
  if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
  return { role: 'CUSTOMER', id, name: customer.name }
}

/** Whom a call acts for: whoever it names, otherwise the one whose series it is. */
async function actingCustomer(
  deps: Pick<Deps, 'db'>,
  seriesId: string,
  request: FastifyRequest,
  given?: string,
): Promise<Person> {
  const header = request.headers['x-customer-id']
  const named = given ?? (typeof header === 'string' ? header : undefined)
  const series = await find(deps.db, seriesId)
  if (!series || (named !== undefined && named !== series.customer.id)) {
    throw new AppError('NOT_FOUND', { thing: 'series' })
  }
  return { role: 'CUSTOMER', id: series.customer.id, name: series.customer.name }
}
