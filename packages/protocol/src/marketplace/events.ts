import * as z from 'zod/mini'
import { operation, type MarketplaceScope } from '../core/operation.ts'
import { commaList, Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** The events a marketplace receives, at once by webhook and for 30 days in the feed, with the scope its key needs. */
const scopesByType: Readonly<Record<string, MarketplaceScope>> = {
  'customer.updated': 'customers',
  'booking.requested': 'bookings',
  'booking.confirmed': 'bookings',
  'booking.declined': 'bookings',
  'booking.expired': 'bookings',
  'booking.cancelled': 'bookings',
  'booking.rescheduled': 'bookings',
  'booking.proposal_created': 'bookings',
  'booking.proposal_answered': 'bookings',
  'booking.en_route': 'bookings',
  'booking.late': 'bookings',
  'booking.arrived': 'bookings',
  'booking.started': 'bookings',
  'booking.paused': 'bookings',
  'booking.resumed': 'bookings',
  'booking.completed': 'bookings',
  'booking.confirmed_by_customer': 'bookings',
  'booking.reopened': 'bookings',
  'booking.no_show': 'bookings',
  'booking.adjustment_created': 'bookings',
  'booking.adjustment_answered': 'bookings',
  'offer.requested': 'offers',
  'offer.sent': 'offers',
  'offer.viewed': 'offers',
  'offer.changes_requested': 'offers',
  'offer.accepted': 'offers',
  'offer.acceptance_undone': 'offers',
  'offer.declined': 'offers',
  'offer.withdrawn': 'offers',
  'offer.expired': 'offers',
  'offer.extended': 'offers',
  'offer.passed': 'offers',
  'offer.converted': 'offers',
  'offer.cancelled': 'offers',
  'contract.sent': 'contracts',
  'contract.signed': 'contracts',
  'contract.activated': 'contracts',
  'contract.changes_requested': 'contracts',
  'contract.declined': 'contracts',
  'contract.voided': 'contracts',
  'contract.expired': 'contracts',
  'contract.held': 'contracts',
  'contract.resumed': 'contracts',
  'contract.completed': 'contracts',
  'contract.termination_proposed': 'contracts',
  'contract.termination_contested': 'contracts',
  'contract.termination_withdrawn': 'contracts',
  'contract.terminated': 'contracts',
  'amendment.created': 'contracts',
  'amendment.approved': 'contracts',
  'amendment.declined': 'contracts',
  'amendment.withdrawn': 'contracts',
  'amendment.expired': 'contracts',
  'milestone.submitted': 'contracts',
  'milestone.approved': 'contracts',
  'milestone.changes_requested': 'contracts',
  'dispute.opened': 'bookings',
  'dispute.updated': 'bookings',
  'dispute.resolved': 'bookings',
  'invoice.issued': 'payments',
  'invoice.paid': 'payments',
  'invoice.voided': 'payments',
  'payment.recorded': 'payments',
  'payment.confirmed': 'payments',
  'payment.rejected': 'payments',
  'payment.refunded': 'payments',
  'payout.requested': 'operator',
  'payout.cancelled': 'operator',
  'payout.paid': 'operator',
  'payout.failed': 'operator',
  'message.created': 'messages',
  'review.created': 'reviews',
  'review.replied': 'reviews',
  'document.uploaded': 'operator',
  'document.reviewed': 'operator',
  'ticket.created': 'operator',
  'ticket.replied': 'operator',
  'ticket.resolved': 'operator',
  'provider.onboarded': 'providers',
  'provider.verified': 'providers',
  'provider.suspended': 'providers',
  'provider.reinstated': 'providers',
  'provider.availability_changed': 'providers',
  'webhook_endpoint.disabled': 'webhooks',
}

/** Every event type, `noun.what_happened`. */
export const marketplaceEventTypes: readonly string[] = Object.keys(scopesByType)

/** The scope that receives an event type. */
export const scopeOfEvent = (type: string): MarketplaceScope | undefined => scopesByType[type]

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
  /** Ascends among the events of the same object, not always by one. Of a message: its number in the conversation. */
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
