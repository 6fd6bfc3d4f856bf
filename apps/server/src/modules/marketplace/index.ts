import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { MarketplaceActor, Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { purgeResponses, idempotentWrites } from '../../platform/http/idempotency.ts'
import type { RouterOptions } from '../../platform/http/router.ts'
import type { ChatService } from '../channels/index.ts'
import type { Disputes } from '../disputes/index.ts'
import type { Invoices } from '../invoices/index.ts'
import { createKeyAuthenticator } from './keys/authenticator.ts'
import { serveMarketplace } from './marketplace.routes.ts'
import { toOnBehalf } from './marketplace.rules.ts'

export { getStoredCustomer, getPublicProvider, readBooking } from './marketplace.service.ts'
export { toCustomer } from './marketplace.rules.ts'
export { DEMO_KEY, type StoredKey } from './keys/keys.rules.ts'
export { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './keys/keys.service.ts'

/** Authentication, scopes and idempotency of the marketplace's router. */
export const marketplaceRouter = (deps: Deps): RouterOptions<MarketplaceActor> => ({
  audiences: ['marketplace'],
  authenticate: createKeyAuthenticator(deps),
  wrap: idempotentWrites(deps, {
    callerOf: (actor: MarketplaceActor) => actor.keyId,
    required: true,
    behalfOf: toOnBehalf,
  }),
})

/** Registers the marketplace's operations on customers, providers and bookings. */
export function registerMarketplace(
  deps: Deps,
  routers: Pick<Routers, 'marketplace'>,
  services: { chat: ChatService; invoices: Invoices; disputes: Disputes },
): void {
  serveMarketplace(deps, routers, services)
  deps.jobs.repeat('idempotency.purge-responses', HOUR_MS, () => purgeResponses(deps))
}
