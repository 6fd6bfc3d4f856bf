import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { commaList, Instant, pageQuery } from '../core/values.ts'

/** What was to reach somebody and did not, as operators see it: mails, text messages, pushes and the inbox itself. */

const operator = { audience: 'marketplace', scope: 'operator' } as const

/** A number, as the queue counts. */
const DeliveryId = z.string().check(z.regex(/^\d{1,18}$/))

/** `RETRYING`: failed, and will be tried again by itself. `GIVEN_UP`: nothing happens until somebody replays it. */
export const DeliveryStatus = z.enum(['RETRYING', 'GIVEN_UP'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** `INBOX` is what the notification service is told; `NOTICE` is what decides whether something is mailed or pushed. */
export const DeliveryChannel = z.enum(['EMAIL', 'SMS', 'PUSH', 'INBOX', 'NOTICE'])
export type DeliveryChannel = z.infer<typeof DeliveryChannel>

export const Delivery = z.object({
  id: DeliveryId,
  channel: DeliveryChannel,
  status: DeliveryStatus,
  /** An address or number; a provider's id where it is more than one browser, or the inbox. */
  to: z.nullable(z.string()),
  /** What it says on the outside. What is inside is not shown: there are codes in it. */
  subject: z.nullable(z.string()),
  attempts: z.int(),
  maxAttempts: z.int(),
  error: z.string(),
  /** Null once it was given up. */
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
  summary:
    'Mails, text messages, pushes and notifications that failed, newest first; those given up unless a status is given.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(DeliveryStatus)) }),
  returns: z.array(Delivery),
  errors: [],
})

export const replayDelivery = operation({
  ...operator,
  name: 'marketplace.deliveries.replay',
  method: 'POST',
  path: '/v2/marketplace/deliveries/:id/replay',
  summary: 'Try one again now, with all its attempts.',
  params,
  returns: z.object({ replayed: z.int() }),
  errors: ['NOT_FOUND'],
})

export const replayDeliveries = operation({
  ...operator,
  name: 'marketplace.deliveries.replayAll',
  method: 'POST',
  path: '/v2/marketplace/deliveries/replay',
  summary: 'Try everything again now that was given up.',
  returns: z.object({ replayed: z.int() }),
  errors: [],
})

export const discardDelivery = operation({
  ...operator,
  name: 'marketplace.deliveries.discard',
  method: 'DELETE',
  path: '/v2/marketplace/deliveries/:id',
  summary: 'Forget one that failed: nobody needs it any more.',
  params,
  returns: z.object({ discarded: z.int() }),
  errors: ['NOT_FOUND'],
})
