import * as z from 'zod/mini'
import type { ErrorCode } from '../core/errors.ts'
import { operation, type Operation } from '../core/operation.ts'
import { CustomerId } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Body field for operations a marketplace calls on behalf of a customer. The header may name the customer instead. */
export const actingCustomer = { customerId: z.optional(CustomerId) }

/** The person behind a call, as the marketplace identified them. */
export const OnBehalf = z.object({
  ip: z.union([z.ipv4(), z.ipv6()], issueText('IP_ADDRESS_INVALID')),
  userAgent: z.string().check(z.minLength(1), z.maxLength(500)),
  timeZone: z.string().check(z.minLength(1), z.maxLength(60)),
})
export type OnBehalf = z.infer<typeof OnBehalf>

/** Acceptance binds the customer, so the person who accepted is always recorded. */
export const acceptingCustomer = { ...actingCustomer, onBehalf: OnBehalf }

/**
 * Declares a customer's action: `POST /v2/marketplace/{noun}/:id/{segment}`. Returns the record as its customer sees
 * it; refused with `errors` and those of the action.
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
