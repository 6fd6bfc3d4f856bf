import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { canonical } from '../history/audit.rules.ts'
import type { ContractDeps } from '../contract.workflow.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import type { Contract, SignatureRow } from '../contract.types.ts'
import * as store from '../contracts.store.ts'
import * as versions from '../history/versions.store.ts'
import { getStoredVersion } from '../history/versions.service.ts'
import { makeCertificate, signingKey, type SigningKey } from './certificate.rules.ts'

export const PRINT_CONTRACT_JOB = 'contracts.print-pdf'

const keys = new WeakMap<Buffer, SigningKey>()

/** The key that signs certificates. */
export function keyOf({ secrets }: Pick<Deps, 'secrets'>): SigningKey {
  const cached = keys.get(secrets.contractKey)
  if (cached) return cached
  const key = signingKey(secrets.contractKey)
  keys.set(secrets.contractKey, key)
  return key
}

/** Certifies the current version, which both have just signed, and enqueues its PDF. */
export async function certify(deps: ContractDeps, tx: Tx, { id, currentVersion }: Contract): Promise<void> {
  const contract = await store.find(tx, id)
  if (!contract) return
  const version = await getStoredVersion(tx, contract, currentVersion)
  const signatures = await parts.listSignatures(tx, id)
  const certificate = makeCertificate(
    contract,
    version,
    signatures.filter((row) => signsCurrentVersion(contract, row)),
    contract.auditHead,
    keyOf(deps),
  )
  await versions.certify(tx, id, currentVersion, canonical(certificate))
  await deps.jobs.add(tx, PRINT_CONTRACT_JOB, { id, number: currentVersion })
}

/** Whether a signature is on the current version: on the text itself, or on the change order it came from. */
function signsCurrentVersion({ amendments, currentVersion }: Contract, row: SignatureRow): boolean {
  if (row.voidedAt !== null) return false
  const amendment = amendments.find(({ versionNumber }) => versionNumber === currentVersion)
  return amendment ? row.amendmentId === amendment.id : row.versionNumber === currentVersion
}
