import * as z from 'zod/mini'
import type { ErrorCode } from '../core/errors.ts'
import { operation, type Operation } from '../core/operation.ts'
import { CustomerId } from '../core/values.ts'

/** What the marketplace does for a customer. */

/** Whom a call acts for, unless the header says it. */
export const customerFields = { customerId: z.optional(CustomerId) }

/** Who the person behind a call is, as the marketplace saw them. */
export const OnBehalf = z.object({
  ip: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address.'),
  userAgent: z.string().check(z.minLength(1), z.maxLength(500)),
  timeZone: z.string().check(z.minLength(1), z.maxLength(60)),
})
export type OnBehalf = z.infer<typeof OnBehalf>

/** Accepting binds a customer: who really did it is always said. */
export const acceptingFields = { ...customerFields, onBehalf: OnBehalf }

/**
 * Builds what a customer does to one thing: `POST /v2/marketplace/{noun}/:id/{segment}`, answered by the thing as they
 * have it then, refused with `errors` and those of the action.
 */
export const customerAction =
  <Returns extends z.core.$ZodType>({
    noun,
    errors: always,
    ...about
  }: {
    audience: 'marketplace'
    scope: NonNullable<Operation['scope']>
    noun: string
    returns: Returns
    errors: readonly ErrorCode[]
  }) =>
  <Params extends z.core.$ZodType, Body extends z.core.$ZodType>(
    name: string,
    segment: string,
    summary: string,
    params: Params,
    body: Body,
    errors: readonly ErrorCode[] = [],
  ) =>
    operation({
      ...about,
      name: `marketplace.${noun}.${name}`,
      method: 'POST',
      path: `/v2/marketplace/${noun}/:id/${segment}`,
      summary,
      params,
      body,
      errors: [...always, ...errors],
    })
