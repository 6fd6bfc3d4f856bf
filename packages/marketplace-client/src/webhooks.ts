import type { MarketplaceEvent } from '@fettle/protocol/marketplace/events'
import { Webhook } from 'standardwebhooks'

/**
 * Checks the signature and age of a webhook (standardwebhooks.com) and returns its event. `body` is the text as received,
 * before any parsing; `secret` starts with `whsec_`. Throws WebhookVerificationError of `standardwebhooks` if it is
 * forged, changed or older than five minutes. An event can arrive twice: compare its `id`.
 */
export function verifyWebhook(
  secret: string,
  headers: Headers | Readonly<Record<string, string>>,
  body: string,
): MarketplaceEvent {
  const named = headers instanceof Headers ? Object.fromEntries(headers) : { ...headers }
  return new Webhook(secret).verify(body, named) as MarketplaceEvent
}
