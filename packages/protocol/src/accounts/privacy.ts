import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { Instant, prose } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Data export and account closure. */

export const DataExport = z.object({
  status: z.enum(['NONE', 'PREPARING', 'READY']),
  requestedAt: z.nullable(Instant),
  /** When the next export may be requested. */
  availableAt: z.nullable(Instant),
  expiresAt: z.nullable(Instant),
  size: z.nullable(z.int()),
  /** Address of a zip file, signed, valid for five minutes. */
  url: z.nullable(z.string()),
})
export type DataExport = z.infer<typeof DataExport>

const account = { audience: 'account' } as const

export const getDataExport = operation({
  ...account,
  name: 'privacy.getExport',
  method: 'GET',
  path: '/v2/profile/export',
  summary: 'Get the progress of my data export.',
  returns: DataExport,
})

export const requestDataExport = operation({
  ...account,
  name: 'privacy.requestExport',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/profile/export',
  summary:
    'Export all data kept about me to one file. Allowed once a day; requires a step-up in the last five minutes.',
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
    'Schedule my account to close in 30 days and sign every device out now. Signing in before then cancels it. Work or money that is open then puts closing off by 30 days, with a mail. Requires a step-up.',
  body: z.object({ reason: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))) }),
  returns: z.object({ closesAt: Instant }),
  errors: ['STEP_UP_REQUIRED', 'ACCOUNT_IN_USE'],
})
