import { issueText } from '@fettle/protocol/core/issue-text'
import type { Received } from '@fettle/protocol'
import {
  MAX_WEBHOOK_ENDPOINTS,
  type createWebhookEndpoint,
  type listWebhookDeliveries,
  type patchWebhookEndpoint,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from '@fettle/protocol/marketplace/webhooks'
import { EVENT_VERSION, scopeOfEvent } from '@fettle/protocol/marketplace/events'
import type { MarketplaceActor } from '../../actors.ts'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import { sql, type Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { attemptOf, enqueueLane } from './delivery.service.ts'
import * as rules from './webhooks.rules.ts'
import * as store from './webhooks.store.ts'
import type { StoredEndpoint } from './webhooks.store.ts'

/** Loads an endpoint the key may manage. Throws NOT_FOUND. */
async function getEndpointOr404(
  db: Queryable,
  { scopes }: MarketplaceActor,
  id: string,
  find: typeof store.findEndpoint = store.findEndpoint,
): Promise<StoredEndpoint> {
  const endpoint = await find(db, id)
  if (!endpoint || !rules.mayManage(endpoint, scopes)) throw new AppError('NOT_FOUND', { thing: 'webhook endpoint' })
  return endpoint
}

const withSecret = ({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, endpoint: StoredEndpoint) => ({
  ...rules.toEndpoint(endpoint, clock.now()),
  secret: rules.secretOf(secrets.webhookKey, endpoint.id, endpoint.secretNumber),
})

function assertUrl({ config }: Pick<Deps, 'config'>, url: string): void {
  const problem = rules.whyNotUrl(url, config.demo)
  if (problem) throw fieldError(['url'], 'NOT_ALLOWED', problem)
}

/** Throws if the types exceed what the key covers. */
function assertTypes({ scopes }: Pick<StoredEndpoint, 'scopes'>, types: readonly string[]): void {
  types.forEach((type, index) => {
    if (type === '*' || scopes.some((scope) => scope === scopeOfEvent(type))) return
    throw fieldError(['types', index], 'NOT_ALLOWED', issueText('EVENT_NOT_COVERED', { event: type }))
  })
}

/** Creates an endpoint. Its secret is returned only here and by a rotation. Throws WEBHOOK_LIMIT. */
export async function createEndpoint(
  deps: Deps,
  actor: MarketplaceActor,
  { url, description = '', types = ['*'], email = null }: Received<typeof createWebhookEndpoint>['body'],
): Promise<WebhookEndpointWithSecret> {
  assertUrl(deps, url)
  assertTypes(actor, types)
  return deps.db.transaction(async (tx) => {
    // Serialized, so that the limit holds.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`)
    if ((await store.listEndpoints(tx)).length >= MAX_WEBHOOK_ENDPOINTS)
      throw new AppError('WEBHOOK_LIMIT', { limit: MAX_WEBHOOK_ENDPOINTS })
    const now = deps.clock.now()
    const endpoint: StoredEndpoint = {
      id: deps.ids.next('whk'),
      url,
      description,
      types,
      scopes: actor.scopes,
      email,
      secretNumber: 1,
      previousUntil: null,
      earlierUntil: [],
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      createdAt: now,
      updatedAt: now,
    }
    await store.insertEndpoint(tx, endpoint)
    return withSecret(deps, endpoint)
  })
}

export async function listEndpoints({ db, clock }: Deps, { scopes }: MarketplaceActor): Promise<WebhookEndpoint[]> {
  const endpoints = await store.listEndpoints(db)
  return endpoints.filter((each) => rules.mayManage(each, scopes)).map((each) => rules.toEndpoint(each, clock.now()))
}

export const getEndpoint = async (deps: Deps, actor: MarketplaceActor, id: string): Promise<WebhookEndpoint> =>
  rules.toEndpoint(await getEndpointOr404(deps.db, actor, id), deps.clock.now())

/** Changes an endpoint under its lock. */
const updateEndpoint = (
  deps: Deps,
  actor: MarketplaceActor,
  id: string,
  decide: (endpoint: StoredEndpoint, now: Date) => StoredEndpoint,
): Promise<StoredEndpoint> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await getEndpointOr404(tx, actor, id, store.lockEndpoint)
    const after = { ...decide(before, now), updatedAt: now }
    await store.saveEndpoint(tx, after)
    if (before.disabledAt && !after.disabledAt) {
      await store.retryNow(tx, id, now)
      for (const lane of await store.listLanes(tx, { endpointId: id })) await enqueueLane(deps, tx, lane)
    }
    return after
  })

export async function patchEndpoint(
  deps: Deps,
  actor: MarketplaceActor,
  id: string,
  { url, description, types, email }: Received<typeof patchWebhookEndpoint>['body'],
): Promise<WebhookEndpoint> {
  if (url !== undefined) assertUrl(deps, url)
  const after = await updateEndpoint(deps, actor, id, (endpoint) => {
    if (types) assertTypes(endpoint, types)
    return {
      ...endpoint,
      url: url ?? endpoint.url,
      failingSince: url === undefined || url === endpoint.url ? endpoint.failingSince : null,
      description: description ?? endpoint.description,
      types: types ?? endpoint.types,
      email: email === undefined ? endpoint.email : email,
    }
  })
  return rules.toEndpoint(after, deps.clock.now())
}

export async function removeEndpoint(deps: Deps, actor: MarketplaceActor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await getEndpointOr404(tx, actor, id, store.lockEndpoint)
    await store.removeEndpoint(tx, id)
  })
}

export async function rotateSecret(
  deps: Deps,
  actor: MarketplaceActor,
  id: string,
): Promise<WebhookEndpointWithSecret> {
  const after = await updateEndpoint(deps, actor, id, (endpoint, now) => ({
    ...endpoint,
    ...rules.withNextSecret(endpoint, now),
  }))
  return withSecret(deps, after)
}

export async function enableEndpoint(deps: Deps, actor: MarketplaceActor, id: string): Promise<WebhookEndpoint> {
  const after = await updateEndpoint(deps, actor, id, (endpoint) => ({
    ...endpoint,
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
  }))
  return rules.toEndpoint(after, deps.clock.now())
}

/** Sends a test event, whether or not the endpoint is enabled. */
export async function testEndpoint(
  deps: Deps,
  safeFetch: SafeFetch,
  actor: MarketplaceActor,
  id: string,
): Promise<{ delivered: boolean; attempt: WebhookAttempt }> {
  const endpoint = await getEndpointOr404(deps.db, actor, id)
  const eventId = deps.ids.next('evt')
  const event = {
    id: eventId,
    type: 'webhook.test',
    seq: 0,
    resourceSeq: 0,
    occurredAt: deps.clock.now().toISOString(),
    apiVersion: EVENT_VERSION,
    data: { object: rules.toEndpoint(endpoint, deps.clock.now()), previousStatus: null },
  }
  const attempt = await attemptOf(deps, safeFetch, endpoint, { id: eventId, body: JSON.stringify(event) })
  return { delivered: attempt.error === null, attempt }
}

export async function listDeliveries(
  { db }: Deps,
  actor: MarketplaceActor,
  id: string,
  { limit, cursor, status }: Received<typeof listWebhookDeliveries>['query'],
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
  await getEndpointOr404(db, actor, id)
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await store.listDeliveries(db, id, { after, limit: limit + 1, statuses: status })
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return { deliveries: page.map(rules.toDelivery), nextCursor }
}

/** Sends a delivery again now, with a full set of attempts. One that is being sent is not sent twice at once. */
export const redeliver = (deps: Deps, actor: MarketplaceActor, id: string): Promise<WebhookDelivery> =>
  deps.db.transaction(async (tx) => {
    const found = await store.findDelivery(tx, id)
    if (!found) throw new AppError('NOT_FOUND', { thing: 'delivery' })
    const endpoint = await getEndpointOr404(tx, actor, found.endpointId, store.lockEndpoint)
    if (endpoint.disabledAt) throw new AppError('WEBHOOK_DISABLED')
    const before = (await store.lockDelivery(tx, id)) ?? found
    const delivery = { ...before, status: 'PENDING' as const, tries: 0, nextAt: deps.clock.now() }
    await store.restartDelivery(tx, id, delivery.nextAt)
    await enqueueLane(deps, tx, { endpointId: endpoint.id, lane: delivery.lane })
    return rules.toDelivery(delivery)
  })

/** Restarts lanes whose job was lost. */
export async function restartStuckLanes(deps: Deps): Promise<void> {
  const dueBefore = new Date(deps.clock.now().getTime() - 2 * 60_000)
  for (const lane of await store.listLanes(deps.db, { dueBefore })) await enqueueLane(deps, deps.db, lane)
}
