import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import fastify, { type FastifyInstance } from 'fastify'
import { systemClock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../observability/log.ts'
import { serveDocs } from './docs.ts'
import { createHttp } from './server.ts'

const long = { rows: Array.from({ length: 100 }, (_, n) => ({ id: `bkg_${n}`, title: 'Kitchen tap drips' })) }
let http: FastifyInstance

const create = (isHttps = false) => {
  const origin = isHttps ? 'https://desk.example.com' : 'http://desk.example.com'
  return createHttp({ log: createLog({ logLevel: 'silent' }), ids: createIds(systemClock), trustProxy: false, origin })
}

beforeAll(async () => {
  http = await create()
  http.get('/long', () => long)
  http.get('/longer', () => Array.from({ length: 20 }, () => long))
  http.get('/short', () => ({ id: 'bkg_1' }))
  http.get('/kept', (_, reply) => reply.header('cache-control', 'private, max-age=300').send('file'))
})
afterAll(() => http.close())

const get = (url: string, accepts?: string) =>
  http.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })

describe('a response', () => {
  it('is compressed on request, with a Vary header', async () => {
    for (const path of ['/long', '/longer']) {
      const gzip = await get(path, 'deflate, gzip, br')
      expect(gzip.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: expect.stringContaining('accept-encoding'),
      })
      const plain = await get(path)
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
      expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    }
  })

  it('is uncompressed without a request or when small', async () => {
    for (const accepts of [undefined, 'br', 'gzip;q=0', 'br, gzip; q=0.0'])
      expect((await get('/long', accepts)).headers['content-encoding']).toBeUndefined()
    expect((await get('/short', 'gzip, br')).headers['content-encoding']).toBeUndefined()
  })
})

describe('a refusal', () => {
  it('of a request whose statement ran too long asks to repeat it, and the statement is logged as failed', async () => {
    const written: string[] = []
    const destination = new Writable({
      write: (line: Buffer, _, done) => {
        written.push(line.toString())
        done()
      },
    })
    const app = await createHttp({
      log: createLog({ logLevel: 'error' }, destination),
      ids: createIds(systemClock),
      trustProxy: false,
    })
    app.get('/slow', () => {
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    })
    const { statusCode, headers, body } = await app.inject('/slow')
    expect([statusCode, headers['retry-after'], JSON.parse(body)]).toMatchObject([503, '1', { code: 'MAINTENANCE' }])
    expect(written.join('')).toContain('canceling statement due to statement timeout')
    await app.close()
  })

  it('of somebody who may not is logged with its address, without names, input and tokens', async () => {
    const lines: string[] = []
    const stream = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) })
    const watched = await createHttp({
      log: createLog({ logLevel: 'info' }, stream),
      ids: createIds(systemClock),
      trustProxy: false,
    })
    watched.post('/login', () => {
      throw new AppError('INVALID_CREDENTIALS')
    })
    watched.get('/nothing', () => {
      throw new AppError('NOT_FOUND', { thing: 'page' })
    })
    await watched.inject({ method: 'POST', url: '/login?token=t0ken', payload: { emailOrPhone: 'ada@example.com' } })
    await watched.inject('/nothing')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'refused', refusal: 'INVALID_CREDENTIALS', method: 'POST', path: '/login', address: '127.0.0.1' },
    ])
    expect(lines.join()).not.toMatch(/t0ken|ada@/)
    await watched.close()
  })
})

describe('security headers', () => {
  it('are on every response, also on errors, unless a handler sets others', async () => {
    for (const url of ['/short', '/nowhere'])
      expect((await get(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'.*frame-ancestors 'none'.*object-src 'none'$/,
        ),
      })
    expect((await get('/kept')).headers['cache-control']).toBe('private, max-age=300')
  })

  it('ask browsers for HTTPS only where the public address has it', async () => {
    expect((await get('/short')).headers).not.toHaveProperty('strict-transport-security')
    const secure = await create(true)
    secure.get('/short', () => ({}))
    expect((await secure.inject('/short')).headers['strict-transport-security']).toBe('max-age=31536000')
    await secure.close()
  })
})

describe('a stopping server', () => {
  it('finishes running requests, and refuses others on their connections with an error that says when', async () => {
    const stopping = await create()
    const finish: (() => void)[] = []
    stopping.get('/slow', () => new Promise((answer) => finish.push(() => answer({ done: true }))))
    stopping.post('/write', () => ({ written: true }))
    stopping.get('/health/ready', (_, reply) => reply.code(503).send({ status: 'not ready' }))
    await stopping.listen({ port: 0, host: '127.0.0.1' })
    const open = async () => {
      const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1')
      await once(socket, 'connect')
      return { answers: text(socket), send: sendOn(socket) }
    }
    const sendOn = (socket: Socket) => async (call: string) => {
      const received = once(stopping.server, 'request')
      socket.write(`${call} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`)
      await received
    }
    const [writer, balancer] = [await open(), await open()]
    await writer.send('GET /slow')
    await balancer.send('GET /slow')
    const closed = stopping.close()
    await writer.send('POST /write')
    await balancer.send('GET /health/ready')
    finish.forEach((answer) => answer())
    const [refused, health] = [await writer.answers, await balancer.answers]
    await closed
    for (const answers of [refused, health]) expect(answers).toMatch(/^HTTP\/1.1 200 [^]*\{"done":true\}/)
    expect(refused).toMatch(
      /503 [^]*retry-after: 1[^]*"success":false,"status":503,"code":"MAINTENANCE"[^]*"requestId"/,
    )
    expect(health).toMatch(/503 [^]*\{"status":"not ready"\}/)
  })
})

it('a description of the API that could not be made is made on the next request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const examplesFile = join(folder, 'examples.json')
  const app = fastify()
  serveDocs(app, '/v2', [], { title: 'API', version: '1', description: '', examplesFile })
  expect((await app.inject('/v2/openapi.json')).statusCode).toBe(500)
  writeFileSync(examplesFile, '{}')
  expect((await app.inject('/v2/openapi.json')).statusCode).toBe(200)
  await app.close()
})
