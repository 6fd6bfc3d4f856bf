import { findRunning, startPostgres } from '@fettle/local-postgres'
import { serverPid } from '@fettle/local-postgres/lock'
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../src/platform/db/db.ts'
import { openDb, type OpenDb } from '../../src/platform/db/open-db.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { findFreePort } from '../app/free-port.ts'
import { findProcesses, runServer, type TestProcess } from '../app/test-process.ts'

/** Processes to kill: the server, its embedded database, or both with every process of them at once. */
export const targets = ['server', 'database', 'everything'] as const
export type KillTarget = (typeof targets)[number]

const READY_TIMEOUT_MS = 60_000

/** A built server with an embedded database and a data folder of its own. */
export interface KillableServer {
  url: string
  dataDir: string
  /** A connection for checks, which survives restarts of the database. */
  db: OpenDb
  start(): void
  /** Kills a target with SIGKILL. The database is restarted by the server, the server by `start`. */
  kill(target: KillTarget): Promise<void>
  /** Waits until the server reports ready. Returns the milliseconds. */
  ready(): Promise<number>
  close(): Promise<void>
}

export async function prepareServer(): Promise<KillableServer> {
  const log = createLog({ logLevel: 'silent' })
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-faults-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startPostgres({ dataDir, log })
  const db = await openDb(postgres.url, { poolSize: 2, log })
  await migrate(db.pool, log)
  await skipDemoData(db)
  await postgres.stop()
  const data = realpathSync(join(dataDir, 'postgres/data'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let running: TestProcess | undefined

  const server: KillableServer = {
    url,
    dataDir,
    db,
    start() {
      const env = { PORT: String(port), FETTLE_DATA_DIR: dataDir, FETTLE_DEMO: 'on', LOG_LEVEL: 'error' }
      running = runServer('main.js', [], env)
    },
    async kill(target) {
      const postmaster = serverPid(data)
      if (target === 'database' && findRunning(dataDir) && postmaster) return kill(postmaster)
      const pids = target === 'everything' ? [...findProcesses(dataDir), ...processesIn(data)] : []
      running?.child.kill('SIGKILL')
      pids.forEach(kill)
      await running?.ended
      running = undefined
    },
    async ready() {
      const began = performance.now()
      const { child, output } = running ?? {}
      while (performance.now() - began < READY_TIMEOUT_MS) {
        if (child?.exitCode !== null) throw new Error(`The server ended by itself:\n${output?.()}`)
        if (await isReady(url)) return performance.now() - began
        await wait(50)
      }
      throw new Error(`The server was not ready after ${READY_TIMEOUT_MS} ms:\n${output?.()}`)
    },
    async close() {
      running?.child.kill('SIGTERM')
      await running?.ended
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return server
}

/** Demo mode has the public API key and webhooks to this machine; its data would only take time. */
export async function skipDemoData(db: OpenDb): Promise<void> {
  await db.execute(sql`create schema demo`)
  await db.execute(sql`
    create table demo.fillings (id bool primary key default true, is_finished bool not null, empty_tables text[])`)
  await db.execute(sql`insert into demo.fillings (is_finished) values (true)`)
}

export const isReady = (url: string, timeoutMs = 5_000): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Processes that work in a folder: the postmaster and its children. */
const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder
      } catch {
        return false
      }
    })
    .map(Number)
