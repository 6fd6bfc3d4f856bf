import * as z from 'zod/mini'
import { commaList, CustomerId, pageQuery, UserId } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Body field for operations a marketplace calls on behalf of a customer. The header may name the customer instead. */
export const actingCustomer = { customerId: z.optional(CustomerId) }

/** Query of a list for the marketplace: of a customer, of a provider or of all, in these statuses. */
export const marketplaceListQuery = <Status extends z.core.$ZodType<unknown, string>>(status: Status) =>
  z.object({
    ...pageQuery,
    ...actingCustomer,
    providerId: z.optional(UserId),
    status: z.optional(commaList(status)),
  })

/** The person behind a call, as the marketplace identified them. */
export const OnBehalf = z.object({
  ip: z.union([z.ipv4(), z.ipv6()], issueText('IP_ADDRESS_INVALID')),
  userAgent: z.string().check(z.minLength(1), z.maxLength(500)),
  timeZone: z.string().check(z.minLength(1), z.maxLength(60)),
})
export type OnBehalf = z.infer<typeof OnBehalf>

/** Acceptance binds the customer, so the person who accepted is always recorded. */
export const acceptingCustomer = { ...actingCustomer, onBehalf: OnBehalf }
