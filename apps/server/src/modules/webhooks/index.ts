import * as protocol from '@fettle/protocol/marketplace/webhooks'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import { createSafeFetch, type SafeFetchRules } from '../../platform/safe-fetch/safe-fetch.ts'
import type { FeedListener } from '../feed/index.ts'
import { createDeliverer, DELIVER, planDeliveries, type DeliveryLane } from './delivery.service.ts'
import { mayReach } from './webhooks.rules.ts'
import * as service from './webhooks.service.ts'

const RETRY_INTERVAL_MS = 5 * 60_000

/** Registers webhooks. Returns the listener for published events. */
export function registerWebhooks(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { safeFetch: rules }: { safeFetch?: SafeFetchRules | undefined } = {},
): FeedListener {
  const safeFetch = createSafeFetch({ mayReach: (address) => mayReach(address, deps.config.demo), ...rules })
  marketplace.serve(protocol.createWebhookEndpoint, ({ actor, body }) => service.createEndpoint(deps, actor, body))
  marketplace.serve(protocol.listWebhookEndpoints, ({ actor }) => service.listEndpoints(deps, actor))
  marketplace.serve(protocol.getWebhookEndpoint, ({ actor, params }) => service.getEndpoint(deps, actor, params.id))
  marketplace.serve(protocol.patchWebhookEndpoint, ({ actor, params: { id }, body }) =>
    service.patchEndpoint(deps, actor, id, body),
  )
  marketplace.serve(protocol.deleteWebhookEndpoint, async ({ actor, params: { id } }) => {
    await service.removeEndpoint(deps, actor, id)
    return { id }
  })
  marketplace.serve(protocol.testWebhookEndpoint, ({ actor, params }) =>
    service.testEndpoint(deps, safeFetch, actor, params.id),
  )
  marketplace.serve(protocol.rotateWebhookSecret, ({ actor, params: { id } }) => service.rotateSecret(deps, actor, id))
  marketplace.serve(protocol.enableWebhookEndpoint, ({ actor, params: { id } }) =>
    service.enableEndpoint(deps, actor, id),
  )
  marketplace.serve(protocol.listWebhookDeliveries, async ({ actor, params, query }) => {
    const { deliveries, nextCursor } = await service.listDeliveries(deps, actor, params.id, query)
    return new Reply(deliveries, { meta: { nextCursor } })
  })
  marketplace.serve(protocol.redeliverWebhook, ({ actor, params }) => service.redeliver(deps, actor, params.id))

  deps.jobs.handle<DeliveryLane>(DELIVER, createDeliverer(deps, safeFetch))
  deps.jobs.repeat('webhooks.retry-stuck-lanes', RETRY_INTERVAL_MS, () => service.restartStuckLanes(deps))
  return planDeliveries(deps)
}
