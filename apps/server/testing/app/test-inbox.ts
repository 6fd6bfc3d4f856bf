import type { NotificationTrigger, NotificationWorkflow } from '@fettle/protocol/notifications/inbox'
import { Novu, type NovuOptions } from '@novu/js'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { InboxDeps, LoginSessions } from '../../src/inbox/context.ts'
import { registerInbox, type InboxService } from '../../src/inbox/index.ts'
import { contextHash, signAccess } from '../../src/inbox/identity.ts'
import { createLocalBus, type Bus } from '../../src/platform/redis/bus.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDb } from '../../src/platform/db/open-db.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createIds } from '../../src/platform/ids.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createMetrics } from '../../src/platform/observability/metrics.ts'
import { setUp } from './set-up.ts'
import { createTestDatabase } from './test-database.ts'
import { testConfig } from './test-config.ts'

export const applicationIdentifier = 'the-inbox'
const secret = 'a secret of the inbox, for tests only'

/** The notification service alone, with the official client. */
export interface TestInbox {
  url: string
  inbox: InboxService
  databaseUrl: string
  deps: InboxDeps
  clock: ManualClock
  /** Stores notifications for a subscriber, one second apart, oldest first; returns their ids. */
  notify(subscriberId: string, ...notifications: (Partial<NotificationTrigger> | string)[]): Promise<string[]>
  /** Creates the unmodified Novu client. */
  client(subscriberId: string, options?: Partial<NovuOptions>): Novu
  /** Sends a plain request, for input the client cannot send. */
  request(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>
  /** Subscriber hash that the product hands to a login session. */
  hashOf(subscriberId: string, sessionId?: string): string
  /** Token of a session, for plain requests. */
  token(subscriberId: string, sessionId?: string): Promise<string>
  /** Ends a login session of the product. */
  endLogin(subscriberId: string, sessionId: string): void
  endedLogins: Set<string>
  close(): Promise<void>
}

export const workflows: NotificationWorkflow[] = [
  {
    identifier: 'comment-added',
    name: 'Comment added',
    critical: false,
    tags: ['social'],
    severity: 'low',
    channels: { in_app: true, email: false },
  },
  {
    identifier: 'job-offered',
    name: 'Job offered',
    critical: false,
    tags: ['work'],
    severity: 'high',
    channels: { in_app: true, email: true, push: true },
    always: ['in_app'],
  },
  {
    identifier: 'password-changed',
    name: 'Password changed',
    critical: true,
    tags: ['security'],
    severity: 'high',
    channels: { in_app: true, email: true },
  },
]

interface TestInboxOptions {
  /** A bus of its own. */
  bus?: Bus
  sharesDatabaseWith?: TestInbox
  /** Registers another module before the service listens. */
  join?: (parts: { http: FastifyInstance; deps: InboxDeps; inbox: InboxService; config: Config }) => void
}

/** Starts the notification service for the tests of a file, which calls it once. */
export const setUpTestInbox = (options?: TestInboxOptions): TestInbox => setUp(() => startTestInbox(options))

/** Starts the inbox on a fresh database, or like a second process beside another: same database, same bus. */
export async function startTestInbox({
  sharesDatabaseWith: sibling,
  join,
  bus: sharedBus,
}: TestInboxOptions = {}): Promise<TestInbox> {
  const database = sibling ? undefined : await createTestDatabase()
  const databaseUrl = database?.url ?? sibling?.databaseUrl ?? ''
  const config = testConfig({ databaseUrl, logLevel: 'silent' })
  const log = createLog(config)
  const clock = sibling?.clock ?? new ManualClock('2026-03-02T11:00:00.000Z')
  const ids = createIds(clock)
  const db = await openDb(databaseUrl, { poolSize: 4, log, connectionTimeoutMs: 60_000 })
  const jobs = createJobs({ db, log, clock })
  const bus: Bus = sharedBus ?? sibling?.deps.bus ?? createLocalBus()
  const deps: InboxDeps = { log, clock, ids, db, jobs, bus, metrics: createMetrics() }
  const http = await createHttp({ log, ids, trustProxy: false })
  const ended = sibling?.endedLogins ?? new Set<string>()
  const logins: LoginSessions = {
    isOpen: async (_subscriberId, { sessionId }) => !ended.has(sessionId),
    onChange: (listener) => bus.subscribe('logins', (frame) => listener(frame as string)),
  }
  const inbox = registerInbox(http, deps, { applicationIdentifier, secret, logins })
  const hashOf = (subscriberId: string, sessionId = 'ses_1') =>
    signAccess(secret, subscriberId, { sessionId, issuedAt: clock.now().getTime() })
  inbox.declare(workflows)
  join?.({ http, deps, inbox, config })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  const clients: Novu[] = []

  const request: TestInbox['request'] = (method, path, { token, body, headers = {} } = {}) =>
    fetch(`${url}/inbox/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  return {
    url,
    databaseUrl,
    inbox,
    deps,
    clock,
    async notify(subscriberId, ...notifications) {
      const stored: string[] = []
      for (const notification of notifications) {
        clock.advance(1000)
        const text = typeof notification === 'string' ? { body: notification } : notification
        const id = await inbox.trigger({ subscriberId, body: 'Something happened', ...text })
        if (id) stored.push(id)
      }
      return stored
    },
    client(subscriberId, options = {}) {
      const novu = new Novu({
        applicationIdentifier,
        subscriber: { subscriberId },
        subscriberHash: hashOf(subscriberId),
        apiUrl: `${url}/inbox`,
        socketUrl: url,
        socketOptions: { path: '/inbox/socket.io', reconnectionDelay: 50, reconnectionDelayMax: 100 },
        ...(options.context ? { contextHash: contextHash(secret, options.context) } : {}),
        ...options,
      } as NovuOptions)
      clients.push(novu)
      return novu
    },
    request,
    hashOf,
    endedLogins: ended,
    endLogin(subscriberId, sessionId) {
      ended.add(sessionId)
      bus.publish('logins', subscriberId)
    },
    async token(subscriberId, sessionId) {
      const body = {
        applicationIdentifier,
        subscriberHash: hashOf(subscriberId, sessionId),
        subscriber: { subscriberId },
      }
      const answer = (await (await request('POST', '/inbox/session', { body })).json()) as { data: { token: string } }
      return answer.data.token
    },
    async close() {
      await Promise.all(clients.map((novu) => novu.socket.disconnect()))
      http.server.closeAllConnections()
      await http.close()
      await db.close()
      await database?.drop()
    },
  }
}
