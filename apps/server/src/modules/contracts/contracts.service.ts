import type { PageMeta } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { type ContractAuditEntry, type AuditVerdict } from '@fettle/protocol/contracts/audit'
import {
  type ConsolidatedContract,
  type ContractCard,
  type ContractDetails,
  type ContractListMeta,
  type ContractStatus,
  type ContractSummary,
} from '@fettle/protocol/contracts'
import type { DocumentListInput } from '../../platform/db/document-list.ts'
import type { Deps } from '../../platform/deps.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { listEntries, noOrigin, verifyTrail } from './history/audit.store.ts'
import { getOwnContract, getOwnContractWithParts, subjectOf, type ContractPerson } from './contract.access.ts'
import * as store from './contracts.store.ts'
import { consolidate, toCard, toDetails, toSummary } from './contract.view.ts'

type ContractViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'settings'>

/** One page of a provider's contracts with counts by status. */
export async function listContracts(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  input: DocumentListInput<ContractStatus>,
): Promise<{ contracts: ContractSummary[]; meta: PageMeta & ContractListMeta }> {
  const { rows, meta } = await store.list(db, providerId, input)
  return { contracts: rows.map(toSummary), meta }
}

export async function getContract(
  deps: ContractViewDeps,
  person: ContractPerson,
  id: string,
): Promise<ContractDetails> {
  const contract = await getOwnContractWithParts(deps.db, person, id)
  return toDetails(deps, deps.db, contract, person, contract.parts)
}

/** Contracts by ids, as cards. Missing ids and those of others are left out. */
export async function listCards(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  ids: readonly string[],
): Promise<ContractCard[]> {
  const now = clock.now()
  return (await store.findMany(db, providerId, ids)).map((contract) => toCard(contract, now))
}

export async function getConsolidated(
  { db }: Pick<Deps, 'db'>,
  person: ContractPerson,
  id: string,
): Promise<ConsolidatedContract> {
  return consolidate(db, await getOwnContract(db, person, id), person.role)
}

export async function getTimeline(
  { db }: Pick<Deps, 'db'>,
  person: ContractPerson,
  id: string,
): Promise<TimelineEntry[]> {
  return listTimeline(db, subjectOf(await getOwnContract(db, person, id)), person.role)
}

export async function getAudit(
  { db }: Pick<Deps, 'db'>,
  person: ContractPerson,
  id: string,
): Promise<ContractAuditEntry[]> {
  await getOwnContract(db, person, id)
  return listEntries(db, id)
}

export async function verifyAudit(deps: Pick<Deps, 'db'>, person: ContractPerson, id: string): Promise<AuditVerdict> {
  await getOwnContract(deps.db, person, id)
  return verifyTrail(deps, id)
}

/** All contracts of a provider with their timelines, for the data export. */
export async function listAllContracts(
  deps: ContractViewDeps,
  { id: providerId, name }: { id: string; name: string },
): Promise<(ContractDetails & { timeline: TimelineEntry[]; audit: ContractAuditEntry[] })[]> {
  const provider = { role: 'PROVIDER', id: providerId, name, origin: noOrigin } as const
  const all = []
  for (let cursor: string | undefined; ;) {
    const { contracts, meta } = await listContracts(deps, providerId, { sort: '-updatedAt', limit: 100, cursor })
    for (const { id } of contracts) {
      all.push({
        ...(await getContract(deps, provider, id)),
        timeline: await getTimeline(deps, provider, id),
        audit: await getAudit(deps, provider, id),
      })
    }
    if (meta.nextCursor === null) return all
    cursor = meta.nextCursor
  }
}
