import { startPostgres } from '@fettle/local-postgres'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDb } from '../../src/platform/db/open-db.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { migrate } from '../../src/platform/db/migrate.ts'

const log = createLog({ logLevel: 'warn' })

/** Environment variable that tells `createTestDatabase` the server and the migrated database to copy. */
export const VARIABLE = 'FETTLE_TEST_POSTGRES'

export interface TestPostgres {
  /** Value of that variable. */
  address: string
  stop(): Promise<void>
}

/**
 * One PostgreSQL with one migrated database, copied for each test: embedded without durability and removed at the end,
 * or the one named by `TEST_DATABASE_URL`.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const external = process.env['TEST_DATABASE_URL']
  const dataDir = external ? undefined : mkdtempSync(join(tmpdir(), 'fettle-test-'))
  const postgres = dataDir ? await startPostgres({ dataDir, log, temporary: true }) : undefined
  const url = external ?? postgres?.url ?? ''
  const template = `fettle_template_${randomBytes(6).toString('hex')}`
  await asAdmin(url, (admin) => admin.query(`create database ${template}`))
  const db = await openDb(withDatabase(url, template), { poolSize: 2, log })
  await migrate(db.pool, log)
  await db.close()
  return {
    // Copying files is several times faster than through the log, but only without fsync.
    address: [url, template, external ? 'wal_log' : 'file_copy'].join('#'),
    async stop() {
      if (external) await asAdmin(url, (admin) => admin.query(`drop database if exists ${template} with (force)`))
      await postgres?.stop()
      if (dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function asAdmin<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

export interface DatabaseProxy {
  /** Address of the database through the proxy. */
  url: string
  /** Breaks every connection and refuses new ones, like a restarting database server. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Proxy before a database, so that a test can cut a single process off. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port, searchParams } = new URL(target)
  const folder = searchParams.get('host')
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(port || 5432), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port: ownPort } = server.address() as AddressInfo
  const url = new URL(target)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String(ownPort)
  const goAway = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    await closed
  }
  return {
    url: url.href,
    goAway,
    comeBack: () => listen(ownPort),
    close: async () => void (server.listening && (await goAway())),
  }
}
