import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { BookingId, Instant, pageQuery } from '../core/values.ts'
import { CustomerCard } from '../accounts/profile.ts'
import { issueText } from '../core/issue-text.ts'

/** Customers a provider has had bookings with. */

export const KnownCustomer = z.extend(CustomerCard, {
  timeZone: z.string(),
  /** First booking with this provider. */
  since: Instant,
  /** The latest booking, whose location and price prefill the next. */
  lastBookingId: BookingId,
  lastBookedAt: Instant,
})
export type KnownCustomer = z.infer<typeof KnownCustomer>

export const listCustomers = operation({
  name: 'customers.list',
  method: 'GET',
  path: '/v2/customers',
  audience: 'provider',
  summary: 'List customers I have had a booking with, latest booking first. meta carries nextCursor.',
  query: z.object({
    ...pageQuery,
    /** Words of the name or parts of them, ignoring accents. */
    q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(100))),
  }),
  returns: z.array(KnownCustomer),
  errors: [],
})
