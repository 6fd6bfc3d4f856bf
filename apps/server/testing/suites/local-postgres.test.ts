import { startPostgres } from '@fettle/local-postgres'
import { findBinaries } from '@fettle/local-postgres/binaries'
import { clearStaleLocks, serverPid } from '@fettle/local-postgres/lock'
import { launch } from '@fettle/local-postgres/server'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findProcesses, runScript, type TestProcess } from '../app/test-process.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { sql } from '../../src/platform/db/db.ts'
import { openDb } from '../../src/platform/db/open-db.ts'

const log = createLog({ logLevel: 'silent' })
const root = process.getuid?.() === 0
const users = readFileSync('/etc/passwd', 'utf8')
  .split('\n')
  .map((line) => line.split(':'))
const nobody = users.find(([name]) => name === 'nobody')
let dataDir: string
let seed: string
const started: TestProcess[] = []

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-postgres-'))
  chmodSync(folder, 0o755)
  return folder
}
/** A data folder after the first start; creating it takes longest. */
const withData = () => execFileSync('cp', ['-a', `${seed}/.`, dataDir])

beforeAll(async () => {
  seed = newFolder()
  const postgres = await startPostgres({ dataDir: seed, log })
  await postgres.stop()
})
afterAll(() => rmSync(seed, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = newFolder()
})
afterEach(async () => {
  await Promise.all(
    started.splice(0).map(async ({ child, ended }) => {
      child.kill('SIGKILL')
      await ended
    }),
  )
  await vi.waitFor(() => expect(findProcesses(dataDir)).toEqual([]), { timeout: 60_000 })
  rmSync(dataDir, { recursive: true, force: true })
})

const startApp = (user?: { uid: number; gid: number }) => {
  const app = runScript('apps/server/testing/app/embedded-app.ts', [dataDir], { HOME: '/tmp' }, user)
  started.push(app)
  return app
}
const newestSafe = (app: TestProcess) => Number(app.output().match(/wrote (\d+)\n(?![\s\S]*wrote \d+\n)/)?.[1] ?? 0)
const found = (app: TestProcess) => Number(/found (\d+)/.exec(app.output())?.[1])
const serverPids = () => findProcesses(`-D\0${dataDir}`)
const gone = () => vi.waitFor(() => expect(serverPids()).toEqual([]), { timeout: 60_000, interval: 20 })

describe('the embedded database', () => {
  it('keeps its data after a clean stop, and leaves no process', async () => {
    const app = startApp()
    await app.says('wrote 20\n')
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
    expect(serverPids()).toEqual([])
    const secondApp = startApp()
    await secondApp.says('found')
    expect(found(secondApp)).toBeGreaterThanOrEqual(20)
  })

  it('keeps committed data when the app is killed, and stops soon after', async () => {
    withData()
    for (let round = 0, safe = 0; round < 3; round += 1) {
      const app = startApp()
      await app.says('found')
      expect(found(app)).toBeGreaterThanOrEqual(safe)
      await app.says(`wrote ${found(app) + 30}\n`)
      app.child.kill('SIGKILL')
      await app.ended
      safe = newestSafe(app)
      // In every other round the next app starts while the killed one's database is still running.
      if (round % 2 === 0) await gone()
    }
  })

  it('keeps committed data when it is killed itself, and restarts at the same address', async () => {
    withData()
    const postgres = await startPostgres({ dataDir, log })
    const db = await openDb(postgres.url, { poolSize: 2, log })
    await db.execute(sql`create table kept (id int primary key)`)
    await db.execute(sql`insert into kept values (1)`)
    process.kill(Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    await vi.waitFor(async () => expect(await db.query(sql`select id from kept`)).toEqual([{ id: 1 }]), {
      timeout: 60_000,
    })
    await db.close()
    await postgres.stop()
    // A child of the killed process may take a moment to notice.
    await gone()
  })

  it('refuses a second app on the same data', async () => {
    withData()
    const first = startApp()
    await first.says('wrote 5\n')
    const second = startApp()
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toMatch(
      /^The database in .* is in use by another Fettle\. Stop that one, or choose another.*$/,
    )
    await first.says(`wrote ${newestSafe(first) + 5}\n`)
  })

  it('is taken over after app and supervisor were killed', async () => {
    withData()
    const app = startApp()
    await app.says('wrote 5\n')
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
    for (const pid of findProcesses(dataDir))
      if (pid !== postmaster && pid !== app.child.pid) process.kill(pid, 'SIGKILL')
    app.child.kill('SIGKILL')
    await app.ended
    expect(serverPids()).toContain(postmaster)
    const next = startApp()
    await next.says('found')
    expect(found(next)).toBeGreaterThanOrEqual(newestSafe(app))
    expect(serverPids()).not.toContain(postmaster)
  })

  describe('the embedded database after a crash', () => {
    const lockOf = (pid: number) => [pid, join(dataDir, 'postgres/data'), 1, 5432, join(dataDir, 'postgres'), '', '0 0']
    const dataLock = () => join(dataDir, 'postgres/data/postmaster.pid')
    const socketLock = () => join(dataDir, 'postgres/.s.PGSQL.5432.lock')
    let stranger: ChildProcess
    beforeEach(() => {
      withData()
      // Another program of the user who runs PostgreSQL.
      const { uid, gid } = lstatSync(join(dataDir, 'postgres/data'))
      stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' })
    })
    afterEach(() => void stranger.kill('SIGKILL'))
    /** Lock files as the postmaster writes them: user-readable, pid first. */
    const leave = (path: string, lines: (string | number)[]) => {
      writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
      const { uid, gid } = lstatSync(join(dataDir, 'postgres/data'))
      chownSync(path, uid, gid)
    }

    it('ignores lock files whose pid belongs to another program', async () => {
      const number = stranger.pid ?? 0
      const lines = lockOf(number)
      for (const locks of [[dataLock()], [socketLock()], [dataLock(), socketLock()]]) {
        for (const path of locks) leave(path, path === dataLock() ? [...lines, 'ready   '] : lines)
        const postgres = await startPostgres({ dataDir, log })
        await postgres.stop()
      }
      expect(stranger.exitCode).toBe(null)
    })

    it('restarts while the app is running', async () => {
      const postgres = await startPostgres({ dataDir, log })
      const db = await openDb(postgres.url, { poolSize: 1, log })
      process.kill(serverPid(join(dataDir, 'postgres/data')) ?? 0, 'SIGKILL')
      const lines = lockOf(stranger.pid ?? 0)
      leave(dataLock(), [...lines, 'ready   '])
      leave(socketLock(), lines)
      const answered = await vi.waitFor(() => db.one(sql`select 1 as one`), { timeout: 60_000 })
      expect(answered).toEqual({ one: 1 })
      await db.close()
      await postgres.stop()
      await gone()
    })

    it('keeps locks while a process answers on the socket', async () => {
      const lines = lockOf(stranger.pid ?? 0)
      leave(dataLock(), [...lines, 'ready   '])
      leave(socketLock(), lines)
      const somebody = createServer().listen(join(dataDir, 'postgres/.s.PGSQL.5432'))
      await once(somebody, 'listening')
      expect(await clearStaleLocks(join(dataDir, 'postgres/data'))).toBe(false)
      expect([serverPid(join(dataDir, 'postgres/data')), existsSync(socketLock())]).toEqual([stranger.pid, true])
      somebody.close()
      await once(somebody, 'close')
      expect(await clearStaleLocks(join(dataDir, 'postgres/data'))).toBe(true)
    })
  })

  it('uses a port when the path is too long for a socket', async () => {
    const long = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    const postgres = await startPostgres({ dataDir: long, log })
    expect(Number(new URL(postgres.url).port)).toBeLessThan(32_768)
    const db = await openDb(postgres.url, { poolSize: 2, log })
    expect(await db.one(sql`select current_setting('server_encoding') as encoding`)).toEqual({ encoding: 'UTF8' })
    await db.close()
    await postgres.stop()
  })

  it('needs its generated password', async () => {
    withData()
    const postgres = await startPostgres({ dataDir, log })
    const url = new URL(postgres.url)
    expect(url.password).toHaveLength(32)
    url.password = 'guess'
    await expect(openDb(url.href, { poolSize: 1, log })).rejects.toThrow('does not let user "fettle" in')
    await postgres.stop()
  })

  it("prints PostgreSQL's error in one line", async () => {
    mkdirSync(join(dataDir, 'postgres/data'), { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '14\n')
    await expect(startPostgres({ dataDir, log })).rejects.toThrow(
      /was created by PostgreSQL 14, but this is 18\. Start the Fettle version that created it/,
    )
    const account = root ? { uid: Number(nobody?.[2]), gid: Number(nobody?.[3]) } : {}
    const { postgres } = await findBinaries(account, dataDir)
    const options = { program: postgres, account, data: '/nowhere', settings: {}, logFile: join(dataDir, 'log') }
    await expect(launch(options)).rejects.toThrow(/^The embedded database did not start: .*\/nowhere.* See its log: /)
  })

  it('restores library links that npm omits without install scripts', async () => {
    const account = root ? { uid: Number(nobody?.[2]), gid: Number(nobody?.[3]) } : {}
    const { initdb } = await findBinaries(account, dataDir)
    // A copy is damaged, because other tests use the installation's programs.
    const copy = join(dataDir, 'programs')
    cpSync(join(initdb, '../..'), copy, { recursive: true, verbatimSymlinks: true })
    const links = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
    for (const { target } of links) rmSync(join(dataDir, target.replace(/^native/, 'programs')))
    const { postgres } = await findBinaries(account, dataDir, copy)
    expect(postgres.startsWith(copy)).toBe(true)
    for (const { target } of links)
      expect(lstatSync(join(dataDir, target.replace(/^native/, 'programs'))).isSymbolicLink()).toBe(true)
  })
})

describe.runIf(root && nobody)('the embedded database of a normal user', () => {
  it('runs as that user', async () => {
    const user = { uid: Number(nobody?.[2]), gid: Number(nobody?.[3]) }
    rmSync(dataDir, { recursive: true })
    mkdirSync(dataDir, { mode: 0o777 })
    chmodSync(dataDir, 0o777)
    const app = startApp(user)
    await app.says('wrote 5\n')
    expect(lstatSync(join(dataDir, 'postgres/data')).uid).toBe(user.uid)
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
    // Started by root later, it keeps its owner.
    const asRoot = startApp()
    await asRoot.says('wrote')
    expect(found(asRoot)).toBeGreaterThanOrEqual(5)
    expect(lstatSync(join(dataDir, 'postgres/data/postmaster.pid')).uid).toBe(user.uid)
  })

  it('reports data owned by another user', async () => {
    withData()
    const stranger = startApp({ uid: 4321, gid: 4321 })
    expect(await stranger.ended).toBe(1)
    expect(stranger.output()).toMatch(
      /belongs to \w+\. Start Fettle as that user, or choose another data folder with FETTLE_DATA_DIR\./,
    )
  })
})

describe('a temporary database', () => {
  it('deletes its folder', async () => {
    const postgres = await startPostgres({ dataDir, log, temporary: true })
    await postgres.stop()
    expect(existsSync(dataDir)).toBe(false)
  })
})
