import * as z from 'zod/mini'
import { ContractId } from './content.ts'
import { operation } from '../core/operation.ts'
import { Instant } from '../core/values.ts'

/** The audit trail of a contract: a hash chain that reveals the first manipulated entry. */

const params = z.object({ id: ContractId })

export const auditEvents = [
  'CREATED',
  'VERSION_CREATED',
  'SENT',
  'OPENED',
  'READ_TO_END',
  'STEP_UP_PASSED',
  'CONSENT_GIVEN',
  'SIGNED',
  'SIGNATURES_VOIDED',
  'CHANGES_REQUESTED',
  'DECLINED',
  'VOIDED',
  'EXPIRED',
  'ACTIVATED',
  'AMENDMENT_CREATED',
  'AMENDMENT_SENT',
  'AMENDMENT_APPROVED',
  'AMENDMENT_DECLINED',
  'AMENDMENT_WITHDRAWN',
  'AMENDMENT_EXPIRED',
  'MILESTONE_STARTED',
  'MILESTONE_SUBMITTED',
  'MILESTONE_APPROVED',
  'MILESTONE_CHANGES_REQUESTED',
  'MILESTONE_SETTLED',
  'MILESTONE_PAID',
  'MILESTONE_REFUNDED',
  'MILESTONE_CANCELLED',
  'HOLD',
  'RESUMED',
  'TERMINATION_PROPOSED',
  'TERMINATION_ACCEPTED',
  'TERMINATION_CONTESTED',
  'TERMINATION_WITHDRAWN',
  'TERMINATED',
  'WITHDRAWN',
  'DISPUTE_OPENED',
  'DISPUTE_SETTLED',
  'DISPUTE_WITHDRAWN',
  'PDF_DOWNLOADED',
  'COMPLETED',
] as const
export const AuditEvent = z.enum(auditEvents)
export type AuditEvent = z.infer<typeof AuditEvent>

/** One entry: `entryHash` is the SHA-256 of `prevHash` and the canonical JSON of all other fields. */
export const ContractAuditEntry = z.object({
  seq: z.int(),
  at: Instant,
  actor: z.object({
    type: z.enum(['PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM']),
    id: z.nullable(z.string()),
    name: z.string(),
  }),
  event: AuditEvent,
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  contentHash: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  /** The first entry has 64 zeros. */
  prevHash: z.string(),
  entryHash: z.string(),
})
export type ContractAuditEntry = z.infer<typeof ContractAuditEntry>

export const getContractAudit = operation({
  name: 'contracts.audit',
  method: 'GET',
  path: '/v2/contracts/:id/audit',
  audience: 'provider',
  summary: 'List the audit trail, oldest first. Each entry names the hash of the one before it.',
  params,
  returns: z.array(ContractAuditEntry),
  errors: ['NOT_FOUND'],
})

export const AuditVerdict = z.object({
  valid: z.boolean(),
  entries: z.int(),
  headHash: z.string(),
  /** The first entry that does not match its hash. */
  brokenAtSeq: z.optional(z.int()),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>

export const verifyContractAudit = operation({
  name: 'contracts.verifyAudit',
  method: 'GET',
  path: '/v2/contracts/:id/audit/verify',
  audience: 'provider',
  summary: 'Verify the audit trail by recomputing it. Names the first entry that does not match.',
  params,
  returns: AuditVerdict,
  errors: ['NOT_FOUND'],
})
