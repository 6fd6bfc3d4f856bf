import { consentTextsIn } from '@fettle/protocol/contracts/consent-texts'
import type { SignatureInput } from '@fettle/protocol/contracts/parts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AuditNote } from '../history/audit.store.ts'
import type { ContractPerson } from '../contract.access.ts'
import { attachSignature } from '../files/contract-files.service.ts'
import type { Contract, SignatureRow } from '../contract.types.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import { assertRecent, assertName, type Proof } from './signing.rules.ts'

/** The signed text: a version of the contract, or a change order. */
interface SignedText {
  contentHash: string
  versionNumber?: number
  amendmentId?: string
  /** Whether it must have been read to its end. Its author need not. */
  mustBeRead: boolean
}

/**
 * Checks and stores a signature. Returns its audit entry. Throws VERSION_SUPERSEDED if the text changed, READ_REQUIRED,
 * STEP_UP_REQUIRED, and 422 for another name.
 */
export async function putSignature(
  deps: Pick<Deps, 'ids' | 'clock'>,
  tx: Tx,
  person: ContractPerson & { proof: Proof },
  contract: Contract,
  input: SignatureInput,
  { name, ...signed }: SignedText & { name: string },
): Promise<AuditNote[]> {
  const now = deps.clock.now()
  if (input.contentHash !== signed.contentHash) {
    throw new AppError('VERSION_SUPERSEDED', { n: signed.versionNumber ?? contract.currentVersion })
  }
  assertName(input.legalName, name)
  if (signed.mustBeRead) {
    const { readToEndAt } = await parts.findReading(tx, contract.id, {
      personId: person.id,
      contentHash: signed.contentHash,
    })
    if (!readToEndAt) throw new AppError('READ_REQUIRED')
  }
  const stepUp = await person.proof(tx)
  assertRecent(stepUp, now)
  const imageFileId = input.method === 'DRAWN' ? (input.imageFileId ?? null) : null
  if (imageFileId) await attachSignature(tx, { contractId: contract.id, ownerId: person.id }, imageFileId)
  const row: SignatureRow = {
    id: deps.ids.next('sig'),
    party: person.role,
    versionNumber: signed.versionNumber ?? null,
    amendmentId: signed.amendmentId ?? null,
    contentHash: signed.contentHash,
    method: input.method,
    legalName: input.legalName,
    imageFileId,
    consentTextVersion: input.consentTextVersion,
    consentLocale: input.consentLocale,
    stepUp: stepUp.method,
    stepUpAt: stepUp.at,
    signedAt: now,
    ip: person.origin.ip,
    userAgent: person.origin.userAgent,
    timeZone: person.origin.timeZone ?? input.timeZone ?? null,
    voidedAt: null,
    voidReason: null,
  }
  await parts.insertSignature(tx, contract.id, row)
  const { contentHash } = signed
  const { party, method, legalName, consentTextVersion, consentLocale } = row
  return [
    { event: 'STEP_UP_PASSED', contentHash, data: { method: row.stepUp, at: row.stepUpAt.toISOString() } },
    {
      event: 'CONSENT_GIVEN',
      contentHash,
      data: {
        consentTextVersion,
        consentLocale,
        ...consentTextsIn(
          input.consentLocale,
          row.amendmentId === null ? 'CONTRACT' : 'CHANGE_ORDER',
          input.consentTextVersion,
        ),
      },
    },
    {
      event: 'SIGNED',
      contentHash,
      data: {
        party,
        method,
        legalName,
        ...(row.versionNumber !== null && { versionNumber: row.versionNumber }),
        ...(row.amendmentId !== null && { amendmentId: row.amendmentId }),
      },
    },
  ]
}
