import type { Deps } from '../../../platform/deps.ts'
import { initialsOf } from '../files/certificate.rules.ts'
import { parseSnapshot } from '../history/versions.rules.ts'
import { findSigned, type SignedStatus } from './verification.store.ts'

/** Everything the public learns about a document. */
export type VerificationResult =
  | { known: true; status: SignedStatus; signedAt: string; partyInitials: string[] }
  | { known: false; status: null; signedAt: null; partyInitials: never[] }

/** Whether a hash is that of a signed PDF or of its text. Callers limit by address before they read a file. */
export async function verifyDocument({ db }: Pick<Deps, 'db'>, hash: string): Promise<VerificationResult> {
  const found = await findSigned(db, hash)
  if (!found) return { known: false, status: null, signedAt: null, partyInitials: [] }
  const { status, certificate, snapshot } = found
  const { signedAt } = JSON.parse(certificate) as { signedAt: string }
  return { known: true, status, signedAt, partyInitials: initialsOf(parseSnapshot({ snapshot })) }
}
