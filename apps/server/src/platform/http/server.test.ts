import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../clock.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../observability/log.ts'
import { createHttp } from './server.ts'

const long = { rows: Array.from({ length: 100 }, (_, n) => ({ id: `bkg_${n}`, title: 'Kitchen tap drips' })) }
let http: FastifyInstance

beforeAll(async () => {
  http = await createHttp({ log: createLog({ logLevel: 'silent' }), ids: createIds(systemClock), trustProxy: false })
  http.get('/long', () => long)
  http.get('/longer', () => Array.from({ length: 20 }, () => long))
  http.get('/short', () => ({ id: 'bkg_1' }))
})
afterAll(() => http.close())

const get = (url: string, accepts?: string) =>
  http.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })

describe('a response', () => {
  it('is compressed on request, with a Vary header', async () => {
    for (const path of ['/long', '/longer']) {
      const gzip = await get(path, 'deflate, gzip, br')
      expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
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
