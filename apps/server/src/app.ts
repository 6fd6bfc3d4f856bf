import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import type { FastifyInstance } from 'fastify'
import type { Chat } from './chat/index.ts'
import { createChatClient, serveChat } from './connect-chat.ts'
import { createRouters } from './create-routers.ts'
import { connectNovu, registerInbox } from './inbox/index.ts'
import { serveDemoGoogle, subscribeToSessionEvents } from './modules/auth/index.ts'
import { createMessageEventPublisher, type ChatService } from './modules/channels/index.ts'
import { createSettings } from './modules/settings/index.ts'
import { rootDir, type Role } from './platform/config.ts'
import type { Db } from './platform/db/db.ts'
import type { OpenDb } from './platform/db/open-db.ts'
import { primaryReads, type ReplicaReads } from './platform/db/replica.ts'
import { createProcessLock } from './platform/db/process-lock.ts'
import type { Deps } from './platform/deps.ts'
import { AppError } from './platform/errors.ts'
import type { Files } from './platform/files/files.ts'
import { serveFiles } from './platform/files/serve.ts'
import { databaseCheck, serveHealth } from './platform/observability/health.ts'
import { serveDocs } from './platform/http/docs.ts'
import type { Catalogue } from './platform/http/router.ts'
import { answerError, createHttp } from './platform/http/server.ts'
import type { Jobs } from './platform/jobs/jobs.types.ts'
import { observeRequests, serveMetrics } from './platform/observability/metrics.ts'
import { traceRequests } from './platform/observability/tracing.ts'
import { createMessageSender, registerOutboxPage } from './platform/mail/outgoing-messages.ts'
import type { SafeFetchRules } from './platform/safe-fetch/safe-fetch.ts'
import { cspOf } from './web/headers.ts'
import { registerModules } from './register-modules.ts'
import { webPlugin } from './web/index.ts'

/** The database of a service, with the queue of its jobs. */
export interface ServiceStore {
  db: OpenDb
  jobs: Jobs
}

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

/** The version in `package.json`. */
const readVersion = () =>
  (JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string }).version
const API_DESCRIPTION = `Operations for providers and marketplaces. The repository has a tutorial, and describes every error code in
\`docs/reference/errors.md\`.

Two services have protocols of their own. The **chat**: [its calls as OpenAPI](${chatBase}/openapi.json), its frames in
\`docs/reference/chat-protocol.md\`. The **inbox** at \`/inbox\` speaks
[Novu's protocol](https://docs.novu.co/platform/inbox/overview), so that Novu's clients work with it;
\`GET /v2/notifications/session\` returns what they need.`

/** Creates and connects all parts of the process. */
export async function buildApp(foundation: Foundation): Promise<App> {
  const { config, secrets, log, ids } = foundation
  const has = (role: Role) => config.roles.includes(role)
  const http = await createHttp({
    log,
    ids,
    trustProxy: config.trustProxy,
    origin: config.origin,
    corsOrigins: config.corsOrigins,
  })
  // Every part is created in every process. Parts outside its roles are attached to a server that never listens.
  const internalHttp = await createHttp({ log, ids, trustProxy: false })
  const httpOf = (role: Role) => (has(role) ? http : internalHttp)
  const operations: Catalogue = []

  let chatServer: Chat | undefined
  const chat = createChatClient(foundation, http, () => chatServer)
  const chatStore = foundation.stores?.chat ?? foundation
  const inboxStore = foundation.stores?.inbox ?? foundation
  const worker = { ...foundation, jobs: has('worker') ? foundation.jobs : enqueueOnly(foundation.jobs) }
  const settings = await createSettings(foundation)
  const queues = [...new Set([worker.jobs, ...Object.values(foundation.stores ?? {}).map(({ jobs }) => jobs)])]
  let modules: ReturnType<typeof registerModules> | undefined
  const processId = ids.token()
  const processLock = createProcessLock(foundation.db, { processId, log })
  const replica = foundation.replica ?? primaryReads
  const deps: Deps = {
    ...worker,
    processId,
    wakeFeed: () => modules?.feed.wake(),
    settings: settings.read,
    outbox: createMessageSender(worker),
    signal: foundation.signal ?? createSignalSender(chat, replica, log),
  }

  observeRequests(http, deps.metrics)
  traceRequests(http)
  const databases = new Set([deps.db, ...(has('chat') ? [chatStore.db] : []), inboxStore.db])
  const checks = createChecks([...databases], deps.files, queues)
  const health = serveHealth(http, checks, foundation.describeHealth)
  serveMetrics(http, deps.metrics, config.metricsToken)
  serveFiles(httpOf('api'), deps.files)
  if (config.outbox) registerOutboxPage(httpOf('api'), deps.outbox)

  const messages = createMessageEventPublisher(deps, chat)
  // Chat and inbox run their own jobs, because either can run alone.
  if (has('chat')) chatServer = await serveChat(http, deps, chatStore, messages.add)
  const inboxJobs = has('inbox') || has('worker') ? inboxStore.jobs : enqueueOnly(inboxStore.jobs)
  const inbox = registerInbox(
    httpOf('inbox'),
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
    config.google ?? (config.demo && !config.production ? serveDemoGoogle(httpOf('api'), config) : undefined)

  await httpOf('api').register(async (api) => {
    const routers = createRouters(api, operations, deps, { chat, replica })
    modules = registerModules(deps, routers, {
      pages: api,
      chat,
      inbox: notifications,
      google,
      settings,
      checks,
      collectMessages: messages.collect,
      safeFetch: foundation.safeFetch,
    })
    serveDocs(api, '/v2', operations, {
      title: 'Fettle API',
      version: readVersion(),
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
      await modules?.support.load()
      await processLock.start()
      await Promise.all(queues.map((jobs) => jobs.start()))
      if (chatServer) {
        // Messages that a crashed process wrote but did not hand to the feed.
        await messages.addUnpublished(await chatServer.listNewestSeqs())
        modules?.feed.wake()
      }
      return http.listen({ port, host })
    },
    async close() {
      health.failReadiness()
      await wait(config.shutdownDelayMs)
      settings.close()
      await closeHttp(http)
      await internalHttp.close()
      await modules?.feed.idle()
      await chatServer?.close()
      await Promise.all(queues.map((jobs) => jobs.stop()))
      await processLock.stop()
    },
  }
}

/** Sends signals to open screens over the chat. Screens read again when they get one. */
function createSignalSender(chat: ChatService, replica: ReplicaReads, log: Deps['log']): Deps['signal'] {
  return (userId, signal) =>
    void replica
      .recordWrite(userId)
      .then(() => chat.signal(userId, { ...signal }))
      .catch((error: unknown) => log.warn({ err: error }, 'sending a signal failed'))
}

/** Health checks of what the process depends on. */
function createChecks(databases: readonly Db[], files: Files, queues: readonly Jobs[]) {
  const databaseChecks = databases.map(databaseCheck)
  return {
    database: async () => void (await Promise.all(databaseChecks.map((check) => check()))),
    files: files.check,
    jobs: async () => void (await Promise.all(queues.map((jobs) => jobs.check()))),
  }
}

/** A job queue that only enqueues, for processes without workers. */
function enqueueOnly(jobs: Jobs): Jobs {
  return { ...jobs, handle: () => undefined, repeat: () => undefined }
}

/** Closes gracefully: running requests finish, idle keep-alive connections are closed (they would delay up to 70 s). */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const forceClose = setTimeout(() => http.server.closeAllConnections(), 10_000)
  try {
    await http.close()
  } finally {
    clearInterval(idle)
    clearTimeout(forceClose)
  }
}
