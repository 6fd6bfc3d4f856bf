import { createMarketplaceBooking, getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
  getCustomerChatToken,
  getMarketplaceFile,
  readMarketplaceChannel,
  sendMarketplaceFile,
  setMarketplacePresence,
  setMarketplaceTyping,
} from '@fettle/protocol/marketplace/chat'
import { getCustomer, putCustomer, deleteCustomer, patchCustomer } from '@fettle/protocol/marketplace/customers'
import { listProviders, getProvider } from '@fettle/protocol/marketplace/providers'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { FastifyRequest } from 'fastify'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { actingCustomerOf, openForCustomer } from '../../platform/http/acting-customer.ts'
import { Reply } from '../../platform/http/router.ts'
import { requestKeyOf } from '../../platform/http/idempotency.ts'
import { findParties, serveMarketplaceContent, serveBookingTransitions } from '../bookings/index.ts'
import {
  createCustomerToken,
  listAsCustomer,
  messageIdOf,
  getOrCreateChannel,
  addressAsCustomer,
  sendAsCustomer,
  sendFileAsCustomer,
  reportAsCustomer,
  type ChatService,
  toMarketplaceMessage,
} from '../channels/index.ts'
import { serveMarketplaceContracts } from '../contracts/index.ts'
import { serveMarketplaceDisputes, type Disputes } from '../disputes/index.ts'
import type { Invoices } from '../invoices/index.ts'
import { assertTakesRequests } from '../moderation/index.ts'
import { serveMarketplaceOffers } from '../offers/index.ts'
import { searchProviders } from './search.service.ts'
import { toCustomer, toCustomerData } from './marketplace.rules.ts'
import * as service from './marketplace.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export function serveMarketplace(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { chat, invoices, disputes }: { chat: ChatService; invoices: Invoices; disputes: Disputes },
): void {
  marketplace.serve(putCustomer, ({ params, body, request }) =>
    service.putCustomer(deps, params.externalId, toCustomerData(body), (id) => assertActsAs(request, id)),
  )
  marketplace.serve(getCustomer, async ({ params, request }) => {
    assertActsAs(request, params.id)
    return toCustomer(await service.getStoredCustomer(deps, params.id))
  })
  marketplace.serve(patchCustomer, ({ params, body, request }) => {
    assertActsAs(request, params.id)
    return service.patchCustomer(deps, params.id, body)
  })
  marketplace.serve(deleteCustomer, async ({ params: { id }, request }) => {
    assertActsAs(request, id)
    await service.removeCustomer(deps, id)
    return { id }
  })
  marketplace.serve(getProvider, ({ params }) => service.getPublicProvider(deps, params.id))
  marketplace.serve(listProviders, async ({ query }) => {
    const { providers, nextCursor } = await searchProviders(deps, query)
    return new Reply(providers, { meta: { nextCursor } })
  })

  marketplace.serve(createMarketplaceBooking, ({ body }) => service.createBooking(deps, chat, body))
  const openBooking = openForCustomer({
    thing: 'booking',
    find: (id) => findParties(deps.db, id),
    toPerson: (parties) => service.toActingParty(deps, parties),
  })
  marketplace.serve(getMarketplaceBooking, async ({ params, request }) =>
    service.showBooking(deps, await openBooking(params.id, request, {}), params.id),
  )
  serveBookingTransitions(
    deps,
    { marketplace },
    { openBooking, show: (acting, bookingId) => service.showBooking(deps, acting, bookingId) },
  )
  serveMarketplaceContent(deps, { marketplace }, openBooking)
  const assertUnblocked = async (providerId: string, customerId: string, field: (string | number)[]): Promise<void> => {
    if (!(await chat.isBlocked(providerId, customerId))) return
    throw fieldError(field, 'NOT_ALLOWED', issueText('CUSTOMER_BLOCKED'))
  }
  serveMarketplaceOffers(
    deps,
    { marketplace },
    {
      openCustomer: (id) => service.getStoredCustomer(deps, id),
      async assertMayRequest(providerId, customerId, field) {
        await service.getPublicProvider(deps, providerId)
        await assertTakesRequests(deps.db, providerId, field)
        await assertUnblocked(providerId, customerId, field)
      },
      assertUnblocked,
    },
  )

  serveMarketplaceContracts(
    { ...deps, invoices },
    { marketplace },
    { openCustomer: (id) => service.getStoredCustomer(deps, id) },
  )

  serveMarketplaceDisputes(
    disputes.disputeDeps,
    { marketplace },
    { openCustomer: (id) => service.getStoredCustomer(deps, id) },
  )

  marketplace.serve(createMarketplaceChannel, async ({ body }) => {
    const provider = await service.getPublicProvider(deps, body.providerId)
    const customer = await service.getStoredCustomer(deps, body.customerId)
    const { id, cid } = await getOrCreateChannel(deps, chat, provider.id, customer.id)
    return { id, cid }
  })
  marketplace.serve(listMarketplaceMessages, async ({ params, query: { customerId, ...page }, request }) => {
    const acting = actingCustomerOf(request, customerId)
    const messages = await listAsCustomer(deps, chat, { channelId: params.id, customerId: acting, ...page })
    return messages.map((message) => toMarketplaceMessage(params.id, message))
  })
  marketplace.serve(sendMarketplaceMessage, async ({ params, body: { customerId, text }, request }) => {
    const requestKey = requestKeyOf(request)
    if (!requestKey) throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
    const acting = actingCustomerOf(request, customerId)
    const message = { channelId: params.id, customerId: acting, id: messageIdOf(requestKey), text }
    return toMarketplaceMessage(params.id, await sendAsCustomer(deps, chat, message))
  })
  marketplace.serveUpload(
    sendMarketplaceFile,
    async ({ params, body: { customerId, text }, file: sent, request }) => {
      const requestKey = requestKeyOf(request)
      if (!requestKey) throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
      const acting = actingCustomerOf(request, customerId)
      const message = { channelId: params.id, customerId: acting, id: messageIdOf(requestKey), text, sent }
      return toMarketplaceMessage(params.id, await sendFileAsCustomer(deps, chat, message))
    },
    { maxFileBytes: uploadRules.CHAT.maxBytes },
  )
  marketplace.serve(getMarketplaceFile, ({ params: { id, fileId }, query, request }) =>
    addressAsCustomer(deps, chat, { channelId: id, customerId: actingCustomerOf(request, query.customerId), fileId }),
  )
  marketplace.serve(setMarketplaceTyping, async ({ params, body: { customerId, typing }, request }) => {
    const channelRef = { channelId: params.id, customerId: actingCustomerOf(request, customerId) }
    await reportAsCustomer(deps, chat, channelRef, { typing })
    return {}
  })
  marketplace.serve(setMarketplacePresence, async ({ params, body: { online }, request }) => {
    assertActsAs(request, params.id)
    const customer = await service.getStoredCustomer(deps, params.id)
    await chat.setPresence(customer.id, online)
    return { online }
  })
  marketplace.serve(getCustomerChatToken, async ({ params, request }) => {
    assertActsAs(request, params.id)
    return createCustomerToken(deps, chat, await service.getStoredCustomer(deps, params.id))
  })
  marketplace.serve(readMarketplaceChannel, async ({ params, body, request }) => {
    const channelRef = { channelId: params.id, customerId: actingCustomerOf(request, body.customerId) }
    await reportAsCustomer(deps, chat, channelRef, 'read')
    return {}
  })
}

/** Throws NOT_FOUND if a call about one customer acts for another. */
function assertActsAs(request: FastifyRequest, id: string): void {
  if ((actingCustomerOf(request) ?? id) !== id) throw new AppError('NOT_FOUND', { thing: 'customer' })
}
