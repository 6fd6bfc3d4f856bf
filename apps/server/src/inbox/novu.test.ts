import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import { connectNovu } from './novu.ts'

// Fake of the part of Novu's API that is called.
let server: Server
let novu: NotificationService
let requests: { call: string; key: string | undefined; body: unknown }[]
let failing: number | undefined

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as unknown) : undefined
}

const message = (id: string) => ({
  _id: id,
  _environmentId: 'env',
  _organizationId: 'org',
  _notificationId: 'ntf',
  _subscriberId: 'sub',
  createdAt: '2026-03-02T11:00:00.000Z',
  transactionId: 'ntc_1',
  channel: 'in_app',
  read: false,
  seen: false,
  cta: {},
  status: 'sent',
})

const preferences = { global: { enabled: true, channels: { email: false } }, workflows: [] }

/** Responses by Novu's API description; preferences are only partly described there. */
function answerTo(method: string | undefined, url: string): unknown {
  if (url.startsWith('/v1/messages'))
    return { data: [message('m1'), message('m2')], hasMore: false, page: 0, pageSize: 10, totalCount: 2 }
  if (method === 'DELETE') return { acknowledged: true, status: 'deleted' }
  if (url.endsWith('/trigger')) return { data: { acknowledged: true, status: 'processed', transactionId: 'ntc_1' } }
  if (method === 'GET' && url.includes('/preferences')) return { data: preferences }
  return { data: {} }
}

beforeEach(async () => {
  requests = []
  failing = undefined
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push({ call: `${request.method} ${request.url}`, key: request.headers.authorization, body })
      const status = failing ?? (request.method === 'POST' ? 201 : 200)
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answerTo(request.method, request.url ?? '')))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  novu = connectNovu({
    applicationIdentifier: 'app',
    secretKey: 'secret',
    apiUrl: origin,
    socketUrl: 'wss://socket.novu.co',
  })
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

describe('a real Novu server', () => {
  it('receives triggers by workflow name with an idempotent transaction id', async () => {
    const id = await novu.trigger({
      subscriberId: 'usr_1',
      transactionId: 'ntc_1',
      workflow: 'booking-requested',
      locale: 'fr',
      subject: 'A request',
      body: 'Leaking tap',
      data: { type: 'booking', id: 'bkg_1' },
      redirect: { url: '/bookings/bkg_1' },
      primaryAction: { label: 'Review', redirect: { url: '/bookings/bkg_1' } },
    })
    expect(id).toBe('ntc_1')
    expect(requests).toEqual([
      {
        call: 'POST /v1/events/trigger',
        key: 'ApiKey secret',
        body: {
          name: 'booking-requested',
          to: { subscriberId: 'usr_1', locale: 'fr' },
          transactionId: 'ntc_1',
          payload: {
            subject: 'A request',
            body: 'Leaking tap',
            locale: 'fr',
            data: { type: 'booking', id: 'bkg_1' },
            redirectUrl: '/bookings/bkg_1',
            primaryLabel: 'Review',
            primaryUrl: '/bookings/bkg_1',
          },
        },
      },
    ])
  })

  it('receives the completion of each message', async () => {
    await novu.complete('usr_1', {
      workflow: 'booking-requested',
      type: 'booking',
      id: 'bkg_1',
      transactionIds: ['ntc_1'],
    })
    expect(requests.map(({ call }) => call)).toEqual([
      expect.stringMatching(
        /^GET \/v1\/messages\?(?=.*channel=in_app)(?=.*subscriberId=usr_1)(?=.*transactionId=ntc_1)/,
      ),
      'PATCH /v2/subscribers/usr_1/notifications/m1/actions/primary/complete',
      'PATCH /v2/subscribers/usr_1/notifications/m2/actions/primary/complete',
    ])
  })

  it('sends mail by its own steps, and deletes subscribers', async () => {
    expect(await novu.deliverableFrom('usr_1', 'booking-requested', 'email', 'UTC')).toBeUndefined()
    await novu.deleteSubscriber('usr_1')
    expect(requests.map(({ call }) => call)).toEqual(['DELETE /v2/subscribers/usr_1'])
    failing = 404
    await novu.deleteSubscriber('usr_1')
  })

  it('disables a channel for each workflow', async () => {
    await novu.setChannel('usr_1', 'email', ['offer-viewed', 'offer-expired'], false)
    expect(requests).toMatchObject([
      {
        call: 'PATCH /v2/subscribers/usr_1/preferences',
        body: { workflowId: 'offer-viewed', channels: { email: false } },
      },
      { call: 'PATCH /v2/subscribers/usr_1/preferences', body: { workflowId: 'offer-expired' } },
    ])
    await novu.setChannel('usr_1', 'desktop', ['offer-viewed'], false)
    expect(requests).toHaveLength(2)
  })

  it('tells what a subscriber has chosen, and nothing of one it does not know', async () => {
    expect(await novu.listPreferences('usr_1')).toEqual(preferences)
    expect(requests).toMatchObject([{ call: expect.stringMatching(/^GET \/v2\/subscribers\/usr_1\/preferences\b/) }])
    failing = 404
    expect(await novu.listPreferences('usr_1')).toBeNull()
  })

  it.each([401, 429, 500])('that answers %i makes the job retry, whatever the call', async (status) => {
    failing = status
    const about = { workflow: 'booking-requested', type: 'booking', id: 'bkg_1', transactionIds: ['ntc_1'] }
    await expect(novu.complete('usr_1', about)).rejects.toThrow(`Novu answered ${status}`)
    await expect(novu.deleteSubscriber('usr_1')).rejects.toThrow(`Novu answered ${status}`)
    await expect(novu.setChannel('usr_1', 'email', ['offer-viewed'], true)).rejects.toThrow(`Novu answered ${status}`)
    expect(requests).toHaveLength(3)
  })

  it('with an invalid response makes the job retry', async () => {
    failing = 503
    await expect(novu.trigger({ subscriberId: 'usr_1', body: 'x' })).rejects.toThrow('Novu answered 503')
  })

  it('is the one clients connect to, with a hash of its secret', () => {
    const hash = createHmac('sha256', 'secret').update('usr_1').digest('hex')
    expect(novu.access('usr_1', 'ses_1', 'http://localhost')).toMatchObject({
      applicationIdentifier: 'app',
      subscriberHash: hash,
      socketUrl: 'wss://socket.novu.co',
      socketPath: null,
    })
  })
})
