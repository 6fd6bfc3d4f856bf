import * as z from 'zod/mini'
import { ContractDraft, ContractId } from './content.ts'
import { operation } from '../core/operation.ts'
import { CustomerId, Instant, MAX_INTEGER, UserId } from '../core/values.ts'
import { OfferId } from '../offers/index.ts'

/** A contract version, frozen when sent: the text both sign, its hash and its PDF. */

export const VersionNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_INTEGER))

export const VersionReason = z.enum(['INITIAL', 'CHANGES_REQUESTED', 'AMENDMENT'])
export type VersionReason = z.infer<typeof VersionReason>
export const VersionSummary = z.object({
  number: z.int(),
  reason: VersionReason,
  contentHash: z.string(),
  /** SHA-256 of the PDF both signed. Null until it is created. */
  pdfSha256: z.nullable(z.string()),
  createdAt: Instant,
})
export type VersionSummary = z.infer<typeof VersionSummary>

/** Everything that is signed: the input of the hash. */
export const ContractDocument = z.object({
  contractId: ContractId,
  reference: z.string(),
  number: z.int(),
  currency: z.string(),
  timeZone: z.string(),
  provider: z.object({ id: UserId, name: z.string(), country: z.string() }),
  customer: z.object({ id: CustomerId, name: z.string() }),
  offer: z.nullable(z.object({ id: OfferId, revisionNumber: z.nullable(z.int()) })),
  content: ContractDraft,
  /** Change orders signed by both that this version includes. */
  amendments: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      total: z.int(),
      contentHash: z.string(),
      scheduleImpactDays: z.int(),
    }),
  ),
})
export type ContractDocument = z.infer<typeof ContractDocument>

export const ContractVersion = z.extend(VersionSummary, {
  document: ContractDocument,
  /** The exact hashed text: canonical JSON (RFC 8785). */
  snapshot: z.string(),
})
export type ContractVersion = z.infer<typeof ContractVersion>

export const getContractVersion = operation({
  name: 'contracts.version',
  method: 'GET',
  path: '/v2/contracts/:id/versions/:number',
  audience: 'provider',
  summary: 'Get a version as it was sent or signed, with the text its hash covers.',
  params: z.object({ id: ContractId, number: VersionNumber }),
  returns: ContractVersion,
  errors: ['NOT_FOUND'],
})

export const getContractPdf = operation({
  name: 'contracts.pdf',
  method: 'GET',
  path: '/v2/contracts/:id/pdf',
  audience: 'provider',
  summary:
    'Get a version as PDF (tagged, A4 or Letter), by default the current one. The bytes are always the same. Includes a certificate once both have signed; header Digest carries its SHA-256.',
  params: z.object({ id: ContractId }),
  query: z.object({ version: z.optional(VersionNumber) }),
  returns: z.unknown(),
  produces: 'application/pdf',
  errors: ['NOT_FOUND'],
})
