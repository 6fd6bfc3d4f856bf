import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { Instant, MAX_INTEGER, pageQuery, prose, UserId } from '../core/values.ts'
import { OnBehalf } from '../marketplace/acting-customer.ts'
import { issueText } from '../core/issue-text.ts'

/** Moderation by operators: suspensions and the audit log. */

const operator = { audience: 'marketplace', scope: 'operator' } as const
const params = z.object({ id: UserId })

export const Suspension = z.object({ reason: z.string(), since: Instant, until: Instant })
export type Suspension = z.infer<typeof Suspension>

const Standing = z.object({ id: UserId, suspension: z.nullable(Suspension) })

/** Longest suspension. Every suspension ends by itself. */
export const SUSPENSION_MAX_DAYS = 366

export const suspendProvider = operation({
  ...operator,
  name: 'marketplace.providers.suspend',
  method: 'POST',
  path: '/v2/marketplace/providers/:id/suspend',
  summary:
    'Make an account read-only until a given time. It takes no new requests and may only finish running jobs. Calling again replaces the reason and the time.',
  params,
  body: z.object({ reason: prose(3, 300, issueText('EXPLAIN_WHY')), until: Instant }),
  returns: Standing,
  errors: ['NOT_FOUND'],
})

export const reinstateProvider = operation({
  ...operator,
  name: 'marketplace.providers.reinstate',
  method: 'POST',
  path: '/v2/marketplace/providers/:id/reinstate',
  summary: 'End a suspension early.',
  params,
  body: z.object({ reason: z.optional(prose(3, 300, issueText('EXPLAIN_WHY'))) }),
  returns: Standing,
  errors: ['NOT_FOUND'],
})

export const SuspendedProvider = z.object({ id: UserId, name: z.string(), suspension: Suspension })
export type SuspendedProvider = z.infer<typeof SuspendedProvider>

export const listSuspendedProviders = operation({
  ...operator,
  name: 'marketplace.providers.suspended',
  method: 'GET',
  path: '/v2/marketplace/providers/suspended',
  summary: 'List suspended providers with start, end and reason, latest first. meta carries nextCursor.',
  query: z.object(pageQuery),
  returns: z.array(SuspendedProvider),
})

/** One action by a provider or concerning them. */
export const AuditEntry = z.object({
  id: z.string(),
  /** Position among all events. */
  seq: z.int(),
  at: Instant,
  occurredAt: Instant,
  actor: z.object({
    type: z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM']),
    id: z.nullable(z.string()),
    name: z.string(),
  }),
  event: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  data: z.record(z.string(), z.unknown()),
  /** The person behind an action of a customer, if the marketplace named them. */
  onBehalf: z.nullable(OnBehalf),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const getProviderAudit = operation({
  ...operator,
  name: 'marketplace.providers.audit',
  method: 'GET',
  path: '/v2/marketplace/providers/:id/audit',
  summary: 'List everything done by and to a provider, newest first. meta carries nextCursor.',
  params,
  query: z.object({
    limit: pageQuery.limit,
    /** The `nextCursor` of the previous page. */
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_INTEGER))),
    /** Event noun or full event name, such as `booking` or `booking.cancelled`. */
    type: z.optional(z.string().check(z.regex(/^[a-z][a-z_.-]{1,60}$/, issueText('EVENT_NAME_INVALID')))),
  }),
  returns: z.array(AuditEntry),
  errors: ['NOT_FOUND'],
})
