import * as z from 'zod/mini'
import { operation, type MarketplaceScope } from '../core/operation.ts'
import { commaList, Instant } from '../core/values.ts'

/** What happened, as a marketplace is told: by webhook at once, and by the feed for 30 days. */

/** What happens to each noun. */
const declared = {
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

type Noun = keyof typeof declared

/** What a key must be for to be told of it. */
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

/** Every type of event a marketplace can be told of, `noun.what_happened`. */
export const marketplaceEventTypes: readonly string[] = (Object.keys(declared) as Noun[]).flatMap((noun) =>
  declared[noun].split(' ').map((what) => `${noun}.${what}`),
)

/** The scope whose keys are told of a type. */
export const scopeOfEvent = (type: string): MarketplaceScope | undefined => scopes[type.split('.')[0] as Noun]

export const MarketplaceEventType = z
  .string()
  .check(z.refine((type) => marketplaceEventTypes.includes(type), 'There is no event of this type.'))

/** The form of `data`: a later form has another. */
export const EVENT_VERSION = '2026-11-01'

/** An event of the feed, and the body of a webhook: the same to the byte of its meaning. */
export const MarketplaceEvent = z.object({
  /** `evt_…`; the `webhook-id` of its deliveries: the same however often it is sent. */
  id: z.string(),
  type: z.string(),
  /** Its place in the feed: ascending, without doubles, each visible only after all before it. */
  seq: z.int(),
  /** Its place among the events of its object. */
  resourceSeq: z.int(),
  occurredAt: Instant,
  apiVersion: z.string(),
  data: z.object({
    /** What it happened to, as the API shows it. */
    object: z.record(z.string(), z.unknown()),
    /** What that belongs to: the contract of a milestone, the invoice of a payment. */
    parent: z.optional(z.record(z.string(), z.unknown())),
    /** The status before; null for what is new or has none. */
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
    'What happened in the last 30 days, in order, after a place in the feed; of the types named, or of all the key is for. meta.next is where to go on, meta.hasMore whether there is more now.',
  query: z.object({
    /** The last place that was read; 0 for the oldest that is kept, `latest` for what is still to come. */
    after: z._default(z.union([z.literal('latest'), z.coerce.number().check(z.int(), z.gte(0))]), 0),
    types: z.optional(commaList(MarketplaceEventType)),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
  }),
  returns: z.array(MarketplaceEvent),
  errors: ['EVENTS_EXPIRED'],
})
