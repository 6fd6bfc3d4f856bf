import * as z from 'zod/mini'
import { operation, type MarketplaceScope } from '../core/operation.ts'
import { commaList, Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Events a marketplace receives, at once by webhook and for 30 days in the feed. */
const eventsByNoun = {
  customer: 'updated',
  booking:
    'requested confirmed declined expired cancelled rescheduled proposal_created proposal_answered en_route late ' +
    'arrived started paused resumed completed confirmed_by_customer reopened no_show adjustment_created adjustment_answered',
  offer:
    'requested sent viewed changes_requested accepted acceptance_undone declined withdrawn expired extended passed ' +
    'converted cancelled',
  contract:
    'sent signed activated changes_requested declined voided expired held resumed completed termination_proposed ' +
    'termination_contested termination_withdrawn terminated',
  amendment: 'created approved declined withdrawn expired',
  milestone: 'submitted approved changes_requested',
  dispute: 'opened updated resolved',
  invoice: 'issued paid voided',
  payment: 'recorded confirmed rejected refunded',
  payout: 'requested cancelled paid failed',
  message: 'created',
  review: 'created replied',
  document: 'uploaded reviewed',
  ticket: 'created replied resolved',
  provider: 'onboarded verified suspended reinstated availability_changed',
  webhook_endpoint: 'disabled',
}

type Noun = keyof typeof eventsByNoun

/** The scope a key needs to receive an event. */
const scopes: Record<Noun, MarketplaceScope> = {
  customer: 'customers',
  booking: 'bookings',
  offer: 'offers',
  contract: 'contracts',
  amendment: 'contracts',
  milestone: 'contracts',
  dispute: 'contracts',
  invoice: 'payments',
  payment: 'payments',
  payout: 'operator',
  message: 'messages',
  review: 'reviews',
  document: 'operator',
  ticket: 'operator',
  provider: 'providers',
  webhook_endpoint: 'webhooks',
}

/** Every event type, `noun.what_happened`. */
export const marketplaceEventTypes: readonly string[] = (Object.keys(eventsByNoun) as Noun[]).flatMap((noun) =>
  eventsByNoun[noun].split(' ').map((event) => `${noun}.${event}`),
)

/** The scope that receives an event type. */
export const scopeOfEvent = (type: string): MarketplaceScope | undefined => scopes[type.split('.')[0] as Noun]

export const MarketplaceEventType = z
  .string()
  .check(z.refine((type) => marketplaceEventTypes.includes(type), issueText('EVENT_TYPE_UNKNOWN')))
export type MarketplaceEventType = z.infer<typeof MarketplaceEventType>

/** Version of the `data` format. */
export const EVENT_VERSION = '2026-11-01'

/** An event of the feed, and the body of a webhook; both are identical. */
export const MarketplaceEvent = z.object({
  /** `evt_…`. Also the `webhook-id` of its deliveries, the same on every attempt. */
  id: z.string(),
  type: z.string(),
  /** Position in the feed: ascending, unique, and visible only after all earlier ones. */
  seq: z.int(),
  /** Position among the events of the same object. */
  resourceSeq: z.int(),
  occurredAt: Instant,
  apiVersion: z.string(),
  data: z.object({
    /** The object as the API shows it. */
    object: z.record(z.string(), z.unknown()),
    /** Parent of the object: the contract of a milestone, the invoice of a payment. */
    parent: z.optional(z.record(z.string(), z.unknown())),
    /** Status before the event. Null for new objects and those without a status. */
    previousStatus: z.nullable(z.string()),
  }),
})
export type MarketplaceEvent = z.infer<typeof MarketplaceEvent>

export const listMarketplaceEvents = operation({
  name: 'marketplace.events.list',
  method: 'GET',
  path: '/v2/marketplace/events',
  audience: 'marketplace',
  scope: 'webhooks',
  summary:
    'List the events of the last 30 days in order, after a cursor, of the given types or of all the key covers. meta.next is the next cursor, meta.hasMore tells whether more are available now.',
  query: z.object({
    /** Cursor: the last `seq` read, 0 for the oldest stored, `latest` for future events only. */
    after: z._default(z.union([z.literal('latest'), z.coerce.number().check(z.int(), z.gte(0))]), 0),
    types: z.optional(commaList(MarketplaceEventType)),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
  }),
  returns: z.array(MarketplaceEvent),
  errors: ['EVENTS_EXPIRED'],
})
