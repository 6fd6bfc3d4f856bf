import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { commaList, Instant, pageQuery } from '../core/values.ts'

/** Failed deliveries for operators: mails, text messages, pushes and inbox notifications. */

const operator = { audience: 'marketplace', scope: 'operator' } as const

/** A job id of the queue. */
const DeliveryId = z.string().check(z.regex(/^\d{1,18}$/))

/** `RETRYING`: failed, will be retried automatically. `GIVEN_UP`: stays until somebody replays it. */
export const DeliveryStatus = z.enum(['RETRYING', 'GIVEN_UP'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** `INBOX`: the call to the notification service. `NOTICE`: the job that decides about mail and push. */
export const DeliveryChannel = z.enum(['EMAIL', 'SMS', 'PUSH', 'INBOX', 'NOTICE'])
export type DeliveryChannel = z.infer<typeof DeliveryChannel>

export const Delivery = z.object({
  id: DeliveryId,
  channel: DeliveryChannel,
  status: DeliveryStatus,
  /** Address or number. A provider's id for the inbox or for several browsers. */
  to: z.nullable(z.string()),
  /** Subject line. The body is not shown because it may contain codes. */
  subject: z.nullable(z.string()),
  attempts: z.int(),
  maxAttempts: z.int(),
  error: z.string(),
  /** Null once given up. */
  nextAttemptAt: z.nullable(Instant),
  createdAt: Instant,
})
export type Delivery = z.infer<typeof Delivery>

const params = z.object({ id: DeliveryId })

export const listDeliveries = operation({
  ...operator,
  name: 'marketplace.deliveries.list',
  method: 'GET',
  path: '/v2/marketplace/deliveries',
  summary: 'List failed mails, text messages, pushes and notifications, newest first, by default those given up.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(DeliveryStatus)) }),
  returns: z.array(Delivery),
})

export const replayDelivery = operation({
  ...operator,
  name: 'marketplace.deliveries.replay',
  method: 'POST',
  path: '/v2/marketplace/deliveries/:id/replay',
  summary: 'Retry one failed delivery now, with a full set of attempts.',
  params,
  returns: z.object({ replayed: z.int() }),
  errors: ['NOT_FOUND'],
})

export const replayDeliveries = operation({
  ...operator,
  name: 'marketplace.deliveries.replayAll',
  method: 'POST',
  path: '/v2/marketplace/deliveries/replay',
  summary: 'Retry all deliveries given up.',
  returns: z.object({ replayed: z.int() }),
})

export const discardDelivery = operation({
  ...operator,
  name: 'marketplace.deliveries.discard',
  method: 'DELETE',
  path: '/v2/marketplace/deliveries/:id',
  summary: 'Dismiss a failed delivery.',
  params,
  returns: z.object({ discarded: z.int() }),
  errors: ['NOT_FOUND'],
})
