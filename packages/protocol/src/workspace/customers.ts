import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { BookingId, Instant, pageQuery } from '../core/values.ts'
import { CustomerCard } from '../accounts/profile.ts'

/** The people a provider has had bookings with: whom they can propose a job to and look for in their list. */

export const KnownCustomer = z.extend(CustomerCard, {
  timeZone: z.string(),
  /** When they first booked with this provider. */
  since: Instant,
  /** The booking made last with them: where it was and what it cost is what another begins from. */
  lastBookingId: BookingId,
  lastBookedAt: Instant,
})
export type KnownCustomer = z.infer<typeof KnownCustomer>

export const listCustomers = operation({
  name: 'customers.list',
  method: 'GET',
  path: '/v2/customers',
  audience: 'provider',
  summary: 'Customers I have had a booking with, whoever booked last first; meta carries nextCursor.',
  query: z.object({
    ...pageQuery,
    /** Words of the name, or pieces of them, accents or not. */
    q: z.optional(z.string().check(z.minLength(2, 'Type at least 2 characters.'), z.maxLength(100))),
  }),
  returns: z.array(KnownCustomer),
  errors: [],
})
