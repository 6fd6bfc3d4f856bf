import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { FastifyInstance } from 'fastify'
import type { Routers } from './actors.ts'
import { registerAuth, type SignInServices } from './modules/auth/index.ts'
import { registerAvailability } from './modules/availability/index.ts'
import { proposeForProvider, registerBookings } from './modules/bookings/index.ts'
import { registerCalendar } from './modules/calendar/index.ts'
import {
  assertMayRequest,
  findLastMessageAt,
  listTranscript,
  listUnanswered,
  postSystemMessage,
  registerChannels,
  searchMessages,
  sendAsParticipant,
  type ChatService,
} from './modules/channels/index.ts'
import { draftOfOffer, haveSharedContract, registerContracts } from './modules/contracts/index.ts'
import { registerCustomers } from './modules/customers/index.ts'
import { registerDashboard } from './modules/dashboard/index.ts'
import { registerDeliveries } from './modules/deliveries/index.ts'
import { registerDisputes } from './modules/disputes/index.ts'
import { registerDocuments } from './modules/documents/index.ts'
import { registerEarnings } from './modules/earnings/index.ts'
import { registerFeed, type CollectEvents, type Feed } from './modules/feed/index.ts'
import { registerInvoices } from './modules/invoices/index.ts'
import { registerMaps } from './modules/maps/index.ts'
import { getPublicProvider, registerMarketplace } from './modules/marketplace/index.ts'
import { assertTakesRequests, registerModeration } from './modules/moderation/index.ts'
import { handleSystemMessages, registerNotifications } from './modules/notifications/index.ts'
import {
  findAgreement,
  haveSharedOffer,
  lockAcceptedOffer,
  linkContract,
  registerOffers,
} from './modules/offers/index.ts'
import { registerOnboarding } from './modules/onboarding/index.ts'
import { registerPrivacy } from './modules/privacy/index.ts'
import { findRecipient, registerProfile } from './modules/profile/index.ts'
import { registerQuickReplies } from './modules/quick-replies/index.ts'
import { recordRegistration, recordVerification, registerReferrals } from './modules/referrals/index.ts'
import { registerReviews, reviewSubject } from './modules/reviews/index.ts'
import { registerSearch } from './modules/search/index.ts'
import { registerSeries } from './modules/series/index.ts'
import { registerSettings, type SettingsHandle } from './modules/settings/index.ts'
import { registerSimulator } from './modules/simulator/index.ts'
import { registerSupport, type Checks, type Support } from './modules/support/index.ts'
import { registerUploads } from './modules/uploads/index.ts'
import { registerWebhooks } from './modules/webhooks/index.ts'
import type { Deps } from './platform/deps.ts'
import type { SafeFetchRules } from './platform/safe-fetch/safe-fetch.ts'

/** Services that modules use besides `Deps`. */
interface ModuleServices {
  /** Serves pages that belong to no operation, such as the one that verifies a contract. */
  pages: FastifyInstance
  chat: ChatService
  inbox: NotificationService
  google: SignInServices['google']
  settings: SettingsHandle
  /** Checks of the installation's health, for the status page. */
  checks: Checks
  /** Events about chat messages for the marketplace's feed. */
  collectMessages: CollectEvents
  safeFetch: SafeFetchRules | undefined
}

/** Registers every module, and passes in the functions of others that it may not import. */
export function registerModules(
  deps: Deps,
  routers: Routers,
  { pages, chat, inbox, google, settings, checks, collectMessages, safeFetch }: ModuleServices,
): { feed: Feed; support: Support } {
  registerAuth(deps, routers, {
    chat,
    google,
    referrals: { recordRegistration, recordVerification },
  })
  registerProfile(deps, routers, {
    onIdentityChange: (identity) => {
      chat
        .upsertUsers([{ ...identity, role: 'provider' }])
        .catch((error: unknown) => deps.log.warn({ err: error }, 'updating the chat user failed'))
    },
  })
  registerOnboarding(deps, routers)
  registerReferrals(deps, routers)
  registerUploads(deps, routers)
  registerDocuments(deps, routers)
  registerDashboard(deps, routers, { listUnanswered: (providerId) => listUnanswered(deps, chat, providerId) })
  registerAvailability(deps, routers, {
    proposeTimes: (bookingId, slots) => proposeForProvider(deps, bookingId, slots),
  })
  registerCalendar(deps, routers)
  registerSeries(deps, routers, {
    async assertMayRequest(providerId, customerId) {
      await assertMayRequest(chat, providerId, customerId)
      await assertTakesRequests(deps.db, providerId)
    },
  })
  registerCustomers(deps, routers)
  registerBookings(deps, routers, {
    findLastMessageAt: (providerId, customerId, authorId) =>
      findLastMessageAt(deps, chat, { providerId, customerId, authorId }),
  })
  registerOffers(deps, routers, {
    sendAsParticipant: (message) => sendAsParticipant(deps, chat, message),
    draftContract: (tx, person, offer) => draftOfOffer(deps, tx, person, offer),
  })
  registerEarnings(deps, routers)
  const invoices = registerInvoices(deps, routers, { findAgreement })
  registerContracts(deps, routers, {
    invoices,
    pages,
    offers: {
      openAccepted: (tx, person, id) => lockAcceptedOffer(deps, tx, person, id),
      linkContract: (tx, person, id, contract) => linkContract(deps, tx, person, id, contract),
    },
  })
  const disputes = registerDisputes(deps, routers, {
    invoices,
    subjects: { REVIEW: reviewSubject(deps) },
    readTranscript: (providerId, customerId) => listTranscript(deps, chat, { providerId, customerId }),
  })
  registerReviews(deps, routers, {
    openDispute: (tx, { provider, reviewId, statement }) =>
      disputes.open(tx, provider, {
        subject: { type: 'REVIEW', id: reviewId },
        reasonCode: 'FALSE_REVIEW',
        statement,
      }),
  })
  registerModeration(deps, routers)
  registerChannels(deps, routers, {
    chat,
    haveDoneBusiness: async (providerId, customerId) =>
      (await haveSharedOffer(deps.db, providerId, customerId)) || haveSharedContract(deps.db, providerId, customerId),
  })
  registerMaps(deps, routers)
  registerQuickReplies(deps, routers)
  registerNotifications(deps, routers, {
    inbox,
    findRecipient: (providerId) => findRecipient(deps, providerId),
    pages,
  })
  handleSystemMessages(deps, (message) => postSystemMessage(deps, chat, message))
  registerPrivacy(deps, routers, { chat, inbox })
  registerMarketplace(deps, routers, { chat, invoices, disputes })
  const support = registerSupport(deps, routers, { checks })
  registerSearch(deps, routers, {
    searchMessages: (providerId, text, limit) => searchMessages(deps, chat, { providerId, text, limit }),
  })
  const feed = registerFeed(deps, routers, {
    listener: registerWebhooks(deps, routers, { safeFetch }),
    collect: collectMessages,
  })
  registerSettings(deps, routers, settings)
  registerDeliveries(deps, routers)
  registerSimulator(deps, routers, { openProvider: (id) => getPublicProvider(deps, id) })
  return { feed, support }
}
