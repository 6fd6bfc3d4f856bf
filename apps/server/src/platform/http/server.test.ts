import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../clock.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { createHttp } from './server.ts'

const long = { rows: Array.from({ length: 100 }, (_, n) => ({ id: `bkg_${n}`, title: 'Kitchen tap drips' })) }
let http: FastifyInstance

beforeAll(async () => {
  http = await createHttp({ log: createLog({ logLevel: 'silent' }), ids: createIds(systemClock), trustProxy: false })
  http.get('/long', () => long)
  http.get('/short', () => ({ id: 'bkg_1' }))
})
afterAll(() => http.close())

const get = (url: string, accepts?: string) =>
  http.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })

describe('an answer', () => {
  it('is compressed as the client likes, and says that it depends on it', async () => {
    const br = await get('/long', 'gzip, deflate, br')
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(long)
    const gzip = await get('/long', 'gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(long)
  })

  it('is left as it is for who asks for nothing, and when there is little to gain', async () => {
    expect((await get('/long')).headers['content-encoding']).toBeUndefined()
    expect((await get('/short', 'gzip, br')).headers['content-encoding']).toBeUndefined()
  })
})
