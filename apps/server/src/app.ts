import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Operation } from '@fettle/protocol'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import type { FastifyInstance } from 'fastify'
import type { ProviderActor, Routers } from './actors.ts'
import { multiplyRateLimits, registerChat, type Chat } from './chat/index.ts'
import { connectNovu, registerInbox } from './inbox/index.ts'
import { createAuthenticator, registerAuth, serveDemoGoogle, subscribeToSessionEvents } from './modules/auth/index.ts'
import { registerAvailability } from './modules/availability/index.ts'
import { isUnderWay, proposeForProvider, registerBookings } from './modules/bookings/index.ts'
import { registerCalendar } from './modules/calendar/index.ts'
import {
  assertMayRequest,
  createChatService,
  createMessageEventPublisher,
  listTranscript,
  findLastMessageAt,
  listUnanswered,
  createNetworkTransport,
  registerChannels,
  postSystemMessage,
  searchMessages,
  sendAsParticipant,
  notifyReminder,
  type DueReminder,
  type ChatInProcess,
  type ChatService,
} from './modules/channels/index.ts'
import { draftOfOffer, haveSigned, registerContracts } from './modules/contracts/index.ts'
import { registerCustomers } from './modules/customers/index.ts'
import { registerDeliveries } from './modules/deliveries/index.ts'
import { registerDashboard } from './modules/dashboard/index.ts'
import { registerDisputes } from './modules/disputes/index.ts'
import { registerEarnings } from './modules/earnings/index.ts'
import { registerDocuments } from './modules/documents/index.ts'
import { registerFeed, type Feed } from './modules/feed/index.ts'
import { registerInvoices } from './modules/invoices/index.ts'
import { registerMaps } from './modules/maps/index.ts'
import { marketplaceRouter, getPublicProvider, registerMarketplace } from './modules/marketplace/index.ts'
import { registerModeration } from './modules/moderation/index.ts'
import { handleSystemMessages, registerNotifications } from './modules/notifications/index.ts'
import {
  findAgreement,
  haveSharedOffer,
  noteContract,
  lockAcceptedOffer,
  registerOffers,
} from './modules/offers/index.ts'
import { registerOnboarding } from './modules/onboarding/index.ts'
import { registerPrivacy } from './modules/privacy/index.ts'
import { findRecipient, registerProfile, type PublicIdentity } from './modules/profile/index.ts'
import { registerQuickReplies } from './modules/quick-replies/index.ts'
import { noteRegistration, noteVerification, registerReferrals } from './modules/referrals/index.ts'
import { registerReviews, reviewSubject } from './modules/reviews/index.ts'
import { registerSeries } from './modules/series/index.ts'
import { registerSearch } from './modules/search/index.ts'
import { createSettings, registerSettings } from './modules/settings/index.ts'
import { registerSimulator } from './modules/simulator/index.ts'
import { registerSupport, type Support } from './modules/support/index.ts'
import { registerUploads } from './modules/uploads/index.ts'
import { registerWebhooks } from './modules/webhooks/index.ts'
import { rootDir, type Role } from './platform/config.ts'
import type { OpenDb } from './platform/db/open-db.ts'
import { primaryReads, type ReplicaReads } from './platform/db/replica.ts'
import { createProcessLock } from './platform/db/process-lock.ts'
import type { Deps } from './platform/deps.ts'
import { AppError } from './platform/errors.ts'
import { serveFiles } from './platform/files/serve.ts'
import { databaseCheck, serveHealth } from './platform/observability/health.ts'
import { serveDocs } from './platform/http/docs.ts'
import { idempotentWrites } from './platform/http/idempotency.ts'
import { createRouter, type Catalogue } from './platform/http/router.ts'
import { answerError, createHttp } from './platform/http/server.ts'
import type { Jobs } from './platform/jobs/jobs.types.ts'
import { observeRequests, serveMetrics } from './platform/observability/metrics.ts'
import { traceRequests } from './platform/observability/tracing.ts'
import { createMessageSender, registerOutboxPage } from './platform/mail/outgoing-messages.ts'
import type { SafeFetchRules } from './platform/safe-fetch/safe-fetch.ts'
import { cspOf } from './web/headers.ts'
import { webPlugin } from './web/index.ts'
import { chatTasks } from './platform/jobs/service-tasks.ts'

/** The database of a service, with the queue of its jobs. */
export interface ServiceStore {
  db: OpenDb
  jobs: Jobs
}

/** The app's reaction to a due reminder of the chat: a job, because the chat's transaction may be in another database. */
const REMINDER_JOB = chatTasks.notifyOfReminder

/** Dependencies of a process before its parts are created, provided by `main.ts` and tests. */
export type Foundation = Omit<Deps, 'signal' | 'outbox' | 'settings' | 'wakeFeed' | 'processId' | 'db'> & {
  db: OpenDb
  /** Databases of services that have one of their own, with the queue of their jobs. */
  stores?: Partial<Record<'chat' | 'inbox', ServiceStore>> | undefined
  /** Defaults to none. */
  replica?: ReplicaReads | undefined
  /** Sends signals to open screens. Defaults to the chat. */
  signal?: Deps['signal'] | undefined
  /** Further fields of `/health/ready`. */
  describeHealth?: (() => object) | undefined
  /** Rules for addresses that marketplaces provide. Tests inject their own name resolution. */
  safeFetch?: SafeFetchRules | undefined
}

export interface App {
  http: FastifyInstance
  deps: Deps
  /** The chat service for the modules. */
  chat: ChatService
  /** Every operation served, for documentation and for the replay suite. */
  operations: Catalogue
  /** Starts listening and processing jobs. Returns the address. */
  listen(options?: { port?: number; host?: string }): Promise<string>
  /** Fails readiness for the configured time, then stops accepting work, finishes running requests and closes every socket. The foundation stays open. */
  close(): Promise<void>
}

/** Bodies with passwords and codes: the hash that recognizes a repetition would be one of a secret. */
const carriesSecret = ({ name }: Operation) => /^(auth|secondFactors)\./.test(name)

const VERSION = '0.1.0'
const API_DESCRIPTION = `Operations for providers and marketplaces. The repository has a tutorial, and describes every error code in
\`docs/reference/errors.md\`.

Two services have protocols of their own. The **chat**: [its calls as OpenAPI](${chatBase}/openapi.json), its frames in
\`docs/reference/chat-protocol.md\`. The **inbox** at \`/inbox\` speaks
[Novu's protocol](https://docs.novu.co/platform/inbox/overview), so that Novu's clients work with it;
\`GET /v2/notifications/session\` returns what they need.`

/** Creates and connects all parts: the only file that knows every module. */
export async function buildApp(foundation: Foundation): Promise<App> {
  const { config, secrets, log, ids, clock } = foundation
  const has = (role: Role) => config.roles.includes(role)
  const http = await createHttp({
    log,
    ids,
    trustProxy: config.trustProxy,
    origin: config.origin,
    corsOrigins: config.corsOrigins,
  })
  // Every part is created in every process. Parts outside its roles are attached to a server that never listens.
  const unreached = await createHttp({ log, ids, trustProxy: false })
  const surfaceOf = (role: Role) => (has(role) ? http : unreached)
  const operations: Catalogue = []

  // The chat is called in process where it runs here, otherwise over the network.
  let chatServer: Chat | undefined
  const inside: ChatInProcess = async (name, input, actAs) => {
    if (!chatServer) throw new Error('The chat service was called before it was created.')
    const { call } = chatServer
    return foundation.db.outsideUnitOfWork(() => call(name, input, actAs))
  }
  const chat = createChatService(
    { appKey: secrets.chatAppKey, secret: secrets.chatSecret, clock },
    has('chat')
      ? (request) => foundation.db.outsideUnitOfWork(() => http.inject(request))
      : createNetworkTransport(config.chatUrl),
    has('chat') ? inside : undefined,
  )
  const chatStore = foundation.stores?.chat ?? foundation
  const inboxStore = foundation.stores?.inbox ?? foundation
  const worker = { ...foundation, jobs: has('worker') ? foundation.jobs : enqueueOnly(foundation.jobs) }
  const settings = await createSettings(foundation)
  const queues = [...new Set([worker.jobs, ...Object.values(foundation.stores ?? {}).map(({ jobs }) => jobs)])]
  let feed: Feed | undefined
  const processId = ids.token()
  const processLock = createProcessLock(foundation.db, { processId, log })
  const replica = foundation.replica ?? primaryReads
  const deps: Deps = {
    ...worker,
    processId,
    wakeFeed: () => feed?.wake(),
    settings: settings.read,
    outbox: createMessageSender(worker),
    signal:
      foundation.signal ??
      ((userId, signal) => {
        // Screens read again when they get it.
        replica
          .noteWrite(userId)
          .then(() => chat.signal(userId, { ...signal }))
          .catch((error: unknown) => log.warn({ err: error }, 'sending a signal failed'))
      }),
  }

  observeRequests(http, deps.metrics)
  traceRequests(http)
  const databases = new Set([deps.db, ...(has('chat') ? [chatStore.db] : []), inboxStore.db])
  const databaseChecks = [...databases].map(databaseCheck)
  const checks = {
    database: async () => void (await Promise.all(databaseChecks.map((check) => check()))),
    files: deps.files.check,
    jobs: async () => void (await Promise.all(queues.map((jobs) => jobs.check()))),
  }
  const health = serveHealth(http, checks, foundation.describeHealth)
  serveMetrics(http, deps.metrics, config)
  serveFiles(surfaceOf('api'), deps.files)
  if (config.outbox) registerOutboxPage(surfaceOf('api'), deps.outbox)

  const messages = createMessageEventPublisher(deps, chat)
  // Chat and inbox run their own jobs, because either can run alone.
  chatServer = has('chat')
    ? await registerChat(
        http,
        { ...deps, db: chatStore.db, jobs: chatStore.jobs },
        {
          appKey: secrets.chatAppKey,
          secret: secrets.chatSecret,
          // A demo is opened under either name.
          origins: [config.origin, config.origin.replace('//localhost:', '//127.0.0.1:'), ...config.corsOrigins],
          clamdUrl: config.clamdUrl,
          userGroups: config.chatUserGroups,
          rateLimits: multiplyRateLimits(config.chatRateLimitFactor),
          checkExactAnswers: !config.production,
          onMessages: (written) => {
            messages.note(written)
            deps.wakeFeed?.()
          },
          onReminder: (tx, userId, reminder) =>
            chatStore.jobs.add(tx, REMINDER_JOB, { id: ids.next('ntc'), userId, reminder } satisfies DueReminder),
        },
      )
    : undefined
  if (has('chat'))
    chatStore.jobs.handle<DueReminder>(REMINDER_JOB, (due) =>
      deps.db.transaction((tx) => notifyReminder(deps, tx, due)),
    )
  const inboxJobs = has('inbox') || has('worker') ? inboxStore.jobs : enqueueOnly(inboxStore.jobs)
  const inbox = registerInbox(
    surfaceOf('inbox'),
    { ...deps, db: inboxStore.db, jobs: inboxJobs },
    {
      applicationIdentifier: secrets.inboxApplicationIdentifier,
      secret: secrets.inboxSecret,
      logins: subscribeToSessionEvents(deps),
    },
  )

  // With Novu configured, notifications go through it; the same screens read from it.
  const notifications = config.novu ? connectNovu(config.novu) : inbox

  // In a demo without Google, a mock provider makes the button work.
  const google =
    config.google ?? (config.demo && !config.production ? serveDemoGoogle(surfaceOf('api'), config) : undefined)

  const onIdentityChange = (identity: PublicIdentity) => {
    chat
      .upsertUsers([{ ...identity, role: 'provider' }])
      .catch((error: unknown) => log.warn({ err: error }, 'updating the chat user failed'))
  }

  let support: Support | undefined
  await surfaceOf('api').register(async (api) => {
    const authenticate = createAuthenticator(deps, { verifyStreamToken: chat.userOf, isUnderWay })
    const lateReads = {
      readLate: <T>(actor: ProviderActor, work: () => Promise<T>) => replica.read(actor.id, work),
      noteWrite: (actor: ProviderActor) => replica.noteWrite(actor.id),
    }
    const repeatable = idempotentWrites(deps, { callerOf: (actor: ProviderActor) => actor.id, required: false })
    const routers: Routers = {
      public: createRouter(api, operations, { audiences: ['public'], authenticate: async () => null }),
      account: createRouter(api, operations, {
        audiences: ['account'],
        authenticate,
        ...lateReads,
        around: (call, next) => (carriesSecret(call.operation) ? next() : repeatable(call, next)),
      }),
      provider: createRouter(api, operations, {
        audiences: ['provider'],
        authenticate,
        ...lateReads,
        around: repeatable,
      }),
      marketplace: createRouter(api, operations, marketplaceRouter(deps)),
      development: createRouter(api, operations, { audiences: ['development'], authenticate: async () => null }),
    }
    registerAuth(deps, routers, {
      chat,
      google,
      referrals: { noteRegistration, noteVerification },
    })
    registerProfile(deps, routers, { onIdentityChange })
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
      assertMayRequest: (providerId, customerId) => assertMayRequest(chat, providerId, customerId),
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
      pages: api,
      offers: {
        openAccepted: (tx, person, id) => lockAcceptedOffer(deps, tx, person, id),
        noteContract: (tx, person, id, contract) => noteContract(deps, tx, person, id, contract),
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
        (await haveSharedOffer(deps.db, providerId, customerId)) || haveSigned(deps.db, providerId, customerId),
    })
    registerMaps(deps, routers)
    registerQuickReplies(deps, routers)
    registerNotifications(deps, routers, {
      inbox: notifications,
      findRecipient: (providerId) => findRecipient(deps, providerId),
      pages: api,
    })
    handleSystemMessages(deps, (message) => postSystemMessage(deps, chat, message))
    registerPrivacy(deps, routers, { chat, inbox: notifications })
    registerMarketplace(deps, routers, { chat, invoices, disputes })
    support = registerSupport(deps, routers, { checks })
    registerSearch(deps, routers, {
      searchMessages: (providerId, text, limit) => searchMessages(deps, chat, { providerId, text, limit }),
    })
    feed = registerFeed(deps, routers, {
      listener: registerWebhooks(deps, routers, { safeFetch: foundation.safeFetch }),
      collect: messages.collect,
    })
    registerSettings(deps, routers, settings)
    registerDeliveries(deps, routers)
    registerSimulator(deps, routers, { openProvider: (id) => getPublicProvider(deps, id) })
    serveDocs(api, '/v2', operations, {
      title: 'Fettle API',
      version: VERSION,
      description: API_DESCRIPTION,
      examplesFile: join(rootDir, 'apps/server/openapi-examples.json'),
    })
  })

  if (has('web'))
    await http.register(webPlugin, {
      dist: config.webDist,
      config: { ...config, google: google !== undefined, csp: cspOf(config) },
    })

  http.setNotFoundHandler((request, reply) => answerError(new AppError('NOT_FOUND', { thing: 'page' }), request, reply))

  return {
    http,
    deps,
    chat,
    operations,
    async listen({ port = config.port, host = config.host } = {}) {
      settings.watch()
      await support?.load()
      await processLock.start()
      await Promise.all(queues.map((jobs) => jobs.start()))
      if (chatServer) {
        // What a crashed process wrote but did not hand to the feed.
        await messages.noteUnpublished(await chatServer.listNewestSeqs())
        feed?.wake()
      }
      return http.listen({ port, host })
    },
    async close() {
      health.failReadiness()
      await wait(config.shutdownDelayMs)
      settings.close()
      await closeHttp(http)
      await unreached.close()
      await feed?.idle()
      await chatServer?.close()
      await Promise.all(queues.map((jobs) => jobs.stop()))
      await processLock.stop()
    },
  }
}

/** A job queue that only enqueues, for processes without workers. */
function enqueueOnly(jobs: Jobs): Jobs {
  return { ...jobs, handle: () => undefined, repeat: () => undefined }
}

/** Closes gracefully: running requests finish, idle keep-alive connections are closed (they would delay up to 70 s). */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const impatient = setTimeout(() => http.server.closeAllConnections(), 10_000)
  try {
    await http.close()
  } finally {
    clearInterval(idle)
    clearTimeout(impatient)
  }
}
