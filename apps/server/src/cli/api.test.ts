import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi } from './api.ts'

let server: Server
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Our shop</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

it('says that another site answers, where FETTLE_URL is not the server', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = createApi({ url, key: 'mk_test_demo' }).call(listProviders, { query: {} })
  await expect(answer).rejects.toThrow(`${url} is not a Fettle server. Set FETTLE_URL to its address.`)
})
