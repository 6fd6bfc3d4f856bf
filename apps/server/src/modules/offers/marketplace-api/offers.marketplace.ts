import { uploadRules } from '@fettle/protocol/common/upload-rules'
import * as protocol from '@fettle/protocol/marketplace/offers'
import type { Routers } from '../../../actors.ts'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { actAndShow, actingCustomerOf, openForCustomer } from '../../../platform/http/acting-customer.ts'
import { pdfDownload } from '../../../platform/http/download.ts'
import { localeOfRequest } from '../../../platform/http/locale.ts'
import { Reply } from '../../../platform/http/router.ts'
import * as life from '../lifecycle/lifecycle.service.ts'
import { findParties } from '../offers.store.ts'
import { printOffer } from '../files/offer-pdf.service.ts'
import * as requests from '../requests/requests.service.ts'
import { find as findRequest } from '../requests/requests.store.ts'
import { listForMarketplace } from './marketplace.store.ts'
import * as service from './marketplace.service.ts'
import { toMarketplaceOffer } from './marketplace.view.ts'

/** The marketplace's data of the acting customer. */
export interface OfferMarketplace {
  openCustomer: (id: string) => Promise<Omit<requests.RequestingCustomer, 'role'>>
  /** Throws if a provider does not exist or accepts nothing from this customer. `field` is the path of the error. */
  assertMayRequest: (providerId: string, customerId: string, field: (string | number)[]) => Promise<void>
  /** Throws while one of the two has blocked the other. `field` is the path of the error. */
  assertUnblocked: (providerId: string, customerId: string, field: (string | number)[]) => Promise<void>
}

/** Registers the customers' side of offers, called by the marketplace. */
export function serveMarketplaceOffers(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { openCustomer, assertMayRequest, assertUnblocked }: OfferMarketplace,
): void {
  const asPerson = async (customerId: string): Promise<requests.RequestingCustomer> => ({
    ...(await openCustomer(customerId)),
    role: 'CUSTOMER',
  })
  const openOffer = openForCustomer({
    thing: 'offer',
    find: (id) => findParties(deps.db, id),
    toPerson: ({ customerId }) => asPerson(customerId),
  })
  const openRequest = openForCustomer({
    thing: 'request',
    find: (id) => findRequest(deps.db, id),
    toPerson: ({ customerId }) => asPerson(customerId),
  })
  const showOffer = (me: ActingPerson, id: string) => toMarketplaceOffer(deps, me, id)
  const acting = actAndShow(openOffer, showOffer)

  marketplace.serve(protocol.requestOffers, async ({ body: { customerId, ...input } }) => {
    const customer = await asPerson(customerId)
    for (const [index, id] of input.providerIds.entries())
      await assertMayRequest(id, customerId, ['providerIds', index])
    return requests.createRequest(deps, customer, input)
  })
  marketplace.serve(protocol.getOfferRequest, async ({ params, query, request }) =>
    requests.getRequest(deps, await openRequest(params.id, request, query), params.id),
  )
  marketplace.serve(protocol.closeOfferRequest, async ({ params, body, request }) => {
    const me = await openRequest(params.id, request, body)
    await requests.closeRequest(deps, me, params.id, body.note)
    return () => requests.getRequest(deps, me, params.id)
  })
  marketplace.serveUpload(
    protocol.addOfferRequestPhoto,
    async ({ params, body, file, request }) => {
      const customer = await openRequest(params.id, request, body)
      return requests.addRequestPhoto(deps, customer, params.id, file)
    },
    { maxFileBytes: uploadRules.OFFER_PHOTO.maxBytes },
  )

  marketplace.serve(protocol.listMarketplaceOffers, async ({ query: { customerId, ...query }, request }) => {
    const filter = { ...query, customerId: actingCustomerOf(request, customerId) }
    const { offers, nextCursor } = await listForMarketplace(deps.db, filter)
    return new Reply(offers, { meta: { nextCursor } })
  })
  marketplace.serve(protocol.getMarketplaceOffer, async ({ params, query, request }) =>
    showOffer(await openOffer(params.id, request, query), params.id),
  )
  marketplace.serve(protocol.getMarketplaceOfferPdf, async ({ params, query, request }) => {
    const customer = await openOffer(params.id, request, query)
    return pdfDownload(await printOffer(deps, customer, { ...params, locale: localeOfRequest(request) }))
  })
  marketplace.serve(protocol.calculateMarketplaceOffer, async ({ params, body, request }) =>
    service.calculate(deps, await openOffer(params.id, request, body), params.id, body.selections),
  )
  marketplace.serve(protocol.viewMarketplaceOffer, (call) => acting(call, (me, id) => service.view(deps, me, id)))
  marketplace.serve(protocol.askAboutOffer, (call) =>
    acting(call, (me, id) =>
      service.askQuestion(deps, me, id, {
        text: call.body.text,
        assertUnblocked: (providerId, customerId) => assertUnblocked(providerId, customerId, ['id']),
      }),
    ),
  )
  marketplace.serve(protocol.requestOfferChanges, (call) =>
    acting(call, (me, id) => service.requestChanges(deps, me, id, call.body)),
  )
  marketplace.serve(protocol.acceptOffer, (call) => {
    const { customerId, ...input } = call.body
    return acting(call, (me, id) => service.accept(deps, me, id, input))
  })
  marketplace.serve(protocol.declineOffer, (call) => {
    const { customerId, ...reason } = call.body
    return acting(call, (me, id) => service.decline(deps, me, id, reason))
  })
  marketplace.serve(protocol.undoAcceptance, (call) => acting(call, (me, id) => service.undo(deps, me, id)))
  marketplace.serve(protocol.cancelMarketplaceOffer, (call) => {
    const { customerId, ...reason } = call.body
    return acting(call, (me, id) => life.cancel(deps, me, id, { ...reason, version: undefined }))
  })
}
