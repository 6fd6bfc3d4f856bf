import type { CallInput, Failure, Operation, Result, Success } from '@fettle/protocol'
import { fillPath } from '@fettle/protocol'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, type App, type Foundation } from '../../src/app.ts'
import { createLocalBus, type Bus } from '../../src/platform/redis/bus.ts'
import { ManualClock, type Clock } from '../../src/platform/clock.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import type { ReplicaReads } from '../../src/platform/db/replica.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { createDiskStore } from '../../src/platform/files/disk.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { createIds } from '../../src/platform/ids.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { createMetrics } from '../../src/platform/observability/metrics.ts'
import type { SafeFetchRules } from '../../src/platform/safe-fetch/safe-fetch.ts'
import { deriveSecrets } from '../../src/platform/secrets.ts'
import { sendRequest } from './http-request.ts'
import { setUp } from './set-up.ts'
import { createTestDatabase } from './test-database.ts'
import { recordDeclaredErrors, recordSeenError } from './error-coverage.ts'
import { testConfig } from './test-config.ts'

export interface TestAppOptions {
  config?: Partial<Config>
  /** Initial time of the clock, which only moves when a test advances it. */
  now?: string
  /** Uses another test app's database and files, like a second process. */
  sharesDatabaseWith?: TestApp
  /** Shared between test apps, it takes the place of Redis. */
  bus?: Bus
  /** Rules for requests to addresses given by partners. */
  safeFetch?: SafeFetchRules
  /** Reads on a replica of the database that the configuration names. */
  replica?: (db: OpenDb) => ReplicaReads
  /** Databases of their own for chat and inbox. */
  stores?: Foundation['stores']
}

/** Credentials of a call: session token or API key, and extra headers. */
export interface Caller {
  token?: string
  headers?: Record<string, string>
}

/** Response of a call, successful or not. */
export interface TestResponse<Data> {
  status: number
  headers: Headers
  body: Success<Data> | Failure
}

/** A refusal where success was expected, or the reverse. */
export class UnexpectedResponse extends Error {
  readonly reply: TestResponse<unknown>
  constructor(operation: Operation, reply: TestResponse<unknown>) {
    super(`${operation.name} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    this.reply = reply
  }
}

/** Functions scenarios need of a product under test, in this process or in another. */
export interface ApiClient {
  clock: Clock
  deps: { outbox: Pick<Deps['outbox'], 'list'> }
  /** Sends a request that must succeed and returns its data. */
  call<O extends Operation>(operation: O, input: CallInput<O>, caller?: Caller): Promise<Result<O>>
}

/** The whole product for a test: with a database, clock and address of its own. */
export interface TestApp extends ApiClient {
  url: string
  app: App
  deps: Deps
  db: OpenDb
  clock: ManualClock
  /** Advances the clock by milliseconds and runs the jobs that are due then. */
  advance(milliseconds: number): Promise<void>
  /** The time that many hours from now, by the clock. */
  inHours: (hours: number) => string
  /** The UTC date that many days from now. */
  dayIn: (days: number) => string
  /** Two hours that begin that many hours from now. */
  slotIn: (hours: number) => { startAt: string; endAt: string }
  /** Sends a request and returns any response. */
  send<O extends Operation>(operation: O, input: CallInput<O>, caller?: Caller): Promise<TestResponse<Result<O>>>
  /** Sends a request that must be refused and returns the error. */
  refusal<O extends Operation>(operation: O, input: CallInput<O>, caller?: Caller): Promise<Failure>
  close(): Promise<void>
}

const NOON_IN_LAGOS = '2026-03-02T11:00:00.000Z'

/** Starts the product for the tests of a file, which calls it once. */
export const setUpTestApp = (options?: TestAppOptions): TestApp => setUp(() => startTestApp(options))

/** Starts the product on a fresh copy of the migrated database, on a free port. */
export async function startTestApp({
  config: overrides = {},
  now = NOON_IN_LAGOS,
  sharesDatabaseWith: sibling,
  bus = createLocalBus(),
  safeFetch,
  replica,
  stores,
}: TestAppOptions = {}): Promise<TestApp> {
  const existingUrl = overrides.databaseUrl ?? sibling?.deps.config.databaseUrl
  const database = existingUrl ? undefined : await createTestDatabase()
  const databaseUrl = existingUrl ?? database?.url
  if (!databaseUrl) throw new Error('A test app that shares a database needs the app it shares it with.')
  const dataDir = sibling?.deps.config.dataDir ?? mkdtempSync(join(tmpdir(), 'fettle-test-app-'))
  const config = testConfig({
    databaseUrl,
    dataDir,
    demo: true,
    callsPerMinute: 60_000,
    outbox: true,
    poolSize: 6,
    ...overrides,
  })
  const log = createLog(config)
  const secrets = deriveSecrets('a fixed master secret, for tests only')
  const clock = sibling?.clock ?? new ManualClock(now)
  const ids = createIds(clock)
  const { poolSize, databaseDirectUrl: directUrl, preparesStatements } = config
  const db = await openDb(databaseUrl, { poolSize, log, directUrl, preparesStatements, connectionTimeoutMs: 60_000 })
  const jobs = createJobs({ db, log, clock })
  const files = createFiles(createDiskStore({ dataDir }), { key: secrets.fileUrlKey, clock })
  const app = await buildApp({
    config,
    secrets,
    log,
    clock,
    ids,
    db,
    jobs,
    files,
    bus,
    metrics: createMetrics(),
    safeFetch,
    replica: replica?.(db),
    stores,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  recordDeclaredErrors(app.operations)

  const send: TestApp['send'] = async (operation, input, caller = {}) => {
    const key: Record<string, string> =
      operation.audience === 'marketplace' && operation.method !== 'GET' ? { 'idempotency-key': ids.token() } : {}
    const reply = await sendOperation(url, operation, input, { ...caller, headers: { ...key, ...caller.headers } })
    if (!reply.body.success) recordSeenError(operation, reply.body)
    return reply
  }

  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString()
  return {
    url,
    app,
    deps: app.deps,
    db,
    clock,
    inHours,
    dayIn: (days) => inHours(days * 24).slice(0, 10),
    slotIn: (hours) => ({ startAt: inHours(hours), endAt: inHours(hours + 2) }),
    async advance(milliseconds) {
      clock.advance(milliseconds)
      await app.deps.jobs.runDue()
    },
    send,
    async call(operation, input, caller) {
      const reply = await send(operation, input, caller)
      if (!reply.body.success) throw new UnexpectedResponse(operation, reply)
      return reply.body.data
    },
    async refusal(operation, input, caller) {
      const reply = await send(operation, input, caller)
      if (reply.body.success) throw new UnexpectedResponse(operation, reply)
      return reply.body
    },
    async close() {
      await app.close()
      await db.close()
      await database?.drop()
      if (!sibling) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sends a request to a server and returns any response. */
export async function sendOperation<O extends Operation>(
  url: string,
  operation: O,
  input: CallInput<O>,
  { token, headers, signal }: Caller & { signal?: AbortSignal } = {},
): Promise<TestResponse<Result<O>>> {
  const form = operation.file ? formOf(operation.file, input) : undefined
  const { body: fields } = input as { body?: unknown }
  const response = await sendRequest(url + pathOf(operation, input), {
    method: operation.method,
    signal,
    headers: {
      // Nothing is gained by compressing responses of this machine.
      'accept-encoding': 'identity',
      ...('body' in input && !operation.file ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: form ?? (fields === undefined ? undefined : JSON.stringify(fields)),
  })
  const body = JSON.parse(response.text) as Success<Result<O>> | Failure
  return { status: response.status, headers: response.headers, body }
}

function pathOf(operation: Operation, input: object): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const suffix = search.toString()
  return fillPath(operation.path, params) + (suffix ? `?${suffix}` : '')
}

function formOf(field: string, input: object): FormData {
  const { body, file } = input as { body?: Record<string, unknown>; file?: Blob }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
  if (file) form.set(field, file, file instanceof File ? file.name : 'upload')
  return form
}
