import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, types, type QueryConfig } from 'pg'
import type { Logger } from 'pino'
import type { Sql } from 'sql-template-tag'
import { tracedStatement } from '../observability/tracing.ts'
import { codeOf, StartError } from '../start-error.ts'

/**
 * Runs statements on the pool or in one transaction. Statements use the `sql` tag, so values are never part of SQL
 * text, and are prepared by name on each connection.
 */
export interface Queryable {
  /** All rows. */
  query<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  maybeOne<Row>(statement: Sql): Promise<Row | undefined>
  /** Exactly one row. Throws if there is none. */
  one<Row>(statement: Sql): Promise<Row>
  /** Executes a statement without a result. */
  execute(statement: Sql): Promise<void>
  /** Executes a statement and returns the number of affected rows. */
  executeCount(statement: Sql): Promise<number>
  /**
   * Runs independent reads: in parallel on the pool, one after another within a transaction, which has only one
   * connection.
   */
  parallel<Answers extends readonly unknown[]>(...reads: ParallelReads<Answers>): Promise<Answers>
}

export type ParallelReads<Answers extends readonly unknown[]> = {
  [Index in keyof Answers]: () => Promise<Answers[Index]>
}

/** A transaction. Effects passed to `afterCommit` run once the commit is durable, never after a rollback. */
export interface Tx extends Queryable {
  afterCommit(effect: () => void): void
}

export interface Db extends Queryable {
  /**
   * Runs `work` in a transaction and commits it; rolls back if it throws. Serialisation failures and deadlocks are
   * retried up to three times.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { isolation?: 'serializable' }): Promise<T>
  /**
   * Runs `work` so that all it changes is committed at once. Its first transaction stays open until `work` and `finish`
   * are done; later transactions are savepoints in it, and other statements of `work` run in it as well. Rolls
   * everything back if `work` or `finish` throws. Slow work belongs before the first transaction, because from there on
   * a connection is held. Without a transaction, `finish` runs on the pool.
   */
  unitOfWork<T>(work: () => Promise<T>, finish: (tx: Queryable, result: T) => Promise<void>): Promise<T>
  /**
   * Runs `work` so that its statements read from a replica, up to its first transaction. A statement that the replica
   * does not answer, because it is gone or was told to stop, is sent here.
   */
  readFrom<T>(replica: Pool, work: () => Promise<T>): Promise<T>
  /** Runs `work` outside the surrounding unit of work. For calls of services that have transactions of their own. */
  outsideUnitOfWork<T>(work: () => Promise<T>): Promise<T>
}

/** A database connection pool that must be closed. */
export interface OpenDb extends Db {
  /** What statements and transactions run on, perhaps through PgBouncer. */
  pool: Pool
  /**
   * Connections that keep their state between transactions: for the job queue's LISTEN, locks of a session, migrations
   * and copies. The same as `pool` unless a direct address is set.
   */
  direct: Pool
  close(): Promise<void>
}

export { default as sql, join, raw, empty, type Sql } from 'sql-template-tag'

const MIN_SERVER_VERSION = 15
const MAX_RETRIES = 3
/** Serialisation failure and deadlock: the transaction was rolled back and can be retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01'])

type Runner = (statement: Sql) => Promise<{ rows: unknown[]; rowCount: number | null }>

/** Runs effects after commit. A failing effect is logged, because the commit stands. */
function runAfterCommitEffects(effects: readonly (() => void)[], log?: Pick<Logger, 'error'>): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      log?.error({ err: error }, 'effect after commit failed')
    }
  }
}

/** A transaction on a connection of its own. Ends with `commit`, or with `rollback` also after a failed commit. */
interface OpenTransaction {
  tx: Tx
  run: Runner
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Runs `work` under a savepoint, and undoes only `work` if it throws. */
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Work that is committed at once. */
interface UnitOfWork {
  /** Its transaction, once it has one. */
  open?: OpenTransaction | undefined
  hasEnded: boolean
}

/** A `Db` over any pool. `prepares`: statements are prepared once per connection. */
export function createDb(pool: Pool, log?: Pick<Logger, 'error'>, prepares = true): Db {
  const toConfig = prepares ? prepared : unprepared
  const units = new AsyncLocalStorage<UnitOfWork | undefined>()
  const replicas = new AsyncLocalStorage<{ pool: Pool | undefined }>()
  /** The surrounding unit of work. Effects of its commit run after it. */
  const currentUnit = () => {
    const unit = units.getStore()
    return unit?.hasEnded ? undefined : unit
  }

  async function transact<T>(work: (tx: Tx) => Promise<T>, begin: string): Promise<T> {
    const reading = replicas.getStore()
    if (reading) reading.pool = undefined
    const unit = currentUnit()
    if (unit?.open) return unit.open.savepoint(work)
    const open = await openTransaction(pool, { begin, toConfig, log })
    if (unit) unit.open = open
    try {
      const result = await work(open.tx)
      if (!unit) await open.commit()
      return result
    } catch (error) {
      if (unit) unit.open = undefined
      await open.rollback()
      throw error
    }
  }

  const db: Db = {
    ...queryable(async (statement) => {
      const open = currentUnit()?.open
      if (open) return open.run(statement)
      const replica = replicas.getStore()?.pool
      return tracedStatement(statement.text, async () => {
        if (!replica) return pool.query(toConfig(statement))
        return replica.query(toConfig(statement)).catch((error: unknown) => {
          // A replica stops statements that need rows which the primary has removed.
          if (!isConnectionLoss(error) && !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error
          return pool.query(toConfig(statement))
        })
      })
    }),
    async transaction(work, options) {
      const begin = options?.isolation === 'serializable' ? 'begin isolation level serializable' : 'begin'
      for (let retry = 0; ; retry += 1) {
        try {
          return await transact(work, begin)
        } catch (error) {
          if (retry === MAX_RETRIES || !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error
          await wait(Math.random() * 20 * 2 ** retry)
        }
      }
    },
    unitOfWork(work, finish) {
      const unit: UnitOfWork = { hasEnded: false }
      return units.run(unit, async () => {
        try {
          const result = await work()
          await finish(unit.open?.tx ?? db, result)
          unit.hasEnded = true
          await unit.open?.commit()
          return result
        } catch (error) {
          unit.hasEnded = true
          await unit.open?.rollback()
          throw error
        }
      })
    },
    readFrom: (replica, work) => replicas.run({ pool: replica }, work),
    outsideUnitOfWork: (work) => units.run(undefined, work),
  }
  return db
}

interface TransactionOptions {
  begin: string
  toConfig: (statement: Sql) => QueryConfig
  log: Pick<Logger, 'error'> | undefined
}

async function openTransaction(pool: Pool, { begin, toConfig, log }: TransactionOptions): Promise<OpenTransaction> {
  const client = await pool.connect()
  const effects: (() => void)[] = []
  let isOpen = true
  let savepoints = 0
  let last: Promise<unknown> = Promise.resolve()
  /** Sends a statement after the one before: a connection runs one at a time. */
  const send = (statement: QueryConfig | string) => {
    const result = last.then(() => client.query(statement))
    last = result.catch(() => undefined)
    return result
  }
  const run: Runner = async (statement) => {
    // The connection may already serve another transaction.
    if (!isOpen) throw new Error('The transaction has ended: await every statement inside it.')
    return tracedStatement(statement.text, () => send(toConfig(statement)))
  }
  const tx: Tx = { ...queryable(run), parallel: runSequentially, afterCommit: (effect) => effects.push(effect) }
  const open: OpenTransaction = {
    tx,
    run,
    async commit() {
      isOpen = false
      await send('commit')
      client.release()
      runAfterCommitEffects(effects, log)
    },
    async rollback() {
      isOpen = false
      const failure = await send('rollback').then(
        () => undefined,
        (error: Error) => error,
      )
      client.release(failure)
    },
    async savepoint(work) {
      const name = `savepoint_${(savepoints += 1)}`
      const { length } = effects
      await send(`savepoint ${name}`)
      try {
        const result = await work(tx)
        await send(`release savepoint ${name}`)
        return result
      } catch (error) {
        effects.length = length
        await send(`rollback to savepoint ${name}`)
        throw error
      }
    },
  }
  try {
    await send(begin)
    return open
  } catch (error) {
    await open.rollback()
    throw error
  }
}

/**
 * Settings of each session. Times are read as UTC. Just-in-time compilation costs short statements far more than it saves;
 * a forgotten transaction lets go of its locks. A prepared statement keeps its plan. Made while a table is nearly empty,
 * that would be to read all of the table, and stay so while it grows: every statement here has an index to go by, so
 * reading a whole table is the last resort.
 */
const SESSION_SETTINGS = {
  timezone: 'UTC',
  jit: 'off',
  enable_seqscan: 'off',
  idle_in_transaction_session_timeout: '60s',
}

interface OpenDbOptions {
  poolSize: number
  log: Logger
  applicationName?: string
  /** Address of the server itself, where `url` is a pooler's. */
  directUrl?: string | undefined
  /** Skips the check: the database may be away at the start. */
  mayBeAway?: boolean
  /** Off where a pooler gives each transaction another connection and does not keep prepared statements. */
  preparesStatements?: boolean
}

/** Connections of the direct pool: the job queue takes one for LISTEN and few others, each for one statement. */
const DIRECT_POOL_SIZE = 6

/** Connects to a database and checks that it is usable. Throws a `StartError` that says what to do. */
export async function openDb(url: string, options: OpenDbOptions): Promise<OpenDb> {
  const { poolSize, directUrl, preparesStatements, log } = options
  const pool = await openPool(url, poolSize, options)
  const direct = directUrl ? await openPool(directUrl, DIRECT_POOL_SIZE, options) : pool
  return {
    ...createDb(pool, log, preparesStatements),
    pool,
    direct,
    async close() {
      await pool.end()
      if (direct !== pool) await direct.end()
    },
  }
}

async function openPool(
  url: string,
  size: number,
  { log, applicationName = 'fettle', mayBeAway }: Pick<OpenDbOptions, 'log' | 'applicationName' | 'mayBeAway'>,
): Promise<Pool> {
  const pool = new Pool({
    connectionString: withSessionSettings(url),
    max: size,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: typeParsers,
  })
  // Without these handlers a restarting database would crash the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ code: codeOf(error), reason: error.message }, 'lost an idle database connection')
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    if (!mayBeAway) await assertReachable(pool, url)
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** The address with our settings as connection options, before those it has of its own, which win. */
function withSessionSettings(url: string): string {
  const address = new URL(url)
  const ours = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const options = [...ours, ...address.searchParams.getAll('options')].join(' ')
  address.searchParams.set('options', options)
  return address.href
}

/** PostgreSQL and network codes for a lost server, as opposed to a failed statement. */
const CONNECTION_ERROR_CODES =
  /^(08...|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
/** Messages of `pg` without a code. */
const CONNECTION_ERROR_PATTERN =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether an error means that the database connection was lost or could not be opened. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) {
    const isSocketMissing = code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect'
    return isSocketMissing || CONNECTION_ERROR_CODES.test(code)
  }
  return error instanceof Error && CONNECTION_ERROR_PATTERN.test(error.message)
}

const settingStatements = () =>
  Object.entries(SESSION_SETTINGS)
    .map(([name, value]) => `set ${name}=${value === 'off' ? value : `''${value}''`}`)
    .join(';')

async function assertReachable(pool: Pool, url: string): Promise<void> {
  const database = describe(url)
  for (let tries = 0; ; tries += 1) {
    try {
      const { rows } = await pool.query<{ version: string; number: number; zone: string; scans: string }>(
        `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           current_setting('timezone') as zone, current_setting('enable_seqscan') as scans`,
      )
      const [server] = rows
      if (server && server.number >= MIN_SERVER_VERSION * 10_000) {
        if (server.zone === SESSION_SETTINGS.timezone && server.scans === SESSION_SETTINGS.enable_seqscan) return
        throw new StartError(
          `The pooler at ${database.host} drops the settings of sessions. Add to this database in its configuration: connect_query='${settingStatements()}'.`,
        )
      }
      throw new StartError(
        `Fettle needs PostgreSQL ${MIN_SERVER_VERSION} or newer, but ${database.host} has ${server?.version}. Upgrade it, or set DATABASE_URL to another.`,
      )
    } catch (error) {
      const code = codeOf(error)
      // The server is still starting, for example after a reboot of both machines.
      if (code === '57P03' && tries < 50) await wait(200)
      else if (String(error).includes('unsupported startup parameter'))
        throw new StartError(
          `The pooler at ${database.host} refuses connection options. Set ignore_startup_parameters=${['options', ...Object.keys(SESSION_SETTINGS)].join(',')} in its configuration.`,
          { cause: error },
        )
      else throw error instanceof StartError ? error : new StartError(whyUnreachable(error, database), { cause: error })
    }
  }
}

function whyUnreachable(error: unknown, { host, user, database }: ReturnType<typeof describe>): string {
  const code = codeOf(error)
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at ${host} does not let user "${user}" in. Correct the user or password in DATABASE_URL.`
    case '3D000':
      return `There is no database "${database}" at ${host}. Create it, or correct its name in DATABASE_URL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host called ${host}. Correct it in DATABASE_URL.`
    case '53300':
      return `The database at ${host} has no connection left. Raise its max_connections or lower DATABASE_POOL_SIZE.`
    default:
      return `Cannot reach the database at ${host} (${code ?? reason}). Start it, or correct DATABASE_URL.`
  }
}

function describe(url: string) {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? `${hostname || 'localhost'}:${port || '5432'}`
  return { host, user: decodeURIComponent(username), database: decodeURIComponent(pathname.slice(1)) }
}

/** The query functions on top of a runner. */
function queryable(runner: Runner): Queryable {
  return {
    query: async <Row>(statement: Sql) => (await runner(statement)).rows as Row[],
    maybeOne: async <Row>(statement: Sql) => (await runner(statement)).rows[0] as Row | undefined,
    one: async <Row>(statement: Sql) => {
      const { rows } = await runner(statement)
      if (rows.length === 0) throw new Error('Expected a row, found none.')
      return rows[0] as Row
    },
    execute: async (statement) => void (await runner(statement)),
    executeCount: async (statement) => (await runner(statement)).rowCount ?? 0,
    parallel: runParallel,
  }
}

async function runParallel<Answers extends readonly unknown[]>(...reads: ParallelReads<Answers>): Promise<Answers> {
  return (await Promise.all(reads.map((read) => read()))) as unknown as Answers
}

async function runSequentially<Answers extends readonly unknown[]>(...reads: ParallelReads<Answers>): Promise<Answers> {
  const answers: unknown[] = []
  for (const read of reads) answers.push(await read())
  return answers as unknown as Answers
}

/**
 * Each statement text is prepared once per connection, up to a limit, so that statements with varying text do not fill
 * the memory of every connection.
 */
const statementNames = new Map<string, string>()
const MAX_STATEMENT_NAMES = 1000

const unprepared = ({ text, values }: Sql): QueryConfig => ({ text, values })

/** The query configuration of a statement. */
function prepared(statement: Sql): QueryConfig {
  const { text, values } = statement
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < MAX_STATEMENT_NAMES) {
    name = createHash('sha1').update(text).digest('base64url')
    statementNames.set(text, name)
  }
  return name === undefined ? { text, values } : { name, text, values }
}

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TIMESTAMPTZ = 1184

const toNumber = (value: string) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for a number`)
  return number
}
const builtInParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => (value: string) => unknown
const parseTextArray = builtInParser(1009) as (value: string) => (string | null)[]

const parseAnyInstant = builtInParser(TIMESTAMPTZ) as (value: string) => Date
const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528

/**
 * Parses a timestamp. Sessions use UTC, so instants look like `2026-03-01 12:00:00.123456+00`, and reading digits by
 * position is several times faster than a pattern, which matters for long lists. Other formats use the default parser.
 */
function parseInstant(text: string): Date {
  const end = text.length - 3
  const isPlain = end >= 19 && text[0] !== '0' && text[4] === '-' && text[10] === ' ' && text.endsWith('+00')
  if (!isPlain) return parseAnyInstant(text)
  let milliseconds = 0
  for (let at = 20, worth = 100; at < end && worth >= 1; at += 1, worth /= 10) {
    milliseconds += (text.charCodeAt(at) - 48) * worth
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)]
  return new Date(
    Date.UTC(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), milliseconds),
  )
}

const typeParsers = { getTypeParser }

/** `bigint` as number; `date` as the text `2026-03-01`, because a `Date` could be another day in other time zones. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return toNumber
    if (oid === TIMESTAMPTZ) return parseInstant
    if (oid === DATE) return (value) => value
    if (oid === INT8_ARRAY)
      return (value) => parseTextArray(value).map((item) => (item === null ? null : toNumber(item)))
    if (oid === DATE_ARRAY) return parseTextArray
  }
  return builtInParser(oid, format)
}
