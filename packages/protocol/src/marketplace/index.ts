import * as z from 'zod/mini'
import { bookingDraft } from '../bookings/actions.ts'
import { ConflictPolicy, RecurrenceRule } from '../bookings/series.ts'
import { BookingDetails, Location, TimelineEntry } from '../bookings/index.ts'
import { AttachmentKind } from '../chat/messages/attachments.ts'
import { MessageKind } from '../chat/messages/messages.ts'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, Instant, isTimeZone, line, pageQuery, prose, UserId } from '../core/values.ts'
import { Email, Phone, ServiceType } from '../common/fields.ts'
import { PublicProvider } from '../accounts/profile.ts'
import { issueText } from '../core/issue-text.ts'

/** The server-to-server API with which a marketplace acts for its customers. Writes require an Idempotency-Key. */

const externalId = z.string().check(z.regex(/^[\w.:-]{1,100}$/, issueText('EXTERNAL_ID_INVALID', { max: 100 })))

/** An address of a customer. */
export const Address = z.extend(Location, { label: z.optional(line(1, 60, issueText('MAX_CHARACTERS'))) })
export type Address = z.infer<typeof Address>

export const Customer = z.object({
  id: CustomerId,
  externalId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  locale: z.string(),
  timeZone: z.string(),
  addresses: z.array(Address),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

const timeZone = z.string().check(isTimeZone)

/** Fields of a customer. */
export const customerFields = {
  name: line(1, 100, issueText('CUSTOMER_NAME_REQUIRED')),
  email: z.optional(Email),
  phone: z.optional(Phone),
  avatar: z.optional(z.url({ protocol: /^https?$/, error: issueText('WEB_ADDRESS_INVALID') })),
  locale: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, issueText('LOCALE_INVALID')))),
  timeZone: z.optional(timeZone),
  addresses: z.optional(z.array(Address).check(z.maxLength(10, issueText('MAX_ADDRESSES')))),
}

export const putCustomer = operation({
  name: 'marketplace.customers.put',
  method: 'PUT',
  path: '/v2/marketplace/customers/:externalId',
  audience: 'marketplace',
  scope: 'customers',
  summary: "Create or update a customer under the marketplace's own id.",
  params: z.object({ externalId }),
  body: z.object(customerFields),
  returns: Customer,
  errors: [],
})

export const getCustomer = operation({
  name: 'marketplace.customers.get',
  method: 'GET',
  path: '/v2/marketplace/customers/:id',
  audience: 'marketplace',
  scope: 'customers',
  summary: 'Get a customer.',
  params: z.object({ id: CustomerId }),
  returns: Customer,
  errors: ['NOT_FOUND'],
})

export const listProviders = operation({
  name: 'marketplace.providers.list',
  method: 'GET',
  path: '/v2/marketplace/providers',
  audience: 'marketplace',
  scope: 'providers',
  summary:
    'List onboarded providers by registration, filtered by service and rating, with a location by service area, with availableFrom by free slots in the following week. meta carries nextCursor.',
  query: z
    .object({
      service: z.optional(ServiceType),
      lat: z.optional(z.coerce.number().check(z.gte(-90), z.lte(90))),
      lng: z.optional(z.coerce.number().check(z.gte(-180), z.lte(180))),
      availableFrom: z.optional(Instant),
      durationMinutes: z._default(z.coerce.number().check(z.int(), z.gte(15), z.lte(1440)), 60),
      /** Minimum rating. Providers without a rating never match. */
      minRating: z.optional(z.coerce.number().check(z.gte(1), z.lte(5))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 100),
      cursor: pageQuery.cursor,
    })
    .check(
      z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
        error: issueText('COORDINATES_INCOMPLETE'),
        path: ['lng'],
      }),
    ),
  returns: z.array(PublicProvider),
  errors: [],
})

/** A booking as the marketplace sees it: unmasked, with its timeline. */
export const MarketplaceBooking = z.extend(BookingDetails, {
  customerId: CustomerId,
  providerId: UserId,
  provider: PublicProvider,
  timeline: z.array(TimelineEntry),
})
export type MarketplaceBooking = z.infer<typeof MarketplaceBooking>

export const createMarketplaceBooking = operation({
  name: 'marketplace.bookings.create',
  method: 'POST',
  path: '/v2/marketplace/bookings',
  audience: 'marketplace',
  scope: 'bookings',
  summary: 'Request a job from a provider, or book it at once where the provider allows instant booking.',
  body: z.object({
    customerId: CustomerId,
    providerId: UserId,
    ...bookingDraft,
    timeZone: z.optional(timeZone),
    /** Requests a series: this request is for the first visit, and its answer applies to all. */
    recurrence: z.optional(z.object({ rule: RecurrenceRule, conflictPolicy: z._default(ConflictPolicy, 'FAIL') })),
  }),
  status: 201,
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND', 'SLOT_CONFLICT', 'SERIES_CONFLICT'],
})

export const getMarketplaceBooking = operation({
  name: 'marketplace.bookings.get',
  method: 'GET',
  path: '/v2/marketplace/bookings/:id',
  audience: 'marketplace',
  scope: 'bookings',
  summary: 'Get a booking with its timeline.',
  params: z.object({ id: BookingId }),
  returns: MarketplaceBooking,
  errors: ['NOT_FOUND'],
})

export const MarketplaceMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  seq: z.int(),
  /** Null for system messages. */
  authorId: z.nullable(z.string()),
  kind: MessageKind,
  text: z.string(),
  /** Photos and other files. `GET …/files/{fileId}` returns their address. */
  attachments: z.array(
    z.object({
      id: z.string(),
      kind: AttachmentKind,
      name: z.string(),
      mime: z.string(),
      size: z.int(),
      width: z.optional(z.int()),
      height: z.optional(z.int()),
    }),
  ),
  createdAt: Instant,
})
export type MarketplaceMessage = z.infer<typeof MarketplaceMessage>

export const createMarketplaceChannel = operation({
  name: 'marketplace.channels.create',
  method: 'POST',
  path: '/v2/marketplace/channels',
  audience: 'marketplace',
  scope: 'messages',
  summary: 'Create or get the chat channel of a customer and a provider.',
  body: z.object({ customerId: CustomerId, providerId: UserId }),
  returns: z.object({ id: z.string(), cid: z.string() }),
  errors: ['NOT_FOUND'],
})

/** Chat channel ids never contain a colon. */
const channelParams = z.object({ id: z.string().check(z.regex(/^[\w!-]{1,100}$/, issueText('CHANNEL_ID_INVALID'))) })

export const listMarketplaceMessages = operation({
  name: 'marketplace.messages.list',
  method: 'GET',
  path: '/v2/marketplace/channels/:id/messages',
  audience: 'marketplace',
  scope: 'messages',
  summary: "List a channel's messages as its customer reads them, oldest first, after a sequence number.",
  params: channelParams,
  query: z.object({
    customerId: z.optional(CustomerId),
    after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  }),
  returns: z.array(MarketplaceMessage),
  errors: ['NOT_FOUND'],
})

export const sendMarketplaceMessage = operation({
  name: 'marketplace.messages.send',
  method: 'POST',
  path: '/v2/marketplace/channels/:id/messages',
  audience: 'marketplace',
  scope: 'messages',
  summary: 'Send a message to a channel as its customer.',
  params: channelParams,
  body: z.object({ customerId: z.optional(CustomerId), text: prose(1, 5000, issueText('TEXT_LENGTH')) }),
  status: 201,
  returns: MarketplaceMessage,
  errors: ['NOT_FOUND'],
})
