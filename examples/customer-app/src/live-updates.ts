import type { ServerResponse } from 'node:http'
import { verifyWebhook, type MarketplaceClient } from '@fettle/marketplace'
import { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints } from '@fettle/protocol/marketplace/calls'
import { marketplaceEventTypes, type MarketplaceEvent } from '@fettle/protocol/marketplace/events'

/** Events after which a screen shows something else. Messages come over the chat. */
const types = marketplaceEventTypes.filter((type) => /^(booking|offer|contract|milestone|invoice|dispute)\./.test(type))
/** Proxies close connections on which nothing happens. */
const KEEP_ALIVE_MS = 25_000

/** Passes webhooks on to the browsers of the customer they concern. */
export interface LiveUpdates {
  /** Registers the webhook endpoint. Its secret is shown once, so that of an earlier run is replaced. */
  subscribe(marketplace: MarketplaceClient, url: string): Promise<void>
  /** Verifies a webhook and passes it on. Throws if it is forged. */
  receive(headers: Headers, body: string): void
  /** Keeps a browser's connection open for server-sent events. */
  connect(customerId: string, response: ServerResponse): void
}

export function createLiveUpdates(): LiveUpdates {
  let secret: string | undefined
  const browsers = new Map<ServerResponse, string>()

  return {
    async subscribe(marketplace, url) {
      for (const endpoint of await marketplace.call(listWebhookEndpoints, {}))
        if (endpoint.url === url) await marketplace.call(deleteWebhookEndpoint, { params: { id: endpoint.id } })
      const body = { url, types, description: 'Customer app' }
      secret = (await marketplace.call(createWebhookEndpoint, { body })).secret
    },
    receive(headers, body) {
      if (secret === undefined) throw new Error('Not subscribed yet.')
      const event = verifyWebhook(secret, headers, body)
      // An event can arrive twice, which does no harm here: browsers load what they show again.
      const owner = ownerOf(event)
      for (const [browser, customerId] of browsers)
        if (customerId === owner) browser.write(`data: ${JSON.stringify({ type: event.type })}\n\n`)
    },
    connect(customerId, response) {
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
