import * as deliveries from '@fettle/protocol/marketplace-deliveries'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace-events'
import * as webhooks from '@fettle/protocol/marketplace-webhooks'
import { sql } from '../../src/platform/db/db.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './walk.ts'

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
  await bookingInStatus(town)
  await town.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
  const [planned] = await town.call(webhooks.listWebhookDeliveries, about, marketplace)
  return { params: { id: planned?.id ?? '' } }
}
/** A mail that was tried as often as it is. */
async function failedDelivery(town: Town) {
  await town.db.transaction((tx) => town.deps.jobs.add(tx, 'outgoing-messages.send', { id: 'msg_replay' }))
  const { id } = await town.db.one<{ id: string }>(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The disk is full'
    where id = (select max(jobs.id) from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = 'outgoing-messages.send')
    returning id::text`)
  return { params: { id } }
}

export const webhookReplayCases: ReplayCase[] = [
  replayCase(webhooks.createWebhookEndpoint, async (town) => {
    await endpoint(town)
    return { input: { body: { url: 'http://127.0.0.1:9/other', types: ['booking.requested'] } } }
  }),
  replayCase(webhooks.listWebhookEndpoints, async () => ({ input: {} })),
  replayCase(webhooks.getWebhookEndpoint, async (town) => ({ input: await endpoint(town) })),
  replayCase(webhooks.patchWebhookEndpoint, async (town) => ({
    input: { ...(await endpoint(town)), body: { description: 'The shop' } },
  })),
  replayCase(webhooks.deleteWebhookEndpoint, async (town) => ({ input: await endpoint(town) })),
  {
    ...replayCase(webhooks.testWebhookEndpoint, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
    sendsAgainOnRetry: true,
  },
  replayCase(webhooks.rotateWebhookSecret, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
  replayCase(webhooks.enableWebhookEndpoint, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
  replayCase(webhooks.listWebhookDeliveries, async (town) => ({ input: await endpoint(town) })),
  {
    ...replayCase(webhooks.redeliverWebhook, async (town) => ({ input: { ...(await delivery(town)), body: {} } })),
    sendsAgainOnRetry: true,
  },
  replayCase(listMarketplaceEvents, async () => ({ input: { query: { limit: 1 } } })),
  replayCase(deliveries.listDeliveries, async () => ({ input: {} })),
  replayCase(deliveries.replayDelivery, async (town) => ({ input: { ...(await failedDelivery(town)), body: {} } })),
  replayCase(deliveries.replayDeliveries, async (town) => {
    await failedDelivery(town)
    return { input: {} }
  }),
  replayCase(deliveries.discardDelivery, async (town) => ({ input: await failedDelivery(town) })),
]
