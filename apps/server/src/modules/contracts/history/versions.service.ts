import type { Locale } from '@fettle/i18n/locales'
import type {
  ContractDocument,
  ContractVersion,
  VersionReason,
  VersionSummary,
} from '@fettle/protocol/contracts/versions'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { findSigner } from '../../profile/index.ts'
import { getOwnContract, type ContractParty } from '../contract.access.ts'
import type { Contract } from '../contract.types.ts'
import {
  nextText,
  parseSnapshot,
  type ListedVersion,
  type ProviderSummary,
  type StoredVersion,
} from './versions.rules.ts'
import * as store from './versions.store.ts'

/** The text to sign and its hash. */
export interface ContractText {
  document: ContractDocument
  contentHash: string
}

/**
 * The current text: for a draft what would be sent, otherwise the version sent, which is loaded unless `sentVersion` is
 * given.
 */
export async function textOf(
  deps: Pick<Deps, 'settings'>,
  db: Queryable,
  contract: Contract,
  sentVersion?: Pick<StoredVersion, 'snapshot' | 'contentHash'> | null,
): Promise<ContractText> {
  if (contract.status === 'DRAFT' || contract.currentVersion === 0)
    return nextText(contract, await findSigner(deps, db, contract.providerId))
  const version = sentVersion ?? (await getStoredVersion(db, contract, contract.currentVersion))
  return { document: parseSnapshot(version), contentHash: version.contentHash }
}

/** Freezes the contract as its next version. The caller sets `currentVersion` to its number. */
export async function freezeNextVersion(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  contract: Contract,
  { signer, reason }: { signer: ProviderSummary & { locale: Locale }; reason: VersionReason },
): Promise<StoredVersion> {
  const { document, snapshot, contentHash } = nextText(contract, signer)
  const version: StoredVersion = {
    number: document.number,
    reason,
    snapshot,
    contentHash,
    locale: signer.locale,
    createdAt: clock.now(),
    certificate: null,
    pdfKey: null,
    pdfSha256: null,
  }
  await store.insert(tx, contract.id, version)
  return version
}

/** Loads a version of the caller's own contract. Throws NOT_FOUND. */
export async function getStoredVersion(db: Queryable, contract: Contract, number: number): Promise<StoredVersion> {
  const version = await store.find(db, contract.id, number)
  if (!version) throw new AppError('NOT_FOUND', { thing: 'version' })
  return version
}

export const toVersionSummary = ({
  number,
  reason,
  contentHash,
  pdfSha256,
  createdAt,
}: ListedVersion): VersionSummary => ({
  number,
  reason,
  contentHash,
  pdfSha256,
  createdAt: createdAt.toISOString(),
})

export async function getVersion(
  { db }: Pick<Deps, 'db'>,
  party: ContractParty,
  id: string,
  number: number,
): Promise<ContractVersion> {
  const version = await getStoredVersion(db, await getOwnContract(db, party, id), number)
  return { ...toVersionSummary(version), document: parseSnapshot(version), snapshot: version.snapshot }
}
