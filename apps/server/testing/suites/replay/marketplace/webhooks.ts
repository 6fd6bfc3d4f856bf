import * as deliveries from '@fettle/protocol/marketplace/deliveries'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import * as webhooks from '@fettle/protocol/marketplace/webhooks'
import { sql } from '../../../../src/platform/db/db.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './replay-case.ts'

/** Webhook endpoints and failed deliveries. */

/** An endpoint without a listener. */
async function endpoint(testApp: TestApp) {
  // The limit is ten.
  for (const { id } of await testApp.call(webhooks.listWebhookEndpoints, {}, marketplace))
    await testApp.call(webhooks.deleteWebhookEndpoint, { params: { id } }, marketplace)
  const body = { url: 'http://127.0.0.1:9/hooks', types: ['booking.requested'] }
  const { id } = await testApp.call(webhooks.createWebhookEndpoint, { body }, marketplace)
  return { params: { id } }
}
async function delivery(testApp: TestApp) {
  const about = await endpoint(testApp)
  await bookingInStatus(testApp)
  await testApp.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
  const [planned] = await testApp.call(webhooks.listWebhookDeliveries, about, marketplace)
  return { params: { id: planned?.id ?? '' } }
}
/** A mail whose attempts are exhausted. */
async function failedDelivery(testApp: TestApp) {
  await testApp.db.transaction((tx) => testApp.deps.jobs.add(tx, 'outgoing-messages.send', { id: 'msg_replay' }))
  const { id } = await testApp.db.one<{ id: string }>(sql`
    select id::text from graphile_worker.permanently_fail_jobs(
      array(select max(id) from graphile_worker.jobs where task_identifier = 'outgoing-messages.send'),
      'The disk is full')`)
  return { params: { id } }
}

export const webhookReplayCases: ReplayCase[] = [
  replayCase(webhooks.createWebhookEndpoint, async (testApp) => {
    await endpoint(testApp)
    return { input: { body: { url: 'http://127.0.0.1:9/other', types: ['booking.requested'] } } }
  }),
  replayCase(webhooks.listWebhookEndpoints, async () => ({ input: {} })),
  replayCase(webhooks.getWebhookEndpoint, async (testApp) => ({ input: await endpoint(testApp) })),
  replayCase(webhooks.patchWebhookEndpoint, async (testApp) => ({
    input: { ...(await endpoint(testApp)), body: { description: 'The shop' } },
  })),
  replayCase(webhooks.deleteWebhookEndpoint, async (testApp) => ({ input: await endpoint(testApp) })),
  {
    ...replayCase(webhooks.testWebhookEndpoint, async (testApp) => ({
      input: { ...(await endpoint(testApp)), body: {} },
    })),
  },
  replayCase(webhooks.rotateWebhookSecret, async (testApp) => ({ input: { ...(await endpoint(testApp)), body: {} } })),
  replayCase(webhooks.enableWebhookEndpoint, async (testApp) => ({
    input: { ...(await endpoint(testApp)), body: {} },
  })),
  replayCase(webhooks.listWebhookDeliveries, async (testApp) => ({ input: await endpoint(testApp) })),
  {
    ...replayCase(webhooks.redeliverWebhook, async (testApp) => ({
      input: { ...(await delivery(testApp)), body: {} },
    })),
  },
  replayCase(listMarketplaceEvents, async () => ({ input: { query: { limit: 1 } } })),
  replayCase(deliveries.listDeliveries, async () => ({ input: {} })),
  replayCase(deliveries.replayDelivery, async (testApp) => ({
    input: { ...(await failedDelivery(testApp)), body: {} },
  })),
  replayCase(deliveries.replayDeliveries, async (testApp) => {
    await failedDelivery(testApp)
    return { input: {} }
  }),
  replayCase(deliveries.discardDelivery, async (testApp) => ({ input: await failedDelivery(testApp) })),
]
