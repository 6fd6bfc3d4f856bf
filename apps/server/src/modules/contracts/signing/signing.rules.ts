import type { StepUpMethod } from '@fettle/protocol/accounts/credentials'
import { isSameName } from '@fettle/protocol/contracts/same-name'
import { STEP_UP_MINUTES } from '@fettle/protocol/contracts/parts'
import type { Queryable } from '../../../platform/db/db.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** How and when a person last confirmed their identity. Pure. */
export interface StepUp {
  method: StepUpMethod
  at: Date
}

/** Requested after all other checks, so that nobody steps up in vain. */
export type Proof = (db: Queryable) => Promise<StepUp>

/** Throws unless the name is that of the party. */
export function assertName(typedName: string, partyName: string): void {
  if (isSameName(typedName, partyName)) return
  throw fieldError(['signature', 'legalName'], 'MISMATCH', issueText('SIGNER_NAME_MISMATCH', { name: partyName }))
}

/** Throws STEP_UP_REQUIRED for an old step-up, or one in the future. */
export function assertRecent({ at }: StepUp, now: Date): void {
  const age = +now - +at
  if (age > STEP_UP_MINUTES * 60_000 || age < -60_000) throw new AppError('STEP_UP_REQUIRED')
}
