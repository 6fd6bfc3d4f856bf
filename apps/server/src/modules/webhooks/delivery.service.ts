import type { WebhookAttempt } from '@fettle/protocol/marketplace/webhooks'
import { EVENT_VERSION } from '@fettle/protocol/marketplace/events'
import { SYSTEM_ACTOR } from '../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { JobOptions } from '../../platform/jobs/jobs.types.ts'
import { runInSpan, traceHeaders } from '../../platform/observability/tracing.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { errorCodeOf } from '../../platform/start-error.ts'
import { findPublished, toEvent, type FeedListener } from '../feed/index.ts'
import * as rules from './webhooks.rules.ts'
import * as store from './webhooks.store.ts'
import type { StoredEndpoint } from './webhooks.store.ts'

export const DELIVER = 'webhooks.send-deliveries'
/** An endpoint that has not answered by then counts as failed. */
const TIMEOUT_MS = 10_000
/** After this time a claim counts as abandoned by a crashed process. */
const CLAIM_MS = 30_000

export interface DeliveryLane {
  endpointId: string
  lane: string
}

/** Enqueues the job of a lane, instead of one that waits. */
export const enqueueLane = (
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  lane: DeliveryLane,
  when: Pick<JobOptions, 'runAt'> = {},
): Promise<void> => deps.jobs.add(tx, DELIVER, lane, { ...when, key: `${DELIVER} ${lane.endpointId} ${lane.lane}` })

/** Creates the deliveries of published events, in the publishing transaction. */
export const planDeliveries =
  (deps: Pick<Deps, 'jobs' | 'ids' | 'clock'>): FeedListener =>
  async (tx, events) => {
    const endpoints = (await store.listEndpoints(tx)).filter(({ disabledAt }) => disabledAt === null)
    const planned = endpoints.flatMap((endpoint) =>
      events
        .filter(({ type }) => rules.receives(endpoint, type))
        .map(({ seq, subjectType, subjectId }) => ({
          id: deps.ids.next('dlv'),
          endpointId: endpoint.id,
          seq,
          lane: `${subjectType} ${subjectId}`,
        })),
    )
    if (planned.length === 0) return
    await store.insertDeliveries(tx, planned, deps.clock.now())
    const lanes = new Map(planned.map((delivery) => [`${delivery.endpointId} ${delivery.lane}`, delivery]))
    for (const { endpointId, lane } of lanes.values()) await enqueueLane(deps, tx, { endpointId, lane })
  }

/** Creates the sender, which delivers a lane in order until one fails or none is left. */
export function createDeliverer(deps: Deps, safeFetch: SafeFetch): (lane: DeliveryLane) => Promise<void> {
  const { db, clock, jobs } = deps

  return async function deliver({ endpointId, lane }) {
    const endpoint = await store.findEndpoint(db, endpointId)
    if (!endpoint || endpoint.disabledAt) return
    await jobs.withExternalServer({ id: endpointId, isFailing: endpoint.failingSince !== null }, async () => {
      while (await deliverHead(endpointId, lane));
    })
  }

  /** Sends the first pending delivery. False if it has to wait, failed, or there is none. */
  async function deliverHead(endpointId: string, lane: string): Promise<boolean> {
    const head = await store.findHead(db, endpointId, lane)
    if (!head) return false
    if (!rules.isDue(head, clock.now())) {
      // A later delivery may have called for this job instead of the one that waited.
      await enqueueLane(deps, db, { endpointId, lane }, { runAt: head.nextAt })
      return false
    }
    // Read for each delivery: since the one before, its address may have changed or it was disabled.
    const endpoint = await store.findEndpoint(db, endpointId)
    if (!endpoint || endpoint.disabledAt) return false
    if (!(await store.claim(db, head.id, CLAIM_MS))) {
      // Its claimant continues the lane, unless it crashed.
      if (head.claimedUntil) await enqueueLane(deps, db, { endpointId, lane }, { runAt: head.claimedUntil })
      return false
    }
    const delivery = await store.findDelivery(db, head.id)
    const event = delivery && (await findPublished(db, delivery.seq))
    if (!delivery || !event) return false
    const attempt = await attemptOf(deps, safeFetch, endpoint, { id: event.id, body: JSON.stringify(toEvent(event)) })
    return db.transaction((tx) => saveAttempt(deps, tx, { deliveryId: delivery.id, sentTo: endpoint }, attempt))
  }
}

/** Records an attempt and its effect on the endpoint. True if the lane may continue. */
async function saveAttempt(
  deps: Deps,
  tx: Tx,
  { deliveryId, sentTo }: { deliveryId: string; sentTo: StoredEndpoint },
  attempt: WebhookAttempt,
): Promise<boolean> {
  const now = deps.clock.now()
  const endpoint = await store.lockEndpoint(tx, sentTo.id)
  const before = await store.lockDelivery(tx, deliveryId)
  // Deleted meanwhile.
  if (!endpoint || !before) return false
  const random = Number(deps.ids.code(6)) / 1_000_000
  const delivery = rules.withAttempt(before, attempt, { now, random })
  await store.saveDelivery(tx, delivery)
  // Another delivery has disabled it meanwhile. What is pending is sent when it is enabled.
  if (endpoint.disabledAt) return false
  // The response of a former address says nothing about the present one.
  const state = endpoint.url === sentTo.url ? rules.stateAfter(endpoint, attempt, now) : undefined
  if (state) await changeState(deps, tx, endpoint, state)
  if (state?.disabledReason) return false
  if (delivery.status !== 'PENDING') return true
  await enqueueLane(deps, tx, { endpointId: endpoint.id, lane: delivery.lane }, { runAt: delivery.nextAt })
  return false
}

async function changeState(
  deps: Deps,
  tx: Tx,
  endpoint: StoredEndpoint,
  { failingSince, disabledReason }: { failingSince: Date | null; disabledReason?: 'GONE' | 'FAILING' },
): Promise<void> {
  if (!disabledReason) return store.saveEndpoint(tx, { ...endpoint, failingSince })
  const now = deps.clock.now()
  await store.saveEndpoint(tx, { ...endpoint, failingSince, disabledAt: now, disabledReason, updatedAt: now })
  await appendEvent(deps, tx, {
    subject: { type: 'webhook_endpoint', id: endpoint.id, status: 'DISABLED' },
    type: 'webhook_endpoint.disabled',
    actor: SYSTEM_ACTOR,
    data: { url: endpoint.url, reason: disabledReason },
    visibility: 'OPERATOR',
    providerId: null,
  })
  deps.log.warn({ endpoint: endpoint.id, reason: disabledReason }, 'disabled webhook endpoint')
  if (!endpoint.email) return
  const reason =
    disabledReason === 'GONE'
      ? 'It answered 410 Gone.'
      : 'Nothing has arrived there for five days, however often it was tried.'
  await deps.outbox.send(tx, {
    channel: 'EMAIL',
    to: endpoint.email,
    subject: 'A webhook endpoint was switched off',
    text: `We no longer send events to ${endpoint.url}. ${reason}\n\nWhen it takes them again, enable it with POST /v2/marketplace/webhook-endpoints/${endpoint.id}/enable. What happened in the last 30 days is at GET /v2/marketplace/events.`,
  })
}

/** Sends a signed body once. Returns the result; never throws. */
export async function attemptOf(
  { clock, config, secrets }: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  safeFetch: SafeFetch,
  endpoint: StoredEndpoint,
  { id, body }: { id: string; body: string },
): Promise<WebhookAttempt> {
  const at = clock.now()
  const started = performance.now()
  const outcome = async (): Promise<Pick<WebhookAttempt, 'status' | 'error'>> => {
    const problem = rules.whyNotUrl(endpoint.url, config.demo)
    if (problem) return { status: null, error: problem }
    const signed = rules
      .signingNumbers(endpoint, at)
      .map((number) => rules.secretOf(secrets.webhookKey, endpoint.id, number))
    const send = () =>
      safeFetch.fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': `Fettle-Webhooks/${EVENT_VERSION}`,
          ...rules.signedHeaders({ id, body, at }, signed),
          ...traceHeaders(),
        },
        body,
        timeout: TIMEOUT_MS,
        maxBytes: 1024,
        decompress: false,
      })
    const { status } = await runInSpan(
      'POST webhook',
      'CLIENT',
      () => ({ 'http.request.method': 'POST', 'fettle.webhook_endpoint': endpoint.id }),
      send,
    )
    if (status >= 200 && status < 300) return { status, error: null }
    const isRedirect = status >= 300 && status < 400
    return {
      status,
      error: isRedirect ? `It answered ${status}: redirects are not followed.` : `It answered ${status}.`,
    }
  }
  const { status, error } = await outcome().catch((error: unknown) => ({ status: null, error: reasonOf(error) }))
  return { at: at.toISOString(), status, durationMs: Math.round(performance.now() - started), error }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `It did not answer within ${TIMEOUT_MS / 1000} seconds.`
  const code = errorCodeOf(error)
  return (code ? `${code}: ${error.message}` : error.message).slice(0, 200)
}
