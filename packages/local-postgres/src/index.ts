import { execFile } from 'node:child_process'
import { hash, randomBytes, randomInt } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { errorCodeOf, LocalPostgresError } from './error.ts'
import { canWrite, chooseAccount, type SystemAccount } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { claim, clearStaleLocks, release, takeOverLock } from './lock.ts'
import { DATABASE, connectionUrl, USER } from './running.ts'
import { launch, type PostgresServer } from './server.ts'

export { LocalPostgresError } from './error.ts'
export { findRunning } from './running.ts'

const MAJOR_VERSION = '18'
/** Unix limits a socket's path to 107 bytes. */
const SOCKET_PATH_LIMIT = 107

export interface EmbeddedPostgres {
  /** For `openDb`. Stays the same when the server is restarted. */
  url: string
  stop(): Promise<void>
}

/** The part of a logger such as pino's that is used here. */
export interface LocalPostgresLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface PostgresOptions {
  dataDir: string
  log: LocalPostgresLog
  /** For tests: trades durability for speed, and removes `dataDir` when it stops or this process exits. */
  temporary?: boolean
}

/**
 * Runs an embedded PostgreSQL on `<dataDir>/postgres`: created on the first start and stopped with this process, even
 * if that is killed. One app per data folder; several need an external server and `DATABASE_URL`.
 */
export async function startPostgres({ dataDir, log, temporary = false }: PostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new LocalPostgresError(
      'The embedded database runs on Linux and macOS only. Install PostgreSQL 15 or newer and set DATABASE_URL.',
    )
  }
  const link = join(dataDir, 'postgres')
  const account = attempt(dataDir, () => chooseAccount(link))
  const base = attempt(dataDir, () => prepareFolder({ dataDir, link, account, temporary, log }))
  const data = join(base, 'data')
  const ownerFile = join(base, 'owner.json')
  const binaries = await findBinaries(account, base)
  await takeOverLock(data, ownerFile)
  const password = await createCluster({ base, data, account, binaries, temporary })
  const listenAddress = await findListenAddress(base)

  const start = () =>
    launch({
      program: binaries.postgres,
      account,
      data,
      logFile: join(base, 'postgres.log'),
      settings: {
        ...listenAddress.settings,
        max_connections: '100',
        password_encryption: 'scram-sha-256',
        timezone: 'UTC',
        log_timezone: 'UTC',
        log_checkpoints: 'off',
        jit: 'off',
        ...(temporary && {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          autovacuum: 'off',
          max_connections: '200',
        }),
      },
      ...(temporary && { removeAfterwards: dataDir }),
    })

  let server = await start()
  claim(ownerFile)
  let stopping = false
  const watch = (postgres: PostgresServer): void => {
    void postgres.ended.then(async () => {
      if (stopping || temporary) return
      log.error({}, 'embedded database ended unexpectedly, restarting')
      server = await restart(data, start, log)
      if (stopping) await server.stop()
      else watch(server)
    })
  }
  watch(server)

  const url = listenAddress.url(password)
  try {
    await createDatabase(url)
  } catch (error) {
    stopping = true
    await server.stop()
    throw error
  }
  return {
    url,
    async stop() {
      stopping = true
      await server.stop()
      if (!temporary) release(ownerFile)
    },
  }
}

/** Folder of all PostgreSQL files, owned by its account. */
function prepareFolder(options: {
  dataDir: string
  link: string
  account: SystemAccount
  temporary: boolean
  log: LocalPostgresLog
}): string {
  const { dataDir, link, account, temporary, log } = options
  mkdirSync(dataDir, { recursive: true })
  if (temporary) changeOwner(dataDir, account)
  if (!lstatSync(link, { throwIfNoEntry: false })) mkdirSync(link, { mode: 0o700 })
  // New, or left by a start that was killed here.
  if (statSync(link).uid === 0) {
    changeOwner(link, account)
    // Others may traverse our own folder, but not list it.
    if (!canWrite(account, link)) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
    if (!canWrite(account, link)) {
      // The clone is in root's private home, which the account cannot enter.
      rmdirSync(link)
      const elsewhere = join('/var/lib', `fettle-${hash('sha256', dataDir).slice(0, 12)}`)
      // Our folder is new, so an existing one belongs to a removed installation. It is neither deleted nor reused.
      if (existsSync(elsewhere)) renameSync(elsewhere, `${elsewhere}.${Date.now()}`)
      mkdirSync(elsewhere, { mode: 0o700 })
      changeOwner(elsewhere, account)
      symlinkSync(elsewhere, link)
      log.info({ folder: elsewhere }, 'database folder moved out of the private home of root')
    }
  }
  // The account may be unable to follow the link itself.
  const base = realpathSync(link)
  if (!canWrite(account, base)) {
    throw new LocalPostgresError(
      `Cannot write to ${base}. Make it writable or choose another data folder with FETTLE_DATA_DIR.`,
    )
  }
  return base
}

function changeOwner(path: string, { uid, gid }: SystemAccount): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Creates the cluster if missing. Returns the password of our user. */
async function createCluster(options: {
  base: string
  data: string
  account: SystemAccount
  binaries: Binaries
  temporary: boolean
}): Promise<string> {
  const { base, data, account, binaries, temporary } = options
  const passwordFile = join(base, 'password')
  if (existsSync(data)) {
    const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
    if (version !== MAJOR_VERSION) {
      throw new LocalPostgresError(
        `The database in ${data} was created by PostgreSQL ${version}, but this is ${MAJOR_VERSION}. Start the Fettle version that created it and move the data with pg_dump.`,
      )
    }
    if (!existsSync(passwordFile)) throw new LocalPostgresError(`${passwordFile} is missing. Restore it from a backup.`)
    return readFileSync(passwordFile, 'utf8').trim()
  }
  const password = randomBytes(24).toString('base64url')
  const draft = `${data}.${process.pid}`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  changeOwner(passwordFile, account)
  try {
    // prettier-ignore
    await promisify(execFile)(
      binaries.initdb,
      [
        '-D', draft, `--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256',
        // Independent of the machine's locale, and UTF-8 even without one.
        '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
        ...(temporary ? ['--no-sync', '--set=scram_iterations=1'] : []),
      ],
      { ...account, cwd: '/', env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
    )
    // Renamed when complete: remains of a killed start are never mistaken for a database.
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    const reason = text
      .split('\n')
      .find((line) => /error:|FATAL:/.test(line))
      ?.replace(/^.*?(error|FATAL):\s*/, '')
    throw new LocalPostgresError(`Creating the embedded database failed: ${reason ?? text.split('\n')[0]}.`, {
      cause: error,
    })
  }
  return password
}

interface ListenAddress {
  settings: Record<string, string>
  url(password: string): string
}

/** Where it listens: on a socket in a private folder, or on a local port where that path is too long. */
async function findListenAddress(base: string): Promise<ListenAddress> {
  if (Buffer.byteLength(join(base, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT) {
    return {
      settings: { listen_addresses: '', unix_socket_directories: base, unix_socket_permissions: '0700', port: '5432' },
      url: (password) => connectionUrl({ folder: base }, password),
    }
  }
  const port = await findPort()
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
    url: (password) => connectionUrl({ port }, password),
  }
}

/** A free port below the ephemeral range. */
async function findPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(15_000, 32_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new LocalPostgresError('Found no free port for the embedded database.')
}

async function createDatabase(url: string): Promise<void> {
  const connect = async (address: string) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    return client
  }
  try {
    const client = await connect(url)
    await client.end()
  } catch (error) {
    if (errorCodeOf(error) !== '3D000') throw error
    const server = new URL(url)
    server.pathname = '/postgres'
    const client = await connect(server.href)
    await client.query(`create database ${DATABASE}`)
    await client.end()
  }
}

async function restart(
  data: string,
  start: () => Promise<PostgresServer>,
  log: LocalPostgresLog,
): Promise<PostgresServer> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await clearStaleLocks(data)
      return await start()
    } catch (error) {
      log.error({ err: error }, 'restarting the embedded database failed, will retry')
      await wait(pause)
    }
  }
}

function attempt<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LocalPostgresError) throw error
    throw new LocalPostgresError(
      `Cannot write to the data folder ${dataDir} (${errorCodeOf(error) ?? String(error)}). Make it writable or choose another with FETTLE_DATA_DIR.`,
      { cause: error },
    )
  }
}
