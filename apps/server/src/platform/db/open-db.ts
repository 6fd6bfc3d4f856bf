import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { errorCodeOf, StartError } from '../start-error.ts'
import { createDb, type Db } from './db.ts'
import { getTypeParser } from './type-parsers.ts'

const MIN_SERVER_VERSION = 15

/** A database connection pool that must be closed. */
export interface OpenDb extends Db {
  /** The address for statements and transactions, perhaps of a PgBouncer. */
  pool: Pool
  /**
   * Connections that keep their state between transactions: for the job queue's LISTEN, locks of a session, migrations
   * and copies. The same as `pool` unless a direct address is set.
   */
  direct: Pool
  close(): Promise<void>
}

/** Settings of each session. */
const SESSION_SETTINGS = {
  // Timestamps are parsed as UTC.
  timezone: 'UTC',
  // Compiling costs short statements more than it saves.
  jit: 'off',
  // A prepared statement keeps its plan. One made while a table is nearly empty would scan the table, also once it has
  // grown. Every statement has an index, so a scan is the last resort (decision 252).
  enable_seqscan: 'off',
  // Releases the locks of a transaction that was forgotten.
  idle_in_transaction_session_timeout: '60s',
}
/** Time limit for statements of a server, because one that never ends would hold its connection for ever. */
const STATEMENT_LIMIT = { statement_timeout: '5min' }

interface OpenDbOptions {
  poolSize: number
  log: Logger
  applicationName?: string
  /** The setting that holds `url`, as errors call it. Default: `DATABASE_URL`. */
  setting?: string
  /** Address of the server itself, where `url` is a pooler's. */
  directUrl?: string | undefined
  /** Skips the check: the database may be unreachable at the start. */
  mayBeUnreachable?: boolean
  /**
   * Cancels statements that run for longer than five minutes. A pooler in between does that by its own configuration:
   * one that does not know the option would refuse the connection.
   */
  limitsStatements?: boolean
  /** How long a statement waits for a free connection, in milliseconds. */
  connectionTimeoutMs?: number
  /** Off where a pooler gives each transaction another connection and does not keep prepared statements. */
  preparesStatements?: boolean
}

/** Connections of the direct pool: the job queue takes one for LISTEN and few others, each for one statement. */
const DIRECT_POOL_SIZE = 6

/** Connects to a database and checks that it is usable. Throws a `StartError` that says what to do. */
export async function openDb(url: string, options: OpenDbOptions): Promise<OpenDb> {
  const { poolSize, directUrl, preparesStatements, log } = options
  const poolOptions = directUrl ? { ...options, limitsStatements: false } : options
  const pool = await openPool(url, poolSize, poolOptions)
  const direct = directUrl
    ? await openPool(directUrl, DIRECT_POOL_SIZE, { ...poolOptions, setting: 'DATABASE_DIRECT_URL' })
    : pool
  if (directUrl && options.limitsStatements && !options.mayBeUnreachable) await warnIfUnlimited(pool, url, log)
  const { db, release } = createDb(pool, log, preparesStatements)
  return {
    ...db,
    pool,
    direct,
    async close() {
      await pool.end()
      if (direct !== pool) await direct.end()
      release()
    },
  }
}

async function openPool(
  url: string,
  size: number,
  {
    log,
    applicationName = 'fettle',
    setting = 'DATABASE_URL',
    mayBeUnreachable,
    connectionTimeoutMs = 10_000,
    limitsStatements,
  }: OpenDbOptions,
): Promise<Pool> {
  const settings = { ...SESSION_SETTINGS, ...(limitsStatements && STATEMENT_LIMIT) }
  const pool = new Pool({
    connectionString: withSettings(url, settings),
    max: size,
    application_name: applicationName,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without these handlers a restarting database would crash the process.
  pool.on('error', (error) => {
    if (!pool.ending)
      log.warn({ errorCode: errorCodeOf(error), reason: error.message }, 'lost an idle database connection')
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    if (!mayBeUnreachable) await assertReachable(pool, { ...describe(url), setting })
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** The address with settings as connection options, before those it has of its own, which win. */
function withSettings(url: string, settings: Record<string, string>): string {
  const address = new URL(url)
  const ownOptions = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [...ownOptions, ...address.searchParams.getAll('options')].join(' ')
  address.searchParams.set('options', options)
  return address.href
}

const settingStatements = () =>
  Object.entries({ ...SESSION_SETTINGS, ...STATEMENT_LIMIT })
    .map(([name, value]) => `set ${name}=${value === 'off' ? value : `''${value}''`}`)
    .join(';')

interface NamedAddress {
  host: string
  user: string
  database: string
  /** The environment variable that holds it. */
  setting: string
}

async function assertReachable(pool: Pool, address: NamedAddress): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await assertUsable(pool, address)
    } catch (error) {
      if (error instanceof StartError) throw error
      // The server is still starting, for example after a reboot of both machines.
      if (errorCodeOf(error) !== '57P03' || tries >= 50)
        throw new StartError(whyUnreachable(error, address), { cause: error })
      await wait(200)
    }
  }
}

/** Throws a `StartError` unless the server is new enough and its sessions have our settings. */
async function assertUsable(pool: Pool, { host, setting }: NamedAddress): Promise<void> {
  const { rows } = await pool.query<{ version: string; number: number; zone: string; scans: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('timezone') as zone, current_setting('enable_seqscan') as scans`,
  )
  const [server] = rows
  if (!server || server.number < MIN_SERVER_VERSION * 10_000)
    throw new StartError(
      `Fettle needs PostgreSQL ${MIN_SERVER_VERSION} or newer, but ${host} has ${server?.version}. Upgrade it, or set ${setting} to another.`,
    )
  if (server.zone !== SESSION_SETTINGS.timezone || server.scans !== SESSION_SETTINGS.enable_seqscan)
    throw new StartError(
      `The pooler at ${host} drops the settings of sessions. Add to this database in its configuration: connect_query='${settingStatements()}'.`,
    )
}

/** A pooler configured for an earlier version knows nothing of the limit. That is no reason not to start. */
async function warnIfUnlimited(pool: Pool, url: string, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)
  if (rows[0]?.limit !== '0') return
  log.warn({ pooler: describe(url).host, connect_query: settingStatements() }, 'the pooler sets no statement_timeout')
}

function whyUnreachable(error: unknown, { host, user, database, setting }: NamedAddress): string {
  if (String(error).includes('unsupported startup parameter')) {
    const parameters = ['options', ...Object.keys({ ...SESSION_SETTINGS, ...STATEMENT_LIMIT })].join(',')
    return `The pooler at ${host} refuses connection options. Set ignore_startup_parameters=${parameters} in its configuration.`
  }
  const code = errorCodeOf(error)
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at ${host} does not let user "${user}" in. Correct the user or password in ${setting}.`
    case '3D000':
      return `There is no database "${database}" at ${host}. Create it, or correct its name in ${setting}.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host called ${host}. Correct it in ${setting}.`
    case '53300':
      return `The database at ${host} has no connection left. Raise its max_connections or lower DATABASE_POOL_SIZE.`
    default:
      return `Cannot reach the database at ${host} (${code ?? reason}). Start it, or correct ${setting}.`
  }
}

function describe(url: string) {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? `${hostname || 'localhost'}:${port || '5432'}`
  return { host, user: decodeURIComponent(username), database: decodeURIComponent(pathname.slice(1)) }
}
