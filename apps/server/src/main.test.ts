import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { asAdmin, startDatabaseProxy } from '../testing/app/test-postgres.ts'
import { rootDir } from './platform/config.ts'
import { serverPid } from '@fettle/local-postgres/lock'
import { findRunning } from '@fettle/local-postgres'
import { buildServer, findProcesses, runServer, type TestProcess } from '../testing/app/test-process.ts'

/** Between two calls: callers that only wait for each other would keep both processors busy. */
const PAUSE_MS = 10

let database: TestDatabase
let dataDir: string
const started: TestProcess[] = []

beforeAll(async () => {
  await buildServer()
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fettle-main-'))
})
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await vi.waitFor(() => expect(findProcesses(dataDir)).toEqual([]), { timeout: 60_000 })
  rmSync(dataDir, { recursive: true, force: true })
})

const start = (env: Record<string, string> = {}) => {
  const main = runServer('main.js', [], {
    PORT: '0',
    FETTLE_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    FETTLE_DEMO: 'off',
    ...env,
  })
  started.push(main)
  return main
}

/** Output of a failed start: one line and a non-zero exit code. */
const refusal = async (env: Record<string, string>) => {
  const main = start(env)
  expect(await main.ended).toBe(1)
  const lines = main.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]
}

const addressOf = (output: string) => /Fettle is at (\S+)/.exec(output)?.[1] ?? ''

describe('starting the server', () => {
  it('prints its address, serves, and stops cleanly on Ctrl-C, even twice', async () => {
    const main = start()
    const address = addressOf(await main.says('Ctrl-C stops it.'))
    const ready = await fetch(`${address}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
    main.child.kill('SIGINT')
    main.child.kill('SIGINT')
    expect(await main.ended).toBe(0)
    await expect(fetch(address)).rejects.toThrow()
  })

  it('prints the demo login in demo mode', async () => {
    const output = await start({ FETTLE_DEMO: 'on' }).says('Ctrl-C stops it.')
    expect(output).toContain('ada@fettle.test')
    expect(output).toContain('bola@fettle.test')
    expect(output).toContain('fettle-demo-2026')
    expect(output).toContain('mk_test_demo')
    expect(output).toContain('/demo/customer, beside it as Sarah Mensah')
    const page = await fetch(`${addressOf(output)}/demo/customer`)
    expect(await page.text()).toMatch(/One moment|Doorstep/)
  })

  it('has no customer app in production, not even in a demo', async () => {
    const output = await start({ FETTLE_DEMO: 'on', NODE_ENV: 'production' }).says('Ctrl-C stops it.')
    expect(output).toContain('mk_test_demo')
    expect(output).not.toContain('/demo/customer')
    const page = await fetch(`${addressOf(output)}/demo/customer`)
    expect(await page.text()).not.toMatch(/One moment|Doorstep/)
  })

  it('warns in production of mails without an address of their own', async () => {
    const main = start({ NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await main.says('Ctrl-C stops it.')).toContain('MAIL_FROM is not set')
    main.child.kill('SIGTERM')
    await main.ended
  })

  it('warns in production of an HTTPS address without a trusted proxy', async () => {
    const https = { NODE_ENV: 'production', PUBLIC_URL: 'https://desk.example.com' }
    expect(await start(https).says('Ctrl-C stops it.')).toContain('TRUST_PROXY is not set')
    expect(await start({ ...https, TRUST_PROXY: 'loopback' }).says('Ctrl-C stops it.')).not.toContain('TRUST_PROXY')
  })

  it('warns in production of a database that a demo has filled', async () => {
    const own = await createTestDatabase()
    const production = { NODE_ENV: 'production', DATABASE_URL: own.url }
    const output = async () => {
      const main = start(production)
      const text = await main.says('Ctrl-C stops it.')
      main.child.kill('SIGTERM')
      await main.ended
      return text
    }
    const warning = 'the accounts of a demo, whose password is public'
    expect(await output()).not.toContain(warning)
    await asAdmin(own.url, (admin) => admin.query('create schema demo create table fillings ()'))
    expect(await output()).toContain(warning)
    await own.drop()
  })

  it('finishes running requests before stopping', async () => {
    const main = start()
    const address = new URL(addressOf(await main.says('Ctrl-C stops it.')))
    const socket = connect(Number(address.port), address.hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    // A body sent after shutdown has begun, by a client that uses `Expect: 100-continue`.
    socket.write('POST /v2/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    socket.write('expect: 100-continue\r\ncontent-length: 2\r\n\r\n')
    await vi.waitFor(() => expect(answer).toBe('HTTP/1.1 100 Continue\r\n\r\n'), { timeout: 60_000 })
    main.child.kill('SIGTERM')
    await main.says('stopping')
    answer = ''
    socket.write('{}')
    expect(await main.ended).toBe(0)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  it('fails readiness first and serves on for the configured time, then stops', async () => {
    const main = start({ SHUTDOWN_DELAY_SECONDS: '3' })
    const address = addressOf(await main.says('Ctrl-C stops it.'))
    const statusOf = async (path: string) => (await fetch(address + path)).status
    expect(await statusOf('/health/ready')).toBe(200)
    main.child.kill('SIGTERM')
    await main.says('stopping')
    await vi.waitFor(async () => expect(await statusOf('/health/ready')).toBe(503), { interval: 20, timeout: 60_000 })
    expect(await statusOf('/v2/openapi.json')).toBe(200)
    expect(await main.ended).toBe(0)
  })

  it('runs on an embedded database by default, also after kill -9', async () => {
    const main = start({ DATABASE_URL: '' })
    await main.says('Ctrl-C stops it.')
    main.child.kill('SIGKILL')
    await main.ended
    const secondServer = start({ DATABASE_URL: '' })
    await secondServer.says('Ctrl-C stops it.')
    secondServer.child.kill('SIGTERM')
    expect(await secondServer.ended).toBe(0)
    expect(findProcesses(dataDir)).toEqual([])
  })
})

describe('an unavailable database', () => {
  const readiness = async (address: string) => (await fetch(`${address}/health/ready`)).status
  const ready = (address: string, status: number) =>
    vi.waitFor(async () => expect(await readiness(address)).toBe(status), { timeout: 60_000, interval: 20 })

  /** Sends calls that need the database in sequence until the returned function is called; counts them by status. */
  const callsTo = (address: string) => {
    const statuses: Record<number, number> = {}
    const loop = { stop: false }
    const caller = async () => {
      while (!loop.stop) {
        const { status } = await fetch(`${address}/v2/profile`, { headers: { authorization: 'Bearer nobodys-token' } })
        statuses[status] = (statuses[status] ?? 0) + 1
        await wait(PAUSE_MS)
      }
    }
    const callers = Promise.allSettled([caller()])
    return async () => {
      loop.stop = true
      expect((await callers).filter(({ status }) => status === 'rejected')).toEqual([])
      return statuses
    }
  }

  /** Adds enough jobs to keep every worker busy. */
  const fillQueue = (url: string) =>
    asAdmin(url, (client) =>
      client.query(
        `select graphile_worker.add_job('bookings.expire', '{"id":"bkg_none"}'::json) from generate_series(1, 300)`,
      ),
    )

  it('makes a running server wait and report not ready', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const main = start({ DATABASE_URL: proxy.url })
    const address = addressOf(await main.says('Ctrl-C stops it.'))
    const stopCalls = callsTo(address)
    for (let round = 0; round < 3; round += 1) {
      await ready(address, 200)
      await fillQueue(database.url)
      await proxy.goAway()
      await ready(address, 503)
      expect((await fetch(`${address}/health/live`)).status).toBe(200)
      await proxy.comeBack()
    }
    await ready(address, 200)
    await stopCalls()
    main.child.kill('SIGTERM')
    expect(await main.ended).toBe(0)
    await proxy.close()
  }, 300_000)

  it('is restarted by a running server, however often it is killed under load', async () => {
    const main = start({ DATABASE_URL: '' })
    const address = addressOf(await main.says('Ctrl-C stops it.'))
    const stopCalls = callsTo(address)
    const data = join(dataDir, 'postgres/data')
    for (let round = 0; round < 5; round += 1) {
      await ready(address, 200)
      await fillQueue(findRunning(dataDir) ?? '')
      const killed = serverPid(data) ?? 0
      process.kill(killed, 'SIGKILL')
      await vi.waitFor(() => expect([undefined, killed]).not.toContain(serverPid(data)), { timeout: 60_000 })
    }
    await ready(address, 200)
    expect(Object.keys(await stopCalls())).toContain('401')
    main.child.kill('SIGTERM')
    expect(await main.ended).toBe(0)
  }, 300_000)
})

describe('a failed start prints one line for', () => {
  let occupied: Server
  beforeAll(() => new Promise<void>((resolve) => (occupied = createServer().listen(0, '127.0.0.1', resolve))))
  afterAll(() => new Promise((resolve) => occupied.close(resolve)))

  it('a port in use', async () => {
    const { port } = occupied.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} is in use. Stop the other program or choose another with PORT=${port + 1}.`,
    )
  })

  it('an unwritable data folder', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    chmodSync(file, 0o400)
    expect(await refusal({ FETTLE_DATA_DIR: join(file, 'data') })).toBe(
      `Cannot write to the data folder ${file}/data (ENOTDIR). Make it writable or choose another with FETTLE_DATA_DIR.`,
    )
  })

  it('a wrong DATABASE_URL', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/fettle' })).toBe(
      'Cannot reach the database at 127.0.0.1:9 (ECONNREFUSED). Start it, or correct DATABASE_URL.',
    )
    expect(await refusal({ DATABASE_URL: 'mysql://me:secret@127.0.0.1/fettle' })).toBe(
      'DATABASE_URL must look like postgres://user:password@host:5432/database.',
    )
  })

  it('a wrong address of another database', async () => {
    for (const setting of ['DATABASE_DIRECT_URL', 'CHAT_DATABASE_URL', 'INBOX_DATABASE_URL'])
      expect((await refusal({ [setting]: 'postgres://me:secret@127.0.0.1:9/fettle' }))?.split('. ').at(-1)).toBe(
        `Start it, or correct ${setting}.`,
      )
  })

  it('an unavailable address', async () => {
    expect(await refusal({ HOST: '203.0.113.1' })).toMatch(/^This machine has no address 203\.0\.113\.1\./)
  })

  it('an unsupported Node version', async () => {
    const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.1' } })`
    const { status, stderr } = spawnSync(process.execPath, ['--import', old, join(rootDir, 'scripts/start.mjs')], {
      encoding: 'utf8',
    })
    expect([status, stderr.trim()]).toEqual([
      1,
      'Fettle needs Node 20.19 or newer; this is v18.20.1. Install it from nodejs.org.',
    ])
  })

  it('an invalid setting', async () => {
    expect(await refusal({ PORT: 'http' })).toBe('PORT must be a whole number from 0 to 65535, not "http".')
  })
})
