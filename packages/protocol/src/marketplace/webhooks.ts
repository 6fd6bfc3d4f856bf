import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { commaList, idOf, Instant, pageQuery } from '../core/values.ts'
import { Email } from '../common/fields.ts'
import { MarketplaceEventType } from './events.ts'
import { issueText } from '../core/issue-text.ts'

/** Webhook endpoints of a marketplace, following Standard Webhooks. */

const marketplace = { audience: 'marketplace', scope: 'webhooks' } as const

export const WebhookEndpointId = idOf('whk')
export const WebhookDeliveryId = idOf('dlv')

/** Maximum number of endpoints. */
export const MAX_WEBHOOK_ENDPOINTS = 20

export const WebhookEndpoint = z.object({
  id: WebhookEndpointId,
  url: z.string(),
  description: z.string(),
  /** Subscribed event types. `*`: everything the key that created it covers. */
  types: z.array(z.string()),
  /** Address to notify when the endpoint is disabled. */
  email: z.nullable(z.string()),
  status: z.enum(['ENABLED', 'DISABLED']),
  /** `GONE`: it answered 410. `FAILING`: no delivery succeeded for five days. */
  disabledReason: z.nullable(z.enum(['GONE', 'FAILING'])),
  disabledAt: z.nullable(Instant),
  /** Start of the failures. Null while deliveries succeed. */
  failingSince: z.nullable(Instant),
  /** Deliveries are also signed with the previous secret until this time. */
  previousSecretUntil: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** Includes the secret that signs its deliveries: `whsec_…`. */
export const WebhookEndpointWithSecret = z.extend(WebhookEndpoint, { secret: z.string() })
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>

export const WebhookAttempt = z.object({
  at: Instant,
  /** HTTP status of the response. Null without one. */
  status: z.nullable(z.int()),
  durationMs: z.int(),
  /** Why it failed. Null on success. */
  error: z.nullable(z.string()),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookDeliveryStatus = z.enum(['PENDING', 'DELIVERED', 'FAILED'])
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>

export const WebhookDelivery = z.object({
  id: WebhookDeliveryId,
  endpointId: WebhookEndpointId,
  eventId: z.string(),
  type: z.string(),
  seq: z.int(),
  /** `FAILED`: given up after ten attempts. */
  status: WebhookDeliveryStatus,
  /** The last ten attempts, oldest first. */
  attempts: z.array(WebhookAttempt),
  nextAttemptAt: z.nullable(Instant),
  createdAt: Instant,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const types = z
  .array(z.union([z.literal('*'), MarketplaceEventType]))
  .check(z.minLength(1, issueText('EVENT_TYPES_REQUIRED')), z.maxLength(100))
const fields = {
  url: z.string().check(z.maxLength(2000, issueText('MAX_CHARACTERS'))),
  description: z.optional(z.string().check(z.maxLength(200, issueText('MAX_CHARACTERS')))),
  types: z.optional(types),
  email: z.optional(z.nullable(Email)),
}
const params = z.object({ id: WebhookEndpointId })

const act = <Returns extends z.core.$ZodType>(name: string, segment: string, summary: string, returns: Returns) =>
  operation({
    ...marketplace,
    name: `marketplace.webhooks.${name}`,
    method: 'POST',
    path: `/v2/marketplace/webhook-endpoints/:id/${segment}`,
    summary,
    params,
    returns,
    errors: ['NOT_FOUND'],
  })

export const createWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.create',
  method: 'POST',
  path: '/v2/marketplace/webhook-endpoints',
  summary: 'Create a webhook endpoint at an https address, for the given event types or all the key covers.',
  body: z.object(fields),
  status: 201,
  returns: WebhookEndpointWithSecret,
  errors: ['WEBHOOK_LIMIT'],
})

export const listWebhookEndpoints = operation({
  ...marketplace,
  name: 'marketplace.webhooks.list',
  method: 'GET',
  path: '/v2/marketplace/webhook-endpoints',
  summary: 'List the endpoints this key may manage: those that receive only events the key covers.',
  returns: z.array(WebhookEndpoint),
})

export const getWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.get',
  method: 'GET',
  path: '/v2/marketplace/webhook-endpoints/:id',
  summary: 'Get an endpoint.',
  params,
  returns: WebhookEndpoint,
  errors: ['NOT_FOUND'],
})

export const patchWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.patch',
  method: 'PATCH',
  path: '/v2/marketplace/webhook-endpoints/:id',
  summary: 'Change some fields of an endpoint.',
  params,
  body: z.partial(z.object(fields)),
  returns: WebhookEndpoint,
  errors: ['NOT_FOUND'],
})

export const deleteWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.delete',
  method: 'DELETE',
  path: '/v2/marketplace/webhook-endpoints/:id',
  summary: 'Delete an endpoint.',
  params,
  returns: z.object({ id: WebhookEndpointId }),
  errors: ['NOT_FOUND'],
})

export const testWebhookEndpoint = act(
  'test',
  'test',
  'Send a webhook.test event now and return the result. It is not retried.',
  z.object({ delivered: z.boolean(), attempt: WebhookAttempt }),
)

export const rotateWebhookSecret = act(
  'rotateSecret',
  'rotate-secret',
  'Create a new secret. For 24 hours deliveries are also signed with the old one.',
  WebhookEndpointWithSecret,
)

export const enableWebhookEndpoint = act(
  'enable',
  'enable',
  'Enable an endpoint again. Waiting deliveries are sent now; events in between are in the feed.',
  WebhookEndpoint,
)

export const listWebhookDeliveries = operation({
  ...marketplace,
  name: 'marketplace.webhooks.deliveries',
  method: 'GET',
  path: '/v2/marketplace/webhook-endpoints/:id/deliveries',
  summary: 'List deliveries to an endpoint with their responses, newest first. meta carries nextCursor.',
  params,
  query: z.object({ ...pageQuery, status: z.optional(commaList(WebhookDeliveryStatus)) }),
  returns: z.array(WebhookDelivery),
  errors: ['NOT_FOUND'],
})

export const redeliverWebhook = operation({
  ...marketplace,
  name: 'marketplace.webhooks.redeliver',
  method: 'POST',
  path: '/v2/marketplace/deliveries/:id/redeliver',
  summary: 'Send a delivery again now, with a full set of attempts.',
  params: z.object({ id: WebhookDeliveryId }),
  returns: WebhookDelivery,
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],
})
