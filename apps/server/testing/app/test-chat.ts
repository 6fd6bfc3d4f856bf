import type { Hello } from '@fettle/protocol/chat/connection/connection'
import { chatSocketPath, type CallAnswer } from '@fettle/protocol/chat/connection/socket'
import { socketTransport, type Link } from '@fettle/chat-client'
import { isChatFailure, type ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import {
  chatOperations,
  type ChatCallInput,
  type ChatCallResult,
  type ChatOperationName,
} from '@fettle/protocol/chat/operations'
import { fillPath } from '@fettle/protocol'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { registerChat, type Chat, type ChatOptions } from '../../src/chat/index.ts'
import type { RateLimits } from '../../src/chat/core/limiter.ts'
import { createLocalBus, type Bus } from '../../src/platform/redis/bus.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createIds } from '../../src/platform/ids.ts'
import { createDiskStore } from '../../src/platform/files/disk.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { serveFiles } from '../../src/platform/files/serve.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.types.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createMetrics } from '../../src/platform/observability/metrics.ts'
import { createRedisBus } from '../../src/platform/redis/redis-bus.ts'
import type { Redis } from '../../src/platform/redis/redis.ts'
import { sendRequest } from './http-request.ts'
import { setUp } from './set-up.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const appKey = 'test-app'
export const secret = 'a fixed chat secret, for tests only'

interface TestChatOptions {
  now?: string
  /** Uses another's database, like a second process or a restart. */
  sharesDatabaseWith?: TestChat
  bus?: Bus
  /** Redis shared with others, for bus, presence and rate limits. */
  redis?: Redis
  rateLimits?: RateLimits | false
  resyncIntervalMs?: number
  /** Further options of the chat. */
  options?: Partial<ChatOptions>
  port?: number
}

/** Credentials over HTTP. Without a token: the app's server. */
export interface TestChatCaller {
  token?: string
  actAs?: string
  headers?: Record<string, string>
}

/** The frame of a type; some frames share one shape for several types. */
type FrameOf<Type, Frame = ChatFrame> = Frame extends { type: infer Types }
  ? Type extends Types
    ? Frame
    : never
  : never

/** An open socket that records every frame. */
export interface TestClient {
  userId: string
  hello: Hello
  frames: ChatFrame[]
  /** Resolves once the service has closed the connection. */
  closed: Promise<void>
  /** The answer to anything. */
  answer(name: unknown, input: unknown): Promise<CallAnswer>
  call<Name extends ChatOperationName>(name: Name, input: ChatCallInput<Name>): Promise<ChatCallResult<Name>>
  refusal<Name extends ChatOperationName>(name: Name, input: ChatCallInput<Name>): Promise<ChatFailure>
  /** Resolves with the first matching frame of this type, past or future. */
  received<Type extends ChatFrame['type']>(
    type: Type,
    matches?: (frame: FrameOf<Type>) => boolean,
  ): Promise<FrameOf<Type>>
  close(): void
}

export class ChatCallError extends Error {
  readonly failure: ChatFailure
  constructor(name: string, failure: ChatFailure) {
    super(`${name} was refused: ${JSON.stringify(failure)}`)
    this.failure = failure
  }
}

/** The chat service alone, with a database of its own. */
export interface TestChat {
  url: string
  chat: Chat
  db: OpenDb
  database: TestDatabase
  clock: ManualClock
  /** Jobs run only when the test advances the clock and calls `runDue`. */
  jobs: Jobs
  dataDir: string
  bus: Bus
  /** HTTP call that must succeed. */
  http<Name extends ChatOperationName>(
    name: Name,
    input: ChatCallInput<Name>,
    caller?: TestChatCaller,
  ): Promise<ChatCallResult<Name>>
  /** HTTP call that must be refused. */
  httpRefusal<Name extends ChatOperationName>(
    name: Name,
    input: ChatCallInput<Name>,
    caller?: TestChatCaller,
  ): Promise<ChatFailure>
  /** Creates a user with a token. */
  person(id: string, name?: string): Promise<{ id: string; token: string }>
  connect(
    userId: string,
    options?: { token?: string; polling?: boolean; name?: string; image?: string },
  ): Promise<TestClient>
  /** A WebSocket with a user's connection, to misuse. */
  openWebSocket(userId: string): Promise<WebSocket>
  /** Stops serving and leaves the database, like a crash. */
  stop(): Promise<void>
  close(): Promise<void>
}

const NOON = '2026-03-02T11:00:00.000Z'

/** Starts the chat service for the tests of a file, which calls it once. */
export const setUpTestChat = (options?: TestChatOptions): TestChat => setUp(() => startTestChat(options))

export async function startTestChat({
  now = NOON,
  sharesDatabaseWith: sibling,
  bus,
  redis,
  rateLimits,
  resyncIntervalMs,
  options = {},
  port = 0,
}: TestChatOptions = {}): Promise<TestChat> {
  const database = sibling?.database ?? (await createTestDatabase())
  const log = createLog({ logLevel: 'silent' })
  const clock = sibling?.clock ?? new ManualClock(now)
  const db = await openDb(database.url, { poolSize: 6, log, connectionTimeoutMs: 60_000 })
  const ids = createIds(clock)
  const app = await createHttp({ log, ids, trustProxy: false })
  const ownBus = bus ?? (redis ? createRedisBus(redis) : createLocalBus())
  const dataDir = sibling?.dataDir ?? mkdtempSync(join(tmpdir(), 'fettle-chat-'))
  const files = createFiles(createDiskStore({ dataDir }), { key: 'a fixed key for files, for tests only', clock })
  const jobs = createJobs({ db, log, clock })
  const deps = { db, log, clock, ids, bus: ownBus, redis, metrics: createMetrics(), jobs, files }
  serveFiles(app, files)
  const chat = await registerChat(app, deps, {
    appKey,
    secret,
    ...(rateLimits === undefined ? {} : { rateLimits }),
    ...(resyncIntervalMs ? { resyncIntervalMs } : {}),
    // The first file loads its parser from source, which takes long on a busy machine.
    callTimeout: 120_000,
    ...options,
  })
  const url = await app.listen({ port, host: '127.0.0.1' })
  const clients = new Set<TestClient>()

  const stop = async () => {
    for (const client of clients) client.close()
    await chat.close()
    const closing = app.close()
    // A client's connection that has sent no request yet counts as busy.
    const closeTimer = setInterval(() => app.server.closeAllConnections(), 100)
    await closing
    clearInterval(closeTimer)
    await db.close()
  }

  const send = async (name: ChatOperationName, input: object, caller: TestChatCaller = {}) => {
    const operation = chatOperations.find((each) => each.name === name)
    if (!operation) throw new Error(`Unknown chat operation ${name}`)
    const fields = { ...input } as Record<string, unknown>
    const path = fillPath(operation.path, fields)
    for (const [, field] of operation.path.matchAll(/:(\w+)/g)) delete fields[String(field)]
    const inQuery = operation.method === 'GET' || operation.method === 'DELETE'
    const query = new URLSearchParams(
      inQuery ? Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]) : [],
    )
    const { status, text } = await sendRequest(`${url}${chatBase}${path}?${query.toString()}`, {
      method: operation.method,
      headers: {
        'x-app-key': appKey,
        authorization: `Bearer ${caller.token ?? chat.signServerToken()}`,
        ...(caller.actAs ? { 'x-chat-user': caller.actAs } : {}),
        ...(inQuery ? {} : { 'content-type': 'application/json' }),
        ...caller.headers,
      },
      ...(inQuery ? {} : { body: JSON.stringify(fields) }),
    })
    return { status, body: JSON.parse(text) as unknown }
  }

  return {
    url,
    chat,
    db,
    database,
    clock,
    jobs,
    dataDir,
    bus: ownBus,
    async http(name, input, caller) {
      const { status, body } = await send(name, input, caller)
      if (status !== 200) throw new ChatCallError(name, body as ChatFailure)
      return body as never
    },
    async httpRefusal(name, input, caller) {
      const { status, body } = await send(name, input, caller)
      if (status === 200 || !isChatFailure(body)) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
      if (body.statusCode !== status) throw new Error(`${name} answered ${status} and says ${body.statusCode}`)
      return body
    },
    async person(id, name = id) {
      const { status, body } = await send('users.upsert', { users: [{ id, name }] })
      if (status !== 200) throw new ChatCallError('users.upsert', body as ChatFailure)
      return { id, token: chat.signToken(id) }
    },
    async connect(userId, { token = chat.signToken(userId), polling = false, name, image } = {}) {
      const user = { id: userId, ...(name && { name }), ...(image && { image }) }
      const client = await openClient(url, { user, token, polling })
      clients.add(client)
      return client
    },
    async openWebSocket(userId) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${chatSocketPath}`)
      await new Promise((resolve) => socket.once('open', resolve))
      socket.send(JSON.stringify({ connect: { appKey, token: chat.signToken(userId), user: { id: userId } } }))
      await new Promise((resolve) => socket.once('message', resolve))
      return socket
    },
    stop,
    async close() {
      await stop()
      await database.drop()
      if (!sibling) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens a socket and waits for its first frame; rejects when refused. */
async function openClient(
  url: string,
  { user, token, polling }: { user: { id: string; name?: string; image?: string }; token: string; polling: boolean },
): Promise<TestClient> {
  const { id: userId } = user
  const frames: ChatFrame[] = []
  const waiting = new Set<() => void>()
  let resolveClosed = () => {}
  const closed = new Promise<void>((resolve) => (resolveClosed = resolve))
  const transport = socketTransport(url, { transports: polling ? ['polling'] : ['websocket'] })
  const [hello, link] = await new Promise<[Hello, Link]>((resolve, reject) => {
    const opened = transport.open(
      { appKey, token, user },
      {
        hello: (first) => resolve([first, opened]),
        frame(frame) {
          frames.push(frame)
          for (const check of waiting) check()
        },
        closed(failure) {
          resolveClosed()
          reject(failure ? new ChatCallError('connect', failure) : new Error('The connection was closed'))
        },
      },
    )
  })
  const answer = (name: unknown, input: unknown) => link.call(name as string, input as object)

  return {
    userId,
    hello,
    frames,
    closed,
    answer,
    async call(name, input) {
      const answered = await answer(name, input)
      if ('error' in answered) throw new ChatCallError(name, answered.error)
      return answered.ok as never
    },
    async refusal(name, input) {
      const answered = await answer(name, input)
      if ('ok' in answered) throw new Error(`${name} answered ${JSON.stringify(answered.ok)}`)
      return answered.error
    },
    received(type, matches = () => true) {
      const find = () => frames.find((frame) => frame.type === type && matches(frame as never)) as never
      return new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${userId} received no ${type} frame. Received: ${JSON.stringify(frames)}`)),
          5_000,
        )
        const check = () => {
          const found = find()
          if (!found) return
          clearTimeout(late)
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      })
    },
    close: () => link.close(),
  }
}
