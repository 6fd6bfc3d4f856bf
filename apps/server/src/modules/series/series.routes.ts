import * as protocol from '@fettle/protocol/bookings/series'
import type { SeriesChange } from '@fettle/protocol/bookings/series'
import * as customers from '@fettle/protocol/marketplace/series'
import { acceptSeries, declineSeries, previewSeriesAnswer } from '@fettle/protocol/bookings/series-answers'
import type { FastifyRequest } from 'fastify'
import type { Routers } from '../../actors.ts'
import { asProvider, type ActingPerson } from '../../platform/acting-party.ts'
import { AppError } from '../../platform/errors.ts'
import { openForCustomer } from '../../platform/http/acting-customer.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { findCustomer, type BookingDeps } from '../bookings/index.ts'
import { findPublicProvider } from '../profile/index.ts'
import type { Deps } from '../../platform/deps.ts'
import * as answers from './answers.service.ts'
import * as changes from './editing.service.ts'
import * as service from './series.service.ts'
import { find } from './series.store.ts'

/** Throws if the provider takes no requests from the customer. */
export type AssertMayRequest = (providerId: string, customerId: string) => Promise<void>

export function serveSeries(
  deps: Deps & BookingDeps,
  { provider, marketplace }: Pick<Routers, 'provider' | 'marketplace'>,
  { assertMayRequest }: { assertMayRequest: AssertMayRequest },
): void {
  provider.serve(protocol.previewSeries, ({ actor, body }) => service.previewSeries(deps, actor.id, body))
  provider.serve(protocol.createSeries, ({ actor, body }) =>
    service.createSeries(deps, asProvider(actor), { ...body, providerId: actor.id }),
  )
  provider.serve(protocol.listSeries, ({ actor, query }) => service.listSeries(deps, actor.id, query))
  provider.serve(protocol.getSeries, ({ actor, params }) => service.getSeries(deps, asProvider(actor), params.id))
  provider.serve(protocol.getSeriesTimeline, ({ actor, params }) =>
    service.getSeriesTimeline(deps, asProvider(actor), params.id),
  )
  provider.serve(previewSeriesAnswer, ({ actor, params }) => answers.previewAnswer(deps, asProvider(actor), params.id))
  provider.serve(acceptSeries, ({ actor, params, body: { version, ...body }, request }) =>
    answers.acceptSeries(deps, asProvider(actor), params.id, { ...body, version: versionOf(request, version) }),
  )
  provider.serve(declineSeries, ({ actor, params, body: { version, ...body }, request }) =>
    answers.declineSeries(deps, asProvider(actor), params.id, { ...body, version: versionOf(request, version) }),
  )
  provider.serve(protocol.previewSeriesEdit, ({ actor, params, body }) =>
    changes.previewEdit(deps, asProvider(actor), params.id, body),
  )
  provider.serve(protocol.editSeries, ({ actor, params, body: { version, ...body }, request }) =>
    changes.editSeries(deps, asProvider(actor), params.id, { ...body, version: versionOf(request, version) }),
  )
  provider.serve(protocol.cancelSeries, ({ actor, params, body: { version, ...body }, request }) =>
    changes.cancelSeries(deps, asProvider(actor), params.id, { ...body, version: versionOf(request, version) }),
  )

  marketplace.serve(customers.createMarketplaceSeries, async ({ body }) => {
    const provided = await findPublicProvider(deps, body.providerId)
    if (!provided) throw new AppError('NOT_FOUND', { thing: 'provider' })
    const { timeZone, ...customer } = await getCustomer(deps, body.customerId)
    await assertMayRequest(provided.id, customer.id)
    const party = { role: 'CUSTOMER', id: customer.id, name: customer.name } as const
    const serviceCategory = body.serviceCategory ?? provided.serviceType ?? undefined
    const draft = { ...body, serviceCategory, timeZone: body.timeZone ?? timeZone }
    const { seriesId } = await service.requestSeries(deps, party, draft, { customer })
    return service.getSeries(deps, party, seriesId)
  })
  const openSeries = openForCustomer({
    thing: 'series',
    async find(id) {
      const series = await find(deps.db, id)
      return series && { customerId: series.customer.id, name: series.customer.name }
    },
    toPerson: async ({ customerId, name }): Promise<ActingPerson> => ({ role: 'CUSTOMER', id: customerId, name }),
  })
  marketplace.serve(customers.getMarketplaceSeries, async ({ params, request }) =>
    service.getSeries(deps, await openSeries(params.id, request, {}), params.id),
  )
  /** Acts for the customer. Returns the change. */
  const acting = async (
    { params, request }: { params: { id: string }; request: FastifyRequest },
    customerId: string | undefined,
    act: (me: ActingPerson, id: string) => Promise<SeriesChange>,
  ) => act(await openSeries(params.id, request, { customerId }), params.id)
  marketplace.serve(customers.acceptMarketplaceSeries, (call) =>
    acting(call, call.body.customerId, (me, id) => answers.acceptSeries(deps, me, id)),
  )
  marketplace.serve(customers.declineMarketplaceSeries, (call) =>
    acting(call, call.body.customerId, (me, id) => answers.declineSeries(deps, me, id)),
  )
  marketplace.serve(customers.cancelMarketplaceSeries, ({ body: { customerId, ...body }, ...call }) =>
    acting(call, customerId, (me, id) => changes.cancelSeries(deps, me, id, body)),
  )
}

async function getCustomer({ db }: Pick<Deps, 'db'>, id: string) {
  const customer = await findCustomer(db, id)
  if (!customer) throw new AppError('NOT_FOUND', { thing: 'customer' })
  return customer
}
