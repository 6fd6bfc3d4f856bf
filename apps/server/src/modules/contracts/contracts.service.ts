import type { Money, PageMeta } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import { type ContractAuditEntry, type AuditVerdict } from '@fettle/protocol/contracts/audit'
import {
  contractStatuses,
  type ConsolidatedContract,
  type ContractCard,
  type ContractDetails,
  type ContractListMeta,
  type ContractStatus,
  type ContractSummary,
} from '@fettle/protocol/contracts'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Deps } from '../../platform/deps.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { listEntries, noOrigin, verifyTrail } from './history/audit.store.ts'
import { getOwnContract, subjectOf, type ContractPerson } from './contract.access.ts'
import * as store from './contracts.store.ts'
import { consolidate, toCard, toDetails, toSummary } from './contract.view.ts'

type ContractViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config'>

/** One page of a provider's contracts with counts by status. */
export async function listContracts(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  query: {
    sort: 'updatedAt' | '-updatedAt'
    status?: readonly ContractStatus[] | undefined
    customerId?: string | undefined
    from?: string | undefined
    to?: string | undefined
    q?: string | undefined
    cursor?: string | undefined
    limit: number
  },
): Promise<{ contracts: ContractSummary[]; meta: PageMeta & ContractListMeta }> {
  const statuses = query.status?.length ? [...new Set(query.status)] : undefined
  const listing: store.ContractQuery = {
    providerId,
    statuses,
    order: query.sort === 'updatedAt' ? 'earliest' : 'latest',
    customerId: query.customerId,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    text: query.q,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
    // One more than requested shows whether there is a next page.
    limit: query.limit + 1,
  }
  const { page: found, counted, atLeast } = await store.listAndCount(db, listing)
  const { page, nextCursor } = pageOf(found, query.limit, ({ id, updatedAt }) => ({ id, at: updatedAt }))
  const listed: readonly ContractStatus[] = statuses ?? contractStatuses
  const of = (status: ContractStatus) => counted.filter((row) => row.status === status)
  const countOf = (status: ContractStatus) => of(status).reduce((sum, { count }) => sum + count, 0)
  const valueOf = (status: ContractStatus): Money[] =>
    of(status).flatMap(({ value, currency }) => (value === null ? [] : [{ amount: value, currency }]))
  return {
    contracts: page.map(toSummary),
    meta: {
      nextCursor,
      total: listed.reduce((sum, status) => sum + countOf(status), 0),
      countsByStatus: Object.fromEntries(contractStatuses.map((status) => [status, countOf(status)])),
      atLeast,
      valueByStatus: Object.fromEntries(contractStatuses.map((status) => [status, valueOf(status)])),
    },
  }
}

export async function getContract(
  deps: ContractViewDeps,
  person: ContractPerson,
  id: string,
): Promise<ContractDetails> {
  return toDetails(deps, deps.db, await getOwnContract(deps.db, person, id), person)
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
