import { createWebhookEndpoint, testWebhookEndpoint } from '@fettle/protocol/marketplace/webhooks'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/fakes/webhook-receiver.ts'
import { marketplace } from '../../../testing/fixtures/providers.ts'
import { startTracing, runInSpan, traceHeaders } from './tracing.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status?: { code?: number }
}

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

let receiver: Server
let webhooks: WebhookReceiver
let testApp: TestApp
/** Stored with the endpoint, so a value of a statement. */
const SECRET = 'partner@example.test'
const JOB = 'referrals.expire-due'
const spans: ReceivedSpan[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  webhooks = await startWebhookReceiver()
  const stop = await startTracing(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, {})
  testApp = await startTestApp()
  try {
    const body = { url: webhooks.url, email: SECRET, types: ['booking.requested' as const] }
    const { id } = await testApp.call(createWebhookEndpoint, { body }, marketplace)
    const headers = { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` }
    await testApp.call(testWebhookEndpoint, { params: { id } }, { ...marketplace, headers })
    await fetch(`${testApp.url}/health/live`)
    await testApp.deps.jobs.add(testApp.db, JOB, {})
    await testApp.deps.jobs.runDue()
  } finally {
    // Sends what is left.
    await stop()
  }
})
afterAll(async () => {
  await testApp.close()
  await webhooks.close()
  receiver.closeAllConnections()
  receiver.close()
})

const attributesOf = (span: ReceivedSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
const requestSpan = () => spans.find(({ traceId, name }) => traceId === CALLER.traceId && name.endsWith('/test'))

it('continues the trace of a request, with its route and status', () => {
  expect(requestSpan()).toMatchObject({ parentSpanId: CALLER.spanId })
  expect(attributesOf(requestSpan())).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/v2/marketplace/webhook-endpoints/:id/test',
    'http.response.status_code': 200,
  })
})

it('has a span for each SQL statement of a request, without its values', () => {
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === requestSpan()?.spanId)
  expect(statements.map(({ name }) => name)).toContain('select')
  expect(attributesOf(statements.find(({ name }) => name === 'select'))['db.query.text']).toContain('$1')
  expect(JSON.stringify(spans)).not.toContain(SECRET)
})

it('hands the trace on with a webhook', () => {
  const sent = spans.find(({ traceId, name }) => traceId === CALLER.traceId && name === 'POST webhook')
  expect(sent).toMatchObject({ parentSpanId: requestSpan()?.spanId })
  expect(webhooks.deliveries[0]?.headers['traceparent']).toBe(`00-${CALLER.traceId}-${sent?.spanId}-01`)
})

it('has a span for each job', () => {
  expect(spans.map(({ name }) => name)).toContain(`job ${JOB}`)
})

it('has none for health checks', () => {
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([])
})

it('does nothing while it is off', async () => {
  const count = spans.length
  const attributes = () => {
    throw new Error('Attributes were made while tracing is off.')
  }
  expect(await runInSpan('work', 'CLIENT', attributes, async () => 7)).toBe(7)
  expect(traceHeaders()).toEqual({})
  expect(spans).toHaveLength(count)
})
