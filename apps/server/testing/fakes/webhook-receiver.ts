import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import type { MarketplaceEvent } from '@fettle/protocol/marketplace/events'

/** A partner's webhook endpoint: records deliveries and answers as configured. */
export interface WebhookReceiver {
  url: string
  deliveries: { headers: Record<string, string>; body: string; event: MarketplaceEvent }[]
  /** Status of its responses, or one per event. */
  answer: number | ((event: MarketplaceEvent) => number)
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { url: '', deliveries: [], answer: 204, close: async () => undefined }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const event = JSON.parse(body) as MarketplaceEvent
      receiver.deliveries.push({ headers: request.headers as Record<string, string>, body, event })
      const status = typeof receiver.answer === 'number' ? receiver.answer : receiver.answer(event)
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  receiver.close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return receiver
}

/** Verifies a delivery as partners do, at the test app's time. Throws when it is invalid. */
export function verifyWebhookAt(
  now: Date,
  secret: string,
  { body, headers }: Pick<WebhookReceiver['deliveries'][number], 'body' | 'headers'>,
): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    vi.useRealTimers()
  }
}
