import { sql, type Queryable } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'
import type { AmendmentRow, Contract, MilestoneRow, SignatureRow } from '../contract.types.ts'

/** Records saved with a contract: milestones, change orders, signatures, and who read which text. */

const milestoneColumns = sql`
  id, position, title, description, amount, due_date as "dueDate", status, booking_ids as "bookingIds",
  evidence_ids as "evidenceIds", note, started_at as "startedAt", submitted_at as "submittedAt",
  auto_approve_at as "autoApproveAt", approved_at as "approvedAt", approved_by_system as "approvedBySystem",
  paid_at as "paidAt", invoice_id as "invoiceId", settled_percent as "settledPercent",
  settled_amount as "settledAmount", changes, dispute_id as "disputeId"`

export const findContractOf = async (db: Queryable, milestoneId: string): Promise<string | undefined> =>
  (
    await db.maybeOne<{ contractId: string }>(
      sql`select contract_id as "contractId" from contract_milestones where id = ${milestoneId}`,
    )
  )?.contractId

export async function putMilestone(tx: Queryable, contractId: string, row: MilestoneRow): Promise<void> {
  await tx.execute(sql`
    insert into contract_milestones (id, contract_id, position, title, description, amount, due_date, status, booking_ids,
      evidence_ids, note, started_at, submitted_at, auto_approve_at, approved_at, approved_by_system, paid_at, invoice_id,
      settled_percent, settled_amount, changes, dispute_id)
    values (${row.id}, ${contractId}, ${row.position}, ${row.title}, ${row.description}, ${row.amount}, ${row.dueDate},
      ${row.status}, ${row.bookingIds}, ${row.evidenceIds}, ${row.note}, ${row.startedAt}, ${row.submittedAt},
      ${row.autoApproveAt}, ${row.approvedAt}, ${row.approvedBySystem}, ${row.paidAt}, ${row.invoiceId},
      ${row.settledPercent}, ${row.settledAmount}, ${JSON.stringify(row.changes)}::jsonb, ${row.disputeId})
    on conflict (id) do update set position = excluded.position, title = excluded.title,
      description = excluded.description, amount = excluded.amount, due_date = excluded.due_date,
      status = excluded.status, booking_ids = excluded.booking_ids, evidence_ids = excluded.evidence_ids,
      note = excluded.note, started_at = excluded.started_at, submitted_at = excluded.submitted_at,
      auto_approve_at = excluded.auto_approve_at, approved_at = excluded.approved_at,
      approved_by_system = excluded.approved_by_system, paid_at = excluded.paid_at, invoice_id = excluded.invoice_id,
      settled_percent = excluded.settled_percent, settled_amount = excluded.settled_amount, changes = excluded.changes, dispute_id = excluded.dispute_id`)
}

const amendmentColumns = sql`
  id, number, status, author, content, total, snapshot, content_hash as "contentHash",
  version_number as "versionNumber", answer_note as "answerNote", created_at as "createdAt", sent_at as "sentAt",
  expires_at as "expiresAt", decided_at as "decidedAt"`

export interface WorkColumns {
  milestones: JsonRow<MilestoneRow>[]
  amendments: JsonRow<AmendmentRow>[]
}

/** Milestones and change orders of contract `k` as JSON columns. */
export const workColumns = sql`
  ${jsonRows(sql`select ${milestoneColumns} from contract_milestones where contract_id = k.id order by position`)}
    as milestones,
  ${jsonRows(sql`select ${amendmentColumns} from contract_amendments where contract_id = k.id order by number`)}
    as amendments`

export const fromWorkColumns = ({ milestones, amendments }: WorkColumns): Pick<Contract, keyof WorkColumns> => ({
  milestones: milestones.map((row) =>
    fromJsonRow<MilestoneRow>(row, {
      startedAt: true,
      submittedAt: true,
      autoApproveAt: true,
      approvedAt: true,
      paidAt: true,
    }),
  ),
  amendments: amendments.map((row) =>
    fromJsonRow<AmendmentRow>(row, { createdAt: true, sentAt: true, expiresAt: true, decidedAt: true }),
  ),
})

export async function putAmendment(tx: Queryable, contractId: string, row: AmendmentRow): Promise<void> {
  await tx.execute(sql`
    insert into contract_amendments (id, contract_id, number, status, author, content, total, snapshot, content_hash,
      version_number, answer_note, created_at, sent_at, expires_at, decided_at)
    values (${row.id}, ${contractId}, ${row.number}, ${row.status}, ${row.author}, ${JSON.stringify(row.content)}::jsonb,
      ${row.total}, ${row.snapshot}, ${row.contentHash}, ${row.versionNumber}, ${row.answerNote}, ${row.createdAt},
      ${row.sentAt}, ${row.expiresAt}, ${row.decidedAt})
    on conflict (id) do update set status = excluded.status, content = excluded.content, total = excluded.total,
      snapshot = excluded.snapshot, content_hash = excluded.content_hash, version_number = excluded.version_number,
      answer_note = excluded.answer_note, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
      decided_at = excluded.decided_at`)
}

const signatureColumns = sql`
  id, amendment_id as "amendmentId", version_number as "versionNumber", party, content_hash as "contentHash",
  method, legal_name as "legalName", image_file_id as "imageFileId", consent_text_version as "consentTextVersion",
  consent_locale as "consentLocale", step_up as "stepUp", step_up_at as "stepUpAt", signed_at as "signedAt", ip,
  user_agent as "userAgent", time_zone as "timeZone", voided_at as "voidedAt", void_reason as "voidReason"`

/** Signatures, oldest first. */
export const listSignatures = (db: Queryable, contractId: string) =>
  db.query<SignatureRow>(
    sql`select ${signatureColumns} from contract_signatures where contract_id = ${contractId} order by signed_at, id`,
  )

/** The signatures of contract `k` as a JSON column, oldest first. */
export const signaturesColumn = jsonRows(
  sql`select ${signatureColumns} from contract_signatures where contract_id = k.id order by signed_at, id`,
)

export const fromSignaturesColumn = (rows: readonly JsonRow<SignatureRow>[]): SignatureRow[] =>
  rows.map((row) => fromJsonRow<SignatureRow>(row, { stepUpAt: true, signedAt: true, voidedAt: true }))

export async function insertSignature(tx: Queryable, contractId: string, row: SignatureRow): Promise<void> {
  await tx.execute(sql`
    insert into contract_signatures (id, contract_id, version_number, amendment_id, party, content_hash, method, legal_name,
      image_file_id, consent_text_version, consent_locale, step_up, step_up_at, signed_at, ip, user_agent, time_zone)
    values (${row.id}, ${contractId}, ${row.versionNumber}, ${row.amendmentId}, ${row.party}, ${row.contentHash},
      ${row.method}, ${row.legalName}, ${row.imageFileId}, ${row.consentTextVersion}, ${row.consentLocale}, ${row.stepUp}, ${row.stepUpAt},
      ${row.signedAt}, ${row.ip}, ${row.userAgent}, ${row.timeZone})`)
}

export async function hasSigned(
  db: Queryable,
  contractId: string,
  party: SignatureRow['party'],
  contentHash: string,
): Promise<boolean> {
  const { signed } = await db.one<{ signed: boolean }>(sql`
    select exists (select from contract_signatures where contract_id = ${contractId} and party = ${party}
      and content_hash = ${contentHash} and voided_at is null) as signed`)
  return signed
}

/** Voids the signatures of a version. Returns their number. */
export const voidSignatures = (
  tx: Queryable,
  contractId: string,
  { versionNumber, at, reason }: { versionNumber: number; at: Date; reason: string },
): Promise<number> =>
  tx.executeCount(sql`
    update contract_signatures set voided_at = ${at}, void_reason = ${reason}
    where contract_id = ${contractId} and version_number = ${versionNumber} and voided_at is null`)

export interface ReadingProgress {
  openedAt: Date | null
  readToEndAt: Date | null
}

/** How far a person has read one text of a contract. */
export interface ContractReading extends ReadingProgress {
  contentHash: string
}

/** How far a person has read each text of contract `k` as a JSON column. */
export const readingsColumn = (personId: string) =>
  jsonRows(sql`
    select content_hash as "contentHash", opened_at as "openedAt", read_to_end_at as "readToEndAt"
    from contract_readings where contract_id = k.id and person_id = ${personId}`)

export const fromReadingsColumn = (rows: readonly JsonRow<ContractReading>[]): ContractReading[] =>
  rows.map((row) => fromJsonRow<ContractReading>(row, { openedAt: true, readToEndAt: true }))

/** The reader, and the hash of the text that they read. */
export interface ReadingKey {
  personId: string
  contentHash: string
}

export async function findReading(
  db: Queryable,
  contractId: string,
  { personId, contentHash }: ReadingKey,
): Promise<ReadingProgress> {
  const row = await db.maybeOne<ReadingProgress>(sql`
    select opened_at as "openedAt", read_to_end_at as "readToEndAt" from contract_readings
    where contract_id = ${contractId} and person_id = ${personId} and content_hash = ${contentHash}`)
  return row ?? { openedAt: null, readToEndAt: null }
}

export async function putReading(
  tx: Queryable,
  contractId: string,
  { personId, contentHash }: ReadingKey,
  { openedAt, readToEndAt }: ReadingProgress,
): Promise<void> {
  await tx.execute(sql`
    insert into contract_readings (contract_id, person_id, content_hash, opened_at, read_to_end_at)
    values (${contractId}, ${personId}, ${contentHash}, ${openedAt}, ${readToEndAt})
    on conflict (contract_id, person_id, content_hash) do update set read_to_end_at = excluded.read_to_end_at`)
}
