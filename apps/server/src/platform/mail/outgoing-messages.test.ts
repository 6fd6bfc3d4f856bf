import fastify from 'fastify'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { ManualClock } from '../clock.ts'
import { testConfig } from '../../../testing/app/test-config.ts'
import type { Config } from '../config.ts'
import { sql } from '../db/db.ts'
import { openDb, type OpenDb } from '../db/open-db.ts'
import { createIds } from '../ids.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Jobs } from '../jobs/jobs.types.ts'
import { createLog } from '../observability/log.ts'
import { createMessageSender, registerOutboxPage } from './outgoing-messages.ts'
import type { OutgoingMessage, MessageSender } from './outgoing-messages.types.ts'
import { createMailTransport } from './transports.ts'

const log = createLog({ logLevel: 'silent' })
const code: OutgoingMessage = {
  channel: 'EMAIL',
  to: 'ada@fettle.test',
  subject: 'Your code',
  text: 'Your code is 123456 & <nothing> else.',
  code: '123456',
}
let database: TestDatabase
let db: OpenDb
let clock: ManualClock
let jobs: Jobs
const closing: (Server | HttpServer)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDb(database.url, { poolSize: 4, log })
  clock = new ManualClock('2026-03-02T11:00:00Z')
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(closing.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
  await db.close()
  await database.drop()
})

const open = (overrides: Partial<Config>): MessageSender => {
  jobs = createJobs({ db, log, clock })
  return createMessageSender({ config: testConfig(overrides), db, jobs, clock, ids: createIds(clock) })
}
const send = (outbox: MessageSender, message: OutgoingMessage) => db.transaction((tx) => outbox.send(tx, message))
const portOf = (server: Server | HttpServer) => (server.address() as AddressInfo).port

/** A mail server that accepts everything, or nothing while `down`, and records mails. */
async function startMailServer() {
  const mail = { received: [] as string[], down: false, turnsAway: false, isSilent: false, connections: 0, port: 0 }
  const server = createServer((socket) => {
    let body: string | undefined
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    mail.connections += 1
    if (mail.isSilent) return void socket.on('error', () => undefined)
    if (mail.turnsAway) return void socket.end('554 no service here today\r\n')
    socket.write('220 test\r\n')
    socket.on('data', (chunk: string) => {
      if (body !== undefined) {
        body += chunk
        if (!body.endsWith('\r\n.\r\n')) return
        mail.received.push(body)
        body = undefined
        socket.write('250 kept\r\n')
      } else if (chunk.startsWith('DATA')) {
        body = ''
        socket.write('354 go on\r\n')
      } else if (chunk.startsWith('MAIL') && mail.down) socket.write('451 come back later\r\n')
      else if (chunk.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 yes\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(server)
  mail.port = portOf(server)
  return mail
}

describe('outgoing messages in development', () => {
  const page = async (outbox: MessageSender, url: string) => {
    const app = fastify()
    registerOutboxPage(app, outbox)
    const answer = await app.inject(url)
    await app.close()
    return answer
  }

  it('are stored and shown on commit, newest first', async () => {
    const outbox = open({ outbox: true })
    await send(outbox, code)
    await send(outbox, { channel: 'SMS', to: '+2348012345678', subject: '', text: 'Hello' })
    clock.advance(1000)
    await send(outbox, { ...code, subject: 'Another' })
    const all = (await page(outbox, '/dev/outbox.json')).json<{ subject: string; channel: string }[]>()
    expect(all.map(({ subject }) => subject)).toEqual(['Another', '', 'Your code'])
    const adasMessages = (await page(outbox, '/dev/outbox.json?to=ada@fettle.test')).json()
    expect(adasMessages).toHaveLength(2)
    expect(adasMessages[1]).toEqual({
      ...code,
      id: expect.stringMatching(/^msg_/),
      createdAt: '2026-03-02T11:00:00.000Z',
    })
    expect(await jobs.runDue()).toBe(0)
  })

  it('are not sent after a rollback', async () => {
    const outbox = open({ outbox: true })
    const work = db.transaction(async (tx) => {
      await outbox.send(tx, code)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await outbox.list()).toEqual([])
  })

  it('are purged after a week', async () => {
    const outbox = open({ outbox: true })
    await jobs.start()
    await send(outbox, code)
    for (let day = 1; day <= 8; day += 1) {
      expect(await outbox.list()).toHaveLength(1)
      clock.advance(24 * 60 * 60 * 1000)
      await jobs.runDue()
    }
    expect(await outbox.list()).toEqual([])
  })

  it('are shown as a page with escaped text', async () => {
    const outbox = open({ outbox: true })
    await send(outbox, code)
    const { body, headers } = await page(outbox, '/dev/outbox')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('123456')
    expect(body).toContain('&amp; &lt;nothing&gt; else')
    expect(body).toMatch(/<html lang="en">.*<main>.*<h1>/s)
  })
})

describe('outgoing messages in production', () => {
  it('go to the mail server once and are not stored', async () => {
    const mail = await startMailServer()
    const outbox = open({
      outbox: false,
      production: true,
      smtpUrl: `smtp://127.0.0.1:${mail.port}`,
      mailFrom: 'Fettle <desk@fettle.test>',
    })
    await send(outbox, { ...code, unsubscribe: 'https://desk.fettle.test/stop', html: '<p>Your code</p>' })
    expect(mail.received).toHaveLength(0)
    await jobs.runDue()
    await jobs.runDue()
    expect(mail.received).toHaveLength(1)
    expect(mail.received[0]).toMatch(/From: Fettle <desk@fettle.test>\r\nTo: ada@fettle.test\r\nSubject: Your code/)
    expect(mail.received[0]).toContain('Your code is 123456')
    expect(mail.received[0]).toContain('Content-Type: multipart/alternative')
    expect(mail.received[0]).toContain('List-Unsubscribe: <https://desk.fettle.test/stop>')
    expect(mail.received[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await db.one(sql`select count(*) as n from outgoing_messages`)).toEqual({ n: 0 })
  })

  it('wait for a mail server that is down', async () => {
    const mail = await startMailServer()
    mail.down = true
    const outbox = open({ outbox: false, production: true, smtpUrl: `smtp://127.0.0.1:${mail.port}` })
    await send(outbox, code)
    await expect(jobs.runDue()).rejects.toThrow('come back later')
    mail.down = false
    clock.advance(60_000)
    await jobs.runDue()
    expect(mail.received).toHaveLength(1)
  })

  it('wait for a mail server that turns everybody away', async () => {
    const mail = await startMailServer()
    mail.turnsAway = true
    const outbox = open({ outbox: false, production: true, smtpUrl: `smtp://127.0.0.1:${mail.port}` })
    await send(outbox, code)
    await expect(jobs.runDue()).rejects.toThrow('no service here today')
    mail.turnsAway = false
    clock.advance(60_000)
    await jobs.runDue()
    expect(mail.received).toHaveLength(1)
  })

  it('do not hold up other jobs for a mail server that says nothing', async () => {
    const mail = await startMailServer()
    mail.isSilent = true
    const deliver = createMailTransport(testConfig({ smtpUrl: `smtp://127.0.0.1:${mail.port}` }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let failure: unknown
    void deliver?.(code).catch((error: unknown) => (failure = error))
    await vi.waitFor(() => expect(mail.connections).toBe(1))
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(failure).toMatchObject({ code: 'ETIMEDOUT' }))
    vi.useRealTimers()
  })

  it('go to the text message gateway with its token', async () => {
    const received: unknown[] = []
    const gateway = createHttpServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push([request.headers.authorization, JSON.parse(body)])
        response.end()
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    closing.push(gateway)
    const outbox = open({
      outbox: false,
      production: true,
      sms: { url: `http://127.0.0.1:${portOf(gateway)}/send`, token: 'key', from: 'Fettle' },
    })
    await send(outbox, { channel: 'SMS', to: '+2348012345678', subject: '', text: 'Hello' })
    await jobs.runDue()
    expect(received).toEqual([['Bearer key', { to: '+2348012345678', text: 'Hello', from: 'Fettle' }]])
  })

  it('wait until a mail server is configured', async () => {
    await send(open({ outbox: false, production: true }), code)
    await expect(jobs.runDue()).rejects.toThrow('Set SMTP_URL')
    const mail = await startMailServer()
    open({ outbox: false, production: true, smtpUrl: `smtp://127.0.0.1:${mail.port}` })
    clock.advance(60_000)
    await jobs.runDue()
    expect(mail.received).toHaveLength(1)
  })
})
