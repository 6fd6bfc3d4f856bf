import type { ServerResponse } from 'node:http'
import { verifyWebhook, type MarketplaceClient } from '@fettle/marketplace'
import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints } from '@fettle/protocol/marketplace/calls'
import { marketplaceEventTypes, type MarketplaceEvent } from '@fettle/protocol/marketplace/events'

const nouns = ['booking', 'offer', 'contract', 'amendment', 'milestone', 'invoice', 'payment', 'dispute', 'review']
/** Events after which a screen shows something else. Messages come over the chat. */
const types = marketplaceEventTypes.filter((type) => nouns.some((noun) => type.startsWith(`${noun}.`)))
/** Proxies close connections on which nothing happens. */
const KEEP_ALIVE_MS = 25_000

export type LiveUpdates = ReturnType<typeof createLiveUpdates>

/** Passes webhooks on to the browsers of the customer they concern. */
export function createLiveUpdates() {
  let secret: string | undefined
  const browsers = new Map<ServerResponse, string>()

  return {
    /** Registers the webhook endpoint. Its secret is shown once, so that of an earlier run is replaced. */
    async subscribe(marketplace: MarketplaceClient, url: string): Promise<void> {
      for (const endpoint of await marketplace.call(listWebhookEndpoints, {}))
        if (endpoint.url === url) await marketplace.call(deleteWebhookEndpoint, { params: { id: endpoint.id } })
      const body = { url, types, description: 'Customer app' }
      secret = (await marketplace.call(createWebhookEndpoint, { body })).secret
    },
    /** Verifies a webhook and passes it on. Throws if it is forged. */
    receive(headers: Record<string, string>, body: string): void {
      if (secret === undefined) throw new Error('Not subscribed yet.')
      const event = verifyWebhook(secret, headers, body)
      // An event can arrive twice, which does no harm here: browsers load what they show again.
      const owner = ownerOf(event)
      for (const [browser, customerId] of browsers)
        if (customerId === owner) browser.write(`data: ${JSON.stringify({ type: event.type })}\n\n`)
    },
    /** Keeps a browser's connection open for server-sent events. */
    connect(customerId: string, response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(': connected\n\n')
      browsers.set(response, customerId)
      const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS)
      response.on('close', () => {
        clearInterval(keepAlive)
        browsers.delete(response)
      })
    },
  }
}

interface Owned {
  customerId?: string
  customer?: { id?: string }
}

/** The customer whose record changed, or whose record it is a part of. */
function ownerOf({ data: { object, parent } }: MarketplaceEvent): string | undefined {
  const of = (record: Owned = {}) => record.customerId ?? record.customer?.id
  return of(object) ?? of(parent)
}
