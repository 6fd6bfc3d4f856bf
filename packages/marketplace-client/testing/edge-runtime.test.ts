import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { build } from 'vite'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'

const secret = `whsec_${btoa('a secret of thirty-two characters')}`

/** Runs on the edge: nothing but the web platform, as a worker of a CDN has it. */
const worker = `
import { createMarketplaceClient, readEvents, verifyWebhook } from '@fettle/marketplace'
import { getProvider, putCustomer } from '@fettle/protocol/marketplace/calls'

globalThis.run = async ({ secret, headers, body }) => {
  const client = createMarketplaceClient({ origin: 'https://fettle.example', apiKey: 'mk_test_1' })
  const customer = await client.call(putCustomer, { params: { externalId: 'shop-42' }, body: { name: 'Yusuf Lawan' } })
  const refused = await client.call(getProvider, { params: { id: 'usr_1' } }).catch(({ code }) => code)
  const seqs = []
  for await (const { seq } of readEvents(client, { after: 0 })) seqs.push(seq)
  return JSON.stringify([customer.id, refused, seqs, verifyWebhook(secret, new Headers(headers), body).type])
}`

/** The worker with the client and its dependencies, as one script. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [
      {
        name: 'worker',
        resolveId: (id) => (id === 'worker' ? '\0worker' : undefined),
        load: (id) => (id === '\0worker' ? worker : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'worker', output: { format: 'iife' } } },
  })
  const [first] = [result].flat()
  return first && 'output' in first ? first.output[0].code : ''
}

it('runs where there is only the web platform', async () => {
  const code = await bundle()
  const keys: (string | null)[] = []
  const answer = (data: object, meta = {}) => Response.json({ success: true, status: 200, message: 'OK', data, meta })
  const refusal = { success: false, status: 404, code: 'NOT_FOUND', message: 'No.', requestId: 'req_1' }
  const fetch = async (url: string, init: RequestInit) => {
    if (init.method === 'PUT') keys.push(new Headers(init.headers).get('idempotency-key'))
    if (url.includes('/customers/')) return answer({ id: 'cus_1' })
    if (url.includes('/events')) return answer([{ seq: 1 }, { seq: 2 }], { next: 2, hasMore: false })
    return Response.json(refusal, { status: 404 })
  }
  // What an edge runtime has, and nothing of Node.
  const web = { fetch, crypto, Headers, Response, Request, Blob, File, FormData, URL, URLSearchParams }
  const more = { AbortSignal, AbortController, TextEncoder, TextDecoder, setTimeout, clearTimeout, atob, btoa, Intl }
  const scope = createContext({ ...web, ...more })
  new Script(code).runInContext(scope)
  const body = JSON.stringify({ id: 'evt_1', type: 'booking.confirmed' })
  const sentAt = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, body),
  }
  const run = (scope as unknown as { run: (delivery: object) => Promise<string> }).run
  expect(JSON.parse(await run({ secret, headers, body }))).toEqual(['cus_1', 'NOT_FOUND', [1, 2], 'booking.confirmed'])
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
})

it('depends on the protocol and standardwebhooks, and on nothing else', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies: object
  }
  expect(Object.keys(dependencies)).toEqual(['@fettle/protocol', 'standardwebhooks'])
})
