export { createMarketplaceClient, type MarketplaceClient, type MarketplaceClientOptions } from './client.ts'
export { MarketplaceError, MarketplaceUnreachable } from './errors.ts'
export { readEvents, type ReadEventsOptions } from './events.ts'
export { verifyWebhook } from './webhooks.ts'
