import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, Instant, line, Money, pageQuery, prose } from '../core/values.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { issueText } from '../core/issue-text.ts'
import { customerSorts } from '../common/list-sorts.ts'
import { customerNoteLimits, customerRecordKinds } from './constants.ts'

/** Customers a provider has had bookings with. */

export const KnownCustomer = z.extend(CustomerCard, {
  timeZone: z.string(),
  /** First booking with this provider. */
  since: Instant,
  /** The latest booking, whose location and price prefill the next. */
  lastBookingId: BookingId,
  lastBookedAt: Instant,
  /** Latest booking or message of either side. */
  lastContactAt: Instant,
  /** City of the latest booking. */
  city: z.nullable(z.string()),
  /** Completed bookings. */
  completed: z.int(),
  /** Confirmed payments of their invoices, one amount per currency. */
  paid: z.array(Money),
  /** Private to the provider. */
  tags: z.array(z.string()),
})
export type KnownCustomer = z.infer<typeof KnownCustomer>

export const CustomerNotes = z.object({
  /** Private to the provider, as are the tags. */
  note: z.string(),
  tags: z.array(z.string()),
  version: z.int(),
})
export type CustomerNotes = z.infer<typeof CustomerNotes>

export const CustomerDetails = z.extend(KnownCustomer, { notes: CustomerNotes })
export type CustomerDetails = z.infer<typeof CustomerDetails>

/** A record a provider shares with a customer. */
export const CustomerRecord = z.object({
  kind: z.enum(customerRecordKinds),
  /** Id of the record; for the conversation that of the customer. */
  id: z.string(),
  /** Null for the conversation. */
  reference: z.nullable(z.string()),
  title: z.string(),
  status: z.nullable(z.string()),
  amount: z.nullable(Money),
  /** Rating of a review. */
  rating: z.nullable(z.int()),
  /** Start of a booking. */
  startAt: z.nullable(Instant),
  /** IANA zone of that start. */
  timeZone: z.nullable(z.string()),
  /** When a paid invoice was paid. */
  paidAt: z.nullable(Instant),
  /** Creation; publication of a review, last message of the conversation. */
  at: Instant,
})
export type CustomerRecord = z.infer<typeof CustomerRecord>

const params = z.object({ id: CustomerId })

export const listCustomers = operation({
  name: 'customers.list',
  method: 'GET',
  path: '/v2/customers',
  audience: 'provider',
  summary: 'List customers I have had a booking with, latest booking first unless sorted. meta carries nextCursor.',
  query: z.object({
    ...pageQuery,
    sort: z._default(z.enum(customerSorts), '-lastBookedAt'),
    /** Words of the name or parts of them, ignoring accents. */
    q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(100))),
  }),
  returns: z.array(KnownCustomer),
})

export const getCustomer = operation({
  name: 'customers.get',
  method: 'GET',
  path: '/v2/customers/:id',
  audience: 'provider',
  summary: 'Get a customer I have had a booking with, and my notes. The phone number is as in their bookings.',
  params,
  returns: CustomerDetails,
  errors: ['NOT_FOUND'],
})

export const listCustomerHistory = operation({
  name: 'customers.history',
  method: 'GET',
  path: '/v2/customers/:id/history',
  audience: 'provider',
  summary:
    'List bookings, offers, contracts, invoices, reviews and the conversation with a customer, newest first. meta carries nextCursor.',
  params,
  query: z.object({ ...pageQuery, kind: z.optional(z.enum(customerRecordKinds)) }),
  returns: z.array(CustomerRecord),
  errors: ['NOT_FOUND'],
})

export const saveCustomerNotes = operation({
  name: 'customers.saveNotes',
  method: 'PUT',
  path: '/v2/customers/:id/notes',
  audience: 'provider',
  summary: 'Replace my private note and tags of a customer.',
  params,
  body: z.object({
    note: prose(0, customerNoteLimits.characters, issueText('NOTE_TOO_LONG')),
    tags: z
      .array(line(1, customerNoteLimits.tagCharacters, issueText('TAG_LENGTH')))
      .check(z.maxLength(customerNoteLimits.tags, issueText('MAX_TAGS'))),
    version: z.optional(z.int()),
  }),
  returns: CustomerNotes,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
})
