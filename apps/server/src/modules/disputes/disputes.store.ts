import type { DisputeStatus, DisputeSubjectType } from '@fettle/protocol/disputes'
import type { Cursor } from '../../platform/db/cursor.ts'
import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import { jsonOrNull } from '../../platform/db/json-rows.ts'
import type { Dispute, ListedDispute, StoredEvidenceBundle } from './dispute.rules.ts'

interface SubjectColumns {
  customerId: string
  customerName: string
  customerAvatar: string | null
  subjectType: DisputeSubjectType
  subjectId: string
  subjectLabel: string
  subjectTitle: string
  subjectStatus: string
}
type ListedRow = Omit<ListedDispute, 'customer' | 'subject'> & SubjectColumns
type Row = Omit<Dispute, 'customer' | 'subject'> & SubjectColumns

const listedColumns = sql`
  d.id, d.provider_id as "providerId", d.customer_id as "customerId", c.name as "customerName",
  c.avatar as "customerAvatar", d.subject_type as "subjectType", d.subject_id as "subjectId",
  d.subject_label as "subjectLabel", d.subject_title as "subjectTitle", d.subject_status as "subjectStatus",
  d.booking_id as "bookingId", d.contract_id as "contractId", d.invoice_id as "invoiceId", d.opened_by as "openedBy",
  d.reason_code as "reasonCode", d.statement, d.desired_outcome as "desiredOutcome", d.currency, d.total, d.amount,
  d.advanced_amount as "advancedAmount", d.response, d.responded_at as "respondedAt", d.status, d.respond_by as "respondBy",
  d.negotiate_by as "negotiateBy", d.decide_by as "decideBy", d.review_reason as "reviewReason", d.outcome, d.appeal,
  d.appeal_until as "appealUntil", d.effective_at as "effectiveAt", d.settlement, d.assignee, d.proposals,
  d.last_action as "lastAction", d.last_action_by as "lastActionBy", d.fired_timers as "firedTimers", d.version, d.created_at as "createdAt",
  d.updated_at as "updatedAt"`
// Lists do without the evidence bundle: it contains whole conversations.
const columnsWithEvidence = sql`${listedColumns}, d.evidence_pack as "evidencePack"`
const withCustomer = sql`disputes d join customers c on c.id = d.customer_id`

function toDispute(row: Row): Dispute
function toDispute(row: ListedRow): ListedDispute
function toDispute(row: ListedRow): ListedDispute {
  const { customerId, customerName, customerAvatar, ...rest } = row
  const { subjectType, subjectId, subjectLabel, subjectTitle, subjectStatus, ...dispute } = rest
  return {
    ...dispute,
    customer: { id: customerId, name: customerName, avatar: customerAvatar },
    subject: { type: subjectType, id: subjectId, label: subjectLabel, title: subjectTitle, status: subjectStatus },
  }
}

export async function find(db: Queryable, id: string): Promise<Dispute | undefined> {
  const row = await db.maybeOne<Row>(sql`select ${columnsWithEvidence} from ${withCustomer} where d.id = ${id}`)
  return row && toDispute(row)
}

/** Loads a dispute and locks it until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<Dispute | undefined> {
  const row = await tx.maybeOne<Row>(
    sql`select ${columnsWithEvidence} from ${withCustomer} where d.id = ${id} for update of d`,
  )
  return row && toDispute(row)
}

/** The provider's disputes among these ids. */
export async function findMany(db: Queryable, providerId: string, ids: readonly string[]): Promise<ListedDispute[]> {
  const rows = await db.query<ListedRow>(sql`
    select ${listedColumns} from ${withCustomer} where d.id = any(${[...ids]}) and d.provider_id = ${providerId}`)
  return rows.map((row) => toDispute(row))
}

export interface DisputeQuery {
  providerId?: string | undefined
  customerId?: string | undefined
  statuses?: readonly DisputeStatus[] | undefined
  subjectId?: string | undefined
  after?: Cursor | undefined
  limit?: number | undefined
}

/** Disputes, newest first. */
export async function list(db: Queryable, query: DisputeQuery): Promise<ListedDispute[]> {
  const { after, limit } = query
  const rows = await db.query<ListedRow>(sql`
    select ${listedColumns} from ${withCustomer} where ${matching(query)}
    ${after ? sql`and (d.created_at, d.id) < (${after.at}, ${after.id})` : empty}
    order by d.created_at desc, d.id desc ${limit === undefined ? empty : sql`limit ${limit}`}`)
  return rows.map((row) => toDispute(row))
}

/** All disputes of a provider with their evidence bundles, newest first. */
export async function listWithEvidence(db: Queryable, providerId: string): Promise<Dispute[]> {
  const rows = await db.query<Row>(sql`
    select ${columnsWithEvidence} from ${withCustomer} where ${matching({ providerId })} order by d.created_at desc, d.id desc`)
  return rows.map((row) => toDispute(row))
}

const matching = ({ providerId, customerId, statuses, subjectId }: DisputeQuery) => sql`true
  ${providerId === undefined ? empty : sql`and d.provider_id = ${providerId}`}
  ${customerId === undefined ? empty : sql`and d.customer_id = ${customerId}`}
  ${statuses ? sql`and d.status = any(${[...statuses]})` : empty}
  ${subjectId === undefined ? empty : sql`and d.subject_id = ${subjectId}`}`

/** Number of disputes in each status, ignoring the status filter. */
export const countAll = (db: Queryable, { statuses: _, ...query }: DisputeQuery) =>
  db.query<{ status: DisputeStatus; count: number }>(
    sql`select d.status, count(*) as count from disputes d where ${matching(query)} group by d.status`,
  )

/** References of what a customer's open disputes are about. A dispute is open until its outcome takes effect. */
export async function listOpenReferences(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select subject_label as reference from disputes
    where customer_id = ${customerId} and status <> 'WITHDRAWN' and effective_at is null
    order by created_at limit 10`)
  return rows.map(({ reference }) => reference)
}

/** Whether a dispute about this subject was resolved before. */
export async function wasResolved(tx: Tx, subjectId: string): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from disputes where subject_id = ${subjectId} and status = 'RESOLVED' limit 1`)
  return row !== undefined
}

/** Inserts a dispute, unless one about the same subject is open. Returns whether it did. */
export async function insert(tx: Tx, dispute: Dispute): Promise<boolean> {
  const { subject } = dispute
  const rows = await tx.executeCount(sql`
    insert into disputes (id, provider_id, customer_id, subject_type, subject_id, subject_label, subject_title,
      subject_status, booking_id, contract_id, invoice_id, opened_by, reason_code, statement, desired_outcome, currency,
      total, amount, advanced_amount, status, respond_by, version, created_at, updated_at)
    values (${dispute.id}, ${dispute.providerId}, ${dispute.customer.id}, ${subject.type}, ${subject.id}, ${subject.label},
      ${subject.title}, ${subject.status}, ${dispute.bookingId}, ${dispute.contractId}, ${dispute.invoiceId},
      ${dispute.openedBy}, ${dispute.reasonCode}, ${dispute.statement}, ${dispute.desiredOutcome}, ${dispute.currency},
      ${dispute.total}, ${dispute.amount}, ${dispute.advancedAmount}, ${dispute.status}, ${dispute.respondBy},
      ${dispute.version}, ${dispute.createdAt}, ${dispute.updatedAt})
    on conflict (subject_type, subject_id) where status <> 'WITHDRAWN' and effective_at is null do nothing`)
  return rows === 1
}

export async function save(tx: Tx, dispute: Dispute): Promise<void> {
  await tx.execute(sql`
    update disputes set response = ${dispute.response}, responded_at = ${dispute.respondedAt}, status = ${dispute.status},
      negotiate_by = ${dispute.negotiateBy}, decide_by = ${dispute.decideBy}, review_reason = ${dispute.reviewReason},
      outcome = ${jsonOrNull(dispute.outcome)}::jsonb, appeal = ${jsonOrNull(dispute.appeal)}::jsonb,
      appeal_until = ${dispute.appealUntil}, effective_at = ${dispute.effectiveAt},
      settlement = ${jsonOrNull(dispute.settlement)}::jsonb, assignee = ${dispute.assignee},
      proposals = ${JSON.stringify(dispute.proposals)}::jsonb, last_action = ${dispute.lastAction},
      last_action_by = ${dispute.lastActionBy}, fired_timers = ${[...dispute.firedTimers]}, version = ${dispute.version},
      updated_at = ${dispute.updatedAt}
    where id = ${dispute.id}`)
}

export async function saveEvidenceBundle(tx: Queryable, id: string, bundle: StoredEvidenceBundle): Promise<void> {
  await tx.execute(sql`update disputes set evidence_pack = ${JSON.stringify(bundle)}::jsonb where id = ${id}`)
}

/** Removes a deleted customer's name from evidence bundles, which stay. */
export async function redactCustomer(tx: Queryable, customerId: string): Promise<void> {
  await tx.execute(sql`
    update disputes set evidence_pack = evidence_pack || jsonb_build_object(
      'chat', (
        select coalesce(jsonb_agg(case when c.item ->> 'by' = 'CUSTOMER' then c.item || '{"author": ""}' else c.item end
          order by c.position), '[]')
        from jsonb_array_elements(evidence_pack -> 'chat') with ordinality c(item, position)),
      'timeline', (
        select coalesce(jsonb_agg(case when t.item #>> '{actor,type}' = 'CUSTOMER'
          then jsonb_set(t.item, '{actor,name}', '""') else t.item end order by t.position), '[]')
        from jsonb_array_elements(evidence_pack -> 'timeline') with ordinality t(item, position)))
    where customer_id = ${customerId} and evidence_pack is not null`)
}

export interface EvidenceRow {
  id: string
  side: 'PROVIDER' | 'CUSTOMER'
  fileId: string
  note: string | null
  at: Date
}

/** Evidence, oldest first. */
export const listEvidence = (db: Queryable, disputeId: string) =>
  db.query<EvidenceRow>(sql`
    select id, side, file_id as "fileId", note, at from dispute_evidence where dispute_id = ${disputeId} order by at, id`)

export async function insertEvidence(
  tx: Tx,
  disputeId: string,
  { id, side, fileId, note, at }: EvidenceRow,
): Promise<void> {
  await tx.execute(sql`
    insert into dispute_evidence (id, dispute_id, side, file_id, note, at)
    values (${id}, ${disputeId}, ${side}, ${fileId}, ${note}, ${at})`)
}

/** Start and end of closed disputes about a job or contract, or about a part of one. */
export async function listClosed(
  db: Queryable,
  { bookingId, contractId }: { bookingId?: string; contractId?: string },
): Promise<{ openedAt: Date; endedAt: Date }[]> {
  return db.query(sql`
    select created_at as "openedAt", coalesce(effective_at, updated_at) as "endedAt" from disputes
    where ${bookingId === undefined ? sql`contract_id = ${contractId ?? ''}` : sql`booking_id = ${bookingId}`}
      and subject_type in ('BOOKING', 'CANCELLATION', 'CONTRACT', 'MILESTONE')
      and (status = 'WITHDRAWN' or effective_at is not null)
    order by created_at, id`)
}
