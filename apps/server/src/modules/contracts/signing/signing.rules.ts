import { STEP_UP_MINUTES } from '@fettle/protocol/contracts/parts'
import type { Queryable } from '../../../platform/db/db.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'

/** Who signs, and what they have to have done before. Pure. */

/** How and when a person last proved who they are. */
export interface StepUp {
  method: 'PASSWORD' | 'OTP'
  at: Date
}

/** Asked for once everything else is right: whoever has to prove themselves does it for something. */
export type Proof = (db: Queryable) => Promise<StepUp>

/** A name without what people write in different ways: case, accents, spaces. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

/** Only the person whose contract it is signs it, by the name it was made out to. */
export function assertName(given: string, name: string): void {
  if (isSameName(given, name) && plain(name) !== '') return
  throw fieldError(['signature', 'legalName'], 'MISMATCH', `Sign with your full name as in your profile: ${name}.`)
}

/** A proof from the future is none either. */
export function assertFresh({ at }: StepUp, now: Date): void {
  const age = +now - +at
  if (age > STEP_UP_MINUTES * 60_000 || age < -60_000) throw new AppError('STEP_UP_REQUIRED')
}
