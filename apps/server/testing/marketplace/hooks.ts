import * as deliveries from '@fettle/protocol/marketplace-deliveries'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace-events'
import * as webhooks from '@fettle/protocol/marketplace-webhooks'
import { sql } from '../../src/platform/db/db.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { job } from './bookings.ts'
import { walk, type Walk } from './walk.ts'

/** How a marketplace is told, and what did not arrive. */

/** An endpoint nobody listens at. */
async function endpoint(town: Town) {
  // Ten are allowed.
  for (const { id } of await town.call(webhooks.listWebhookEndpoints, {}, marketplace))
    await town.call(webhooks.deleteWebhookEndpoint, { params: { id } }, marketplace)
  const body = { url: 'http://127.0.0.1:9/hooks', types: ['booking.requested'] }
  const { id } = await town.call(webhooks.createWebhookEndpoint, { body }, marketplace)
  return { params: { id } }
}
async function delivery(town: Town) {
  const about = await endpoint(town)
  await job(town)
  await town.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
  const [planned] = await town.call(webhooks.listWebhookDeliveries, about, marketplace)
  return { params: { id: planned?.id ?? '' } }
}
/** A mail that was tried as often as it is. */
async function givenUp(town: Town) {
  await town.db.transaction((tx) => town.deps.jobs.add(tx, 'outgoing-messages.send', { id: 'msg_walk' }))
  const { id } = await town.db.one<{ id: string }>(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The disk is full'
    where id = (select max(jobs.id) from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = 'outgoing-messages.send')
    returning id::text`)
  return { params: { id } }
}

export const hookWalks: Walk[] = [
  walk(webhooks.createWebhookEndpoint, async (town) => {
    await endpoint(town)
    return { input: { body: { url: 'http://127.0.0.1:9/other', types: ['booking.requested'] } } }
  }),
  walk(webhooks.listWebhookEndpoints, async () => ({ input: {} })),
  walk(webhooks.getWebhookEndpoint, async (town) => ({ input: await endpoint(town) })),
  walk(webhooks.patchWebhookEndpoint, async (town) => ({
    input: { ...(await endpoint(town)), body: { description: 'The shop' } },
  })),
  walk(webhooks.deleteWebhookEndpoint, async (town) => ({ input: await endpoint(town) })),
  {
    ...walk(webhooks.testWebhookEndpoint, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
    isSentAnew: true,
  },
  walk(webhooks.rotateWebhookSecret, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
  walk(webhooks.enableWebhookEndpoint, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
  walk(webhooks.listWebhookDeliveries, async (town) => ({ input: await endpoint(town) })),
  {
    ...walk(webhooks.redeliverWebhook, async (town) => ({ input: { ...(await delivery(town)), body: {} } })),
    isSentAnew: true,
  },
  walk(listMarketplaceEvents, async () => ({ input: { query: { limit: 1 } } })),
  walk(deliveries.listDeliveries, async () => ({ input: {} })),
  walk(deliveries.replayDelivery, async (town) => ({ input: { ...(await givenUp(town)), body: {} } })),
  walk(deliveries.replayDeliveries, async (town) => {
    await givenUp(town)
    return { input: {} }
  }),
  walk(deliveries.discardDelivery, async (town) => ({ input: await givenUp(town) })),
]
