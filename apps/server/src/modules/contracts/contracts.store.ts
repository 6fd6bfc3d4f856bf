import { contractStatuses, type ContractStatus } from '@fettle/protocol/contracts'
import { sql, type Queryable } from '../../platform/db/db.ts'
import {
  createDocumentList,
  customerColumns,
  toCustomerCard,
  type WithCustomerColumns,
} from '../../platform/db/document-list.ts'
import { jsonOrNull, type JsonRow } from '../../platform/db/json-rows.ts'
import type { AmendmentRow, Contract, MilestoneRow, SignatureRow } from './contract.types.ts'
import type { ListedVersion, StoredVersion } from './history/versions.rules.ts'
import * as versions from './history/versions.store.ts'
import * as parts from './milestones/contract-parts.store.ts'

type ContractColumns = WithCustomerColumns<Omit<Contract, keyof parts.WorkColumns>> & parts.WorkColumns

/** Fields a contract's list needs, including milestones. */
export type ListedContract = Pick<
  Contract,
  | 'id'
  | 'reference'
  | 'status'
  | 'signatureStatus'
  | 'title'
  | 'customer'
  | 'currency'
  | 'total'
  | 'signBy'
  | 'offerId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
> & {
  city: string | null
  startDate: string | null
  endDate: string | null
  milestones: Pick<MilestoneRow, 'id' | 'title' | 'amount' | 'dueDate' | 'status' | 'settledAmount'>[]
}

/** Details that readers of a contract see beside it. */
export interface ContractParts {
  /** All versions, newest first. */
  versions: ListedVersion[]
  /** The version last sent. Null before the first. */
  sentVersion: Pick<StoredVersion, 'snapshot' | 'contentHash'> | null
  /** Oldest first. */
  signatures: SignatureRow[]
  /** How far the reader has read each text. */
  readings: parts.ContractReading[]
}

export interface ContractWithParts extends Contract {
  parts: ContractParts
}

const listedColumns = sql`
  k.id, k.reference, k.status, k.signature_status as "signatureStatus", k.title, k.currency, k.total,
  k.sign_by as "signBy", k.offer_id as "offerId", k.version, k.created_at as "createdAt", k.updated_at as "updatedAt"`
const columns = sql`${listedColumns}, ${customerColumns},
  k.provider_id as "providerId", k.offer_revision as "offerRevision", k.time_zone as "timeZone", k.content,
  k.current_version as "currentVersion", k.sent_at as "sentAt", k.activated_at as "activatedAt",
  k.completed_at as "completedAt", k.start_early as "startEarly", k.withdraw_until as "withdrawUntil", k.changes, k.hold,
  k.termination, k.ended, k.audit_seq as "auditSeq", k.audit_head as "auditHead", k.last_action as "lastAction",
  k.last_action_by as "lastActionBy", k.fired_timers as "firedTimers", k.dispute_id as "disputeId",
  (select id from conversations where provider_id = k.provider_id and customer_id = k.customer_id) as "channelId",
  ${parts.workColumns}`
const withCustomer = sql`contracts k join customers c on c.id = k.customer_id`

/** Fields the list reads from the content. */
const listedContent = sql`
  k.content -> 'siteAddress' ->> 'city' as city, k.content ->> 'startDate' as "startDate",
  k.content ->> 'endDate' as "endDate", (
    select coalesce(json_agg(json_build_object('id', m.id, 'title', m.title, 'amount', m.amount, 'dueDate', m.due_date,
      'status', m.status, 'settledAmount', m.settled_amount) order by m.position), '[]')
    from contract_milestones m where m.contract_id = k.id) as milestones`

/** One page of a provider's contracts with counts and values by status. */
export const list = createDocumentList<ContractStatus, ListedContract>({
  statuses: contractStatuses,
  table: 'contracts',
  alias: 'k',
  searchTable: sql`contract_search`,
  searchId: sql`w.contract_id`,
  totalsTable: sql`contract_totals`,
  columns: sql`${listedColumns}, ${listedContent}`,
  deadline: sql`k.sign_by`,
  // The spread last: V8 gives an object whose fields follow one a hidden class of its own, and is slow to read it.
  toRow: (row) => ({ customer: toCustomerCard(row), ...row }),
})

const toContract = (row: ContractColumns): Contract => ({
  ...row,
  customer: toCustomerCard(row),
  ...parts.fromWorkColumns(row),
})

/** A contract with its milestones and change orders. */
export async function find(db: Queryable, id: string): Promise<Contract | undefined> {
  const row = await db.maybeOne<ContractColumns>(sql`select ${columns} from ${withCustomer} where k.id = ${id}`)
  return row && toContract(row)
}

interface PartColumns extends versions.VersionColumns {
  signatures: JsonRow<SignatureRow>[]
  readings: JsonRow<parts.ContractReading>[]
}

const partColumns = (readerId: string) => sql`
  ${versions.versionColumns}, ${parts.signaturesColumn} as signatures, ${parts.readingsColumn(readerId)} as readings`

const toParts = (row: PartColumns): ContractParts => ({
  ...versions.fromVersionColumns(row),
  signatures: parts.fromSignaturesColumn(row.signatures),
  readings: parts.fromReadingsColumn(row.readings),
})

/** A contract with everything its readers see beside it, in one statement. */
export async function findWithParts(
  db: Queryable,
  id: string,
  readerId: string,
): Promise<ContractWithParts | undefined> {
  const row = await db.maybeOne<ContractColumns & PartColumns>(
    sql`select ${columns}, ${partColumns(readerId)} from ${withCustomer} where k.id = ${id}`,
  )
  return row && { ...toContract(row), parts: toParts(row) }
}

/** Details that a reader sees beside a contract that is already loaded. */
export async function findParts(db: Queryable, id: string, readerId: string): Promise<ContractParts> {
  return toParts(await db.one<PartColumns>(sql`select ${partColumns(readerId)} from contracts k where k.id = ${id}`))
}

/** Contracts of one provider by ids, in one statement. */
export async function findMany(db: Queryable, providerId: string, ids: readonly string[]): Promise<Contract[]> {
  if (ids.length === 0) return []
  const rows = await db.query<ContractColumns>(
    sql`select ${columns} from ${withCustomer} where k.id = any(${[...ids]}) and k.provider_id = ${providerId}`,
  )
  return rows.map(toContract)
}

/** Locks a contract until the transaction ends. Load it after this: the row may have changed while the lock waited. */
export async function lock(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`select from contracts where id = ${id} for update`)
}

export async function insert(tx: Queryable, contract: Contract): Promise<void> {
  await tx.execute(sql`
    insert into contracts (id, reference, provider_id, customer_id, offer_id, offer_revision, status, title, currency,
      time_zone, total, content, version, created_at, updated_at)
    values (${contract.id}, ${contract.reference}, ${contract.providerId}, ${contract.customer.id}, ${contract.offerId},
      ${contract.offerRevision}, ${contract.status}, ${contract.title}, ${contract.currency}, ${contract.timeZone},
      ${contract.total}, ${jsonOrNull(contract.content)}::jsonb, ${contract.version}, ${contract.createdAt},
      ${contract.updatedAt})`)
}

/** Saves a decision with the changed milestones and change orders. The caller holds the row lock. */
export async function save(tx: Queryable, before: Contract, after: Contract): Promise<void> {
  await tx.execute(sql`
    update contracts set status = ${after.status}, signature_status = ${after.signatureStatus}, title = ${after.title},
      total = ${after.total}, content = ${jsonOrNull(after.content)}::jsonb, current_version = ${after.currentVersion},
      sent_at = ${after.sentAt}, sign_by = ${after.signBy}, activated_at = ${after.activatedAt},
      completed_at = ${after.completedAt}, start_early = ${after.startEarly}, withdraw_until = ${after.withdrawUntil},
      changes = ${jsonOrNull(after.changes)}::jsonb, hold = ${jsonOrNull(after.hold)}::jsonb,
      termination = ${jsonOrNull(after.termination)}::jsonb, ended = ${jsonOrNull(after.ended)}::jsonb,
      last_action = ${after.lastAction}, last_action_by = ${after.lastActionBy}, fired_timers = ${[...after.firedTimers]},
      dispute_id = ${after.disputeId}, version = ${after.version}, updated_at = ${after.updatedAt}
    where id = ${after.id}`)
  const changed = <Row extends { id: string }>(old: readonly Row[], now: readonly Row[]) =>
    now.filter((row) => !old.includes(row))
  for (const row of changed<MilestoneRow>(before.milestones, after.milestones)) {
    await parts.putMilestone(tx, after.id, row)
  }
  for (const row of changed<AmendmentRow>(before.amendments, after.amendments)) {
    await parts.putAmendment(tx, after.id, row)
  }
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`delete from contracts where id = ${id}`)
}

/** The parties of a contract, and whether the customer ever saw it. */
export const findParties = (db: Queryable, id: string) =>
  db.maybeOne<{ providerId: string; customerId: string; currentVersion: number }>(sql`
    select provider_id as "providerId", customer_id as "customerId", current_version as "currentVersion"
    from contracts where id = ${id}`)

/** The live contract of an offer. Ended ones are ignored. */
export const findLiveOfOffer = (db: Queryable, offerId: string) =>
  db.maybeOne<{ id: string; reference: string }>(sql`
    select id, reference from contracts
    where offer_id = ${offerId} and status not in ('TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED')`)

const unfinished = sql`status in ('PENDING_SIGNATURES', 'CHANGES_REQUESTED', 'ACTIVE', 'ON_HOLD', 'DISPUTED')`

/** References of a customer's open contracts. */
export async function listOpenReferences(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select reference from contracts where customer_id = ${customerId} and ${unfinished} order by created_at limit 10`)
  return rows.map(({ reference }) => reference)
}

export async function countOpen(db: Queryable, providerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from contracts where provider_id = ${providerId} and ${unfinished}`,
  )
  return count
}

/** Whether the two ever had a contract, drafts included. */
export async function haveSharedContract(db: Queryable, providerId: string, customerId: string): Promise<boolean> {
  const { isShared } = await db.one<{ isShared: boolean }>(sql`
    select exists (select from contracts where customer_id = ${customerId} and provider_id = ${providerId}) as "isShared"`)
  return isShared
}
