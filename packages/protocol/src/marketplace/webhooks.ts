import * as z from 'zod/mini'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { commaList, idOf, Instant, pageQuery } from '../core/values.ts'
import { Email } from '../common/fields.ts'
import { MarketplaceEventType } from './events.ts'

/** Where a marketplace wants to be told of what happens, in the form of Standard Webhooks. */

const marketplace = { audience: 'marketplace', scope: 'webhooks' } as const

export const WebhookEndpointId = idOf('whk')
export const WebhookDeliveryId = idOf('dlv')

/** How many endpoints there can be. */
export const MAX_WEBHOOK_ENDPOINTS = 20

export const WebhookEndpoint = z.object({
  id: WebhookEndpointId,
  url: z.string(),
  description: z.string(),
  /** The types it is told of; `*` for all that the key which made it is for. */
  types: z.array(z.string()),
  /** Who is written to when it is switched off. */
  email: z.nullable(z.string()),
  status: z.enum(['ENABLED', 'DISABLED']),
  /** `GONE`: it answered 410. `FAILING`: nothing arrived for five days. */
  disabledReason: z.nullable(z.enum(['GONE', 'FAILING'])),
  disabledAt: z.nullable(Instant),
  /** Since when nothing arrives; null while it does. */
  failingSince: z.nullable(Instant),
  /** Until when what is sent is signed with the secret before the last rotation too. */
  previousSecretUntil: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** With the secret its deliveries are signed with: `whsec_…`. */
export const WebhookEndpointWithSecret = z.extend(WebhookEndpoint, { secret: z.string() })
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>

export const WebhookAttempt = z.object({
  at: Instant,
  /** The HTTP status that came back; null when none did. */
  status: z.nullable(z.int()),
  durationMs: z.int(),
  /** Why it did not arrive; null when it did. */
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
  /** `FAILED`: given up after the last of ten attempts. */
  status: WebhookDeliveryStatus,
  /** The last ten, oldest first. */
  attempts: z.array(WebhookAttempt),
  nextAttemptAt: z.nullable(Instant),
  createdAt: Instant,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const types = z
  .array(z.union([z.literal('*'), MarketplaceEventType]))
  .check(z.minLength(1, 'Name at least one type of event, or *.'), z.maxLength(100))
const fields = {
  url: z.string().check(z.maxLength(2000, 'Use at most 2,000 characters.')),
  description: z.optional(z.string().check(z.maxLength(200, 'Use at most 200 characters.'))),
  types: z.optional(types),
  email: z.optional(z.nullable(Email)),
}
const params = z.object({ id: WebhookEndpointId })

const act = <Returns extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  returns: Returns,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...marketplace,
    name: `marketplace.webhooks.${name}`,
    method: 'POST',
    path: `/v2/marketplace/webhook-endpoints/:id/${segment}`,
    summary,
    params,
    returns,
    errors: ['NOT_FOUND', ...errors],
  })

export const createWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.create',
  method: 'POST',
  path: '/v2/marketplace/webhook-endpoints',
  summary: 'Be told of what happens at an https address; of everything the key is for unless types are named.',
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
  summary: 'The endpoints this key may look after: those that are told of nothing beyond what it is for.',
  returns: z.array(WebhookEndpoint),
  errors: [],
})

export const getWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.get',
  method: 'GET',
  path: '/v2/marketplace/webhook-endpoints/:id',
  summary: 'One endpoint.',
  params,
  returns: WebhookEndpoint,
  errors: ['NOT_FOUND'],
})

export const patchWebhookEndpoint = operation({
  ...marketplace,
  name: 'marketplace.webhooks.patch',
  method: 'PATCH',
  path: '/v2/marketplace/webhook-endpoints/:id',
  summary: 'Change some of an endpoint.',
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
  summary: 'Tell an endpoint nothing any more.',
  params,
  returns: z.object({ id: WebhookEndpointId }),
  errors: ['NOT_FOUND'],
})

export const testWebhookEndpoint = act(
  'test',
  'test',
  'Send an event of type webhook.test now and say how it went. It is not tried again.',
  z.object({ delivered: z.boolean(), attempt: WebhookAttempt }),
)

export const rotateWebhookSecret = act(
  'rotateSecret',
  'rotate-secret',
  'A new secret. For 24 hours what is sent carries a signature with the old one too.',
  WebhookEndpointWithSecret,
)

export const enableWebhookEndpoint = act(
  'enable',
  'enable',
  'Switch an endpoint on again. What waited for it is sent now; what happened meanwhile is in the feed.',
  WebhookEndpoint,
)

export const listWebhookDeliveries = operation({
  ...marketplace,
  name: 'marketplace.webhooks.deliveries',
  method: 'GET',
  path: '/v2/marketplace/webhook-endpoints/:id/deliveries',
  summary: 'What an endpoint was sent, newest first, with what it answered; meta carries nextCursor.',
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
  summary: 'Send it again now, with all its attempts before it.',
  params: z.object({ id: WebhookDeliveryId }),
  returns: WebhookDelivery,
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],
})
