import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationService } from '@fettle/protocol/inbox'
import { connectNovu } from './novu.ts'

// A stand-in for the part of Novu's API that is called.
let server: Server
let novu: NotificationService<unknown>
let asked: { call: string; key: string | undefined; body: unknown }[]
let failing: boolean

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as unknown) : undefined
}

beforeEach(async () => {
  asked = []
  failing = false
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked.push({ call: `${request.method} ${request.url}`, key: request.headers.authorization, body })
      const messages = request.url?.startsWith('/v1/messages')
        ? [{ _id: 'm1' }, { _id: 'm2' }]
        : { transactionId: 'ntc_1' }
      response
        .writeHead(failing ? 503 : 201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: messages }))
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

describe('Novu itself', () => {
  it('is sent the trigger under the name of the workflow, with the transaction it takes once', async () => {
    const id = await novu.trigger(undefined, {
      subscriberId: 'usr_1',
      transactionId: 'ntc_1',
      workflow: 'booking-requested',
      subject: 'A request',
      body: 'Leaking tap',
      data: { type: 'booking', id: 'bkg_1' },
      redirect: { url: '/bookings/bkg_1' },
      primaryAction: { label: 'Review', redirect: { url: '/bookings/bkg_1' } },
    })
    expect(id).toBe('ntc_1')
    expect(asked).toEqual([
      {
        call: 'POST /v1/events/trigger',
        key: 'ApiKey secret',
        body: {
          name: 'booking-requested',
          to: { subscriberId: 'usr_1' },
          transactionId: 'ntc_1',
          payload: {
            subject: 'A request',
            body: 'Leaking tap',
            data: { type: 'booking', id: 'bkg_1' },
            redirectUrl: '/bookings/bkg_1',
            primaryLabel: 'Review',
            primaryUrl: '/bookings/bkg_1',
          },
        },
      },
    ])
  })

  it('is told that a matter is settled, message by message', async () => {
    await novu.complete('usr_1', {
      workflow: 'booking-requested',
      type: 'booking',
      id: 'bkg_1',
      transactionIds: ['ntc_1'],
    })
    expect(asked.map(({ call }) => call)).toEqual([
      'GET /v1/messages?subscriberId=usr_1&transactionId=ntc_1&channel=in_app',
      'POST /v1/subscribers/usr_1/messages/m1/actions/primary',
      'POST /v1/subscribers/usr_1/messages/m2/actions/primary',
    ])
  })

  it('sends mail by its own steps, and forgets whom it is told to', async () => {
    expect(await novu.mayReach('usr_1', 'booking-requested', 'email', 'UTC')).toBeUndefined()
    await novu.forget('usr_1')
    expect(asked.map(({ call }) => call)).toEqual(['DELETE /v1/subscribers/usr_1'])
  })

  it('that does not answer as it should lets the job try again', async () => {
    failing = true
    await expect(novu.trigger(undefined, { subscriberId: 'usr_1', body: 'x' })).rejects.toThrow('Novu answered 503')
  })

  it('is where the clients are sent, with the hash of its secret', () => {
    const hash = createHmac('sha256', 'secret').update('usr_1').digest('hex')
    expect(novu.access('usr_1', 'http://localhost')).toMatchObject({
      applicationIdentifier: 'app',
      subscriberHash: hash,
      socketUrl: 'wss://socket.novu.co',
      socketPath: null,
    })
  })
})
