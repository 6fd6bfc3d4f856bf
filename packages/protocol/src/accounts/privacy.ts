import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { Instant, prose } from '../core/values.ts'

/** A provider's own data: taking it along, and leaving. */

export const DataExport = z.object({
  status: z.enum(['NONE', 'PREPARING', 'READY']),
  requestedAt: z.nullable(Instant),
  /** When the next one may be asked for. */
  availableAt: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
  size: z.nullable(z.int()),
  /** A zip, signed, good for five minutes. */
  url: z.nullable(z.string()),
})
export type DataExport = z.infer<typeof DataExport>

const account = { audience: 'account' } as const

export const getDataExport = operation({
  ...account,
  name: 'privacy.getExport',
  method: 'GET',
  path: '/v2/profile/export',
  summary: 'How far the export of my data is.',
  returns: DataExport,
  errors: [],
})

export const requestDataExport = operation({
  ...account,
  name: 'privacy.requestExport',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/profile/export',
  summary: 'Put everything kept about me into one file, once a day. Needs a step-up of the last five minutes.',
  status: 202,
  returns: DataExport,
  errors: ['STEP_UP_REQUIRED', 'RATE_LIMITED'],
})

export const closeAccount = operation({
  ...account,
  name: 'privacy.closeAccount',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/profile/close',
  summary:
    'Close my account in 30 days, and sign every device out now. Logging in before then keeps it. Needs a step-up.',
  body: z.object({ reason: z.optional(prose(0, 1000, 'Use at most 1,000 characters.')) }),
  returns: z.object({ closesAt: Instant }),
  errors: ['STEP_UP_REQUIRED', 'ACCOUNT_IN_USE'],
})
