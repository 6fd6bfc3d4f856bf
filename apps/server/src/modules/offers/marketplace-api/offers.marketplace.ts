import { uploadRules } from '@fettle/protocol/common/upload-rules'
import * as protocol from '@fettle/protocol/marketplace/offers'
import type { FastifyRequest } from 'fastify'
import type { Routers } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { Download } from '../../../platform/http/download.ts'
import { localeOfRequest } from '../../../platform/http/locale.ts'
import { Reply } from '../../../platform/http/router.ts'
import type { ActingPerson } from '../../bookings/index.ts'
import * as life from '../lifecycle/lifecycle.service.ts'
import { findParties } from '../offers.store.ts'
import { printOffer } from '../files/offer-pdf.service.ts'
import * as requests from '../requests/requests.service.ts'
import { listForMarketplace } from './marketplace.store.ts'
import * as service from './marketplace.service.ts'
import { getOfferDocument, toMarketplaceOffer } from './marketplace.view.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** What the marketplace knows about the acting customer. */
export interface OfferMarketplace {
  /** The customer a call acts for, if it names one. */
  customerOf: (request: FastifyRequest, customerId?: string) => string | undefined
  openCustomer: (id: string) => Promise<Omit<requests.RequestingCustomer, 'role'>>
  /** Throws if a provider does not exist or accepts nothing from this customer. `field` is the path of the error. */
  assertMayAsk: (providerId: string, customerId: string, field: (string | number)[]) => Promise<void>
}

/** Registers the customers' side of offers, called by the marketplace. */
export function serveMarketplaceOffers(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { customerOf, openCustomer, assertMayAsk }: OfferMarketplace,
): void {
  const asPerson = async (customerId: string): Promise<requests.RequestingCustomer> => ({
    ...(await openCustomer(customerId)),
    role: 'CUSTOMER',
  })
  /** The acting customer: the one the call names, otherwise the offer's. */
  const actOn = async (id: string, request: FastifyRequest, given?: string): Promise<ActingPerson> => {
    const acting = customerOf(request, given)
    const parties = await findParties(deps.db, id)
    if (!parties || (acting !== undefined && acting !== parties.customerId)) {
      throw new AppError('NOT_FOUND', { thing: 'offer' })
    }
    return asPerson(parties.customerId)
  }
  const actOnRequest = async (id: string, request: FastifyRequest, given?: string): Promise<ActingPerson> => {
    const acting = customerOf(request, given)
    const owner = await requests.customerOfRequest(deps.db, id)
    if (owner === undefined || (acting !== undefined && acting !== owner)) {
      throw new AppError('NOT_FOUND', { thing: 'request' })
    }
    return asPerson(owner)
  }
  /** Acts for the customer and returns the offer afterwards. */
  const acting = async (
    { params, request }: { params: { id: string }; request: FastifyRequest },
    customerId: string | undefined,
    act: (customer: ActingPerson) => Promise<unknown>,
  ) => {
    const customer = await actOn(params.id, request, customerId)
    await act(customer)
    return () => toMarketplaceOffer(deps, customer, params.id)
  }

  marketplace.serve(protocol.requestOffers, async ({ body: { customerId, ...wish } }) => {
    const customer = await asPerson(customerId)
    for (const [index, id] of wish.providerIds.entries()) await assertMayAsk(id, customerId, ['providerIds', index])
    return requests.createRequest(deps, customer, wish)
  })
  marketplace.serve(protocol.getOfferRequest, async ({ params, query, request }) =>
    requests.getRequest(deps, await actOnRequest(params.id, request, query.customerId), params.id),
  )
  marketplace.serve(protocol.closeOfferRequest, async ({ params, body, request }) => {
    const me = await actOnRequest(params.id, request, body.customerId)
    await requests.closeRequest(deps, me, params.id, body.note)
    return () => requests.getRequest(deps, me, params.id)
  })
  marketplace.serve(
    protocol.addOfferRequestPhoto,
    async ({ params, body, file, request }) => {
      if (!file) throw fieldError(['file'], 'REQUIRED', issueText('FILE_REQUIRED'))
      const customer = await actOnRequest(params.id, request, body.customerId)
      return requests.addRequestPhoto(deps, customer, params.id, file)
    },
    { maxFileBytes: uploadRules.OFFER_PHOTO.maxBytes },
  )

  marketplace.serve(protocol.listMarketplaceOffers, async ({ query: { customerId, ...query }, request }) => {
    const wanted = { ...query, customerId: customerOf(request, customerId) }
    const { offers, nextCursor } = await listForMarketplace(deps.db, wanted)
    return new Reply(offers, { meta: { nextCursor } })
  })
  marketplace.serve(protocol.getMarketplaceOffer, (call) => acting(call, call.query.customerId, async () => undefined))
  marketplace.serve(protocol.getMarketplaceOfferPdf, async ({ params, query, request }) => {
    const customer = await actOn(params.id, request, query.customerId)
    const offer = await getOfferDocument(deps, customer, params.id, params.number)
    const name = `Offer ${offer.reference} revision ${params.number}.pdf`
    return new Download(await printOffer(deps, offer, localeOfRequest(request)), { name, inline: true })
  })
  marketplace.serve(protocol.calculateMarketplaceOffer, async ({ params, body, request }) =>
    service.calculate(deps, await actOn(params.id, request, body.customerId), params.id, body.selections),
  )
  marketplace.serve(protocol.viewMarketplaceOffer, (call) =>
    acting(call, call.body.customerId, (me) => service.view(deps, me, call.params.id)),
  )
  marketplace.serve(protocol.askAboutOffer, (call) =>
    acting(call, call.body.customerId, (me) => service.askQuestion(deps, me, call.params.id, call.body.text)),
  )
  marketplace.serve(protocol.requestOfferChanges, (call) =>
    acting(call, call.body.customerId, (me) => service.requestChanges(deps, me, call.params.id, call.body)),
  )
  marketplace.serve(protocol.acceptOffer, (call) => {
    const { customerId, ...given } = call.body
    return acting(call, customerId, (me) => service.accept(deps, me, call.params.id, given))
  })
  marketplace.serve(protocol.declineOffer, (call) => {
    const { customerId, ...why } = call.body
    return acting(call, customerId, (me) => service.decline(deps, me, call.params.id, why))
  })
  marketplace.serve(protocol.undoAcceptance, (call) =>
    acting(call, call.body.customerId, (me) => service.undo(deps, me, call.params.id)),
  )
  marketplace.serve(protocol.cancelMarketplaceOffer, (call) => {
    const { customerId, ...why } = call.body
    return acting(call, customerId, (me) => life.cancel(deps, me, call.params.id, { ...why, version: undefined }))
  })
}
