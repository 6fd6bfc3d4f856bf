import type { RescheduleReason } from '@fettle/protocol/bookings/reschedules'
import { sql, type Queryable, type Sql } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRow, type JsonRow } from '../../../platform/db/json-rows.ts'
import type { StoredProposal } from '../booking.types.ts'

type Row = Omit<StoredProposal, 'slots'> & { slots: readonly { startAt: string; endAt: string }[] }

const columns = sql`
  id, booking_id as "bookingId", status, proposed_by as "proposedBy", slots, reason_code as "reasonCode", note,
  created_at as "createdAt", expires_at as "expiresAt", decided_at as "decidedAt", slot_index as "slotIndex"`

const toProposal = ({ slots, ...row }: Row): StoredProposal => ({
  ...row,
  slots: slots.map(({ startAt, endAt }) => ({ startAt: new Date(startAt), endAt: new Date(endAt) })),
})

export async function find(db: Queryable, bookingId: string, id: string): Promise<StoredProposal | undefined> {
  const row = await db.maybeOne<Row>(sql`
    select ${columns} from reschedule_proposals where id = ${id} and booking_id = ${bookingId}`)
  return row && toProposal(row)
}

const pendingOf = (bookingId: Sql) =>
  sql`select ${columns} from reschedule_proposals where booking_id = ${bookingId} and status = 'PENDING'`

export async function findPending(db: Queryable, bookingId: string): Promise<StoredProposal | null> {
  const row = await db.maybeOne<Row>(pendingOf(sql`${bookingId}`))
  return row ? toProposal(row) : null
}

export type PendingProposalColumn = JsonRow<Row> | null

/** The pending proposal of booking `b` as a JSON column. */
export const pendingProposalColumn = jsonRow(pendingOf(sql`b.id`))
export const fromPendingProposalColumn = (row: PendingProposalColumn): StoredProposal | null =>
  row && toProposal(fromJsonRow<Row>(row, { createdAt: true, expiresAt: true, decidedAt: true }))

export async function listPending(db: Queryable, bookingIds: readonly string[]): Promise<StoredProposal[]> {
  const rows = await db.query<Row>(sql`
    select ${columns} from reschedule_proposals where booking_id = any(${[...bookingIds]}) and status = 'PENDING'`)
  return rows.map(toProposal)
}

export async function insert(tx: Queryable, providerId: string, proposal: StoredProposal): Promise<void> {
  const reason: RescheduleReason = proposal.reasonCode
  await tx.execute(sql`
    insert into reschedule_proposals (id, booking_id, provider_id, status, proposed_by, slots, reason_code, note,
      created_at, expires_at)
    values (${proposal.id}, ${proposal.bookingId}, ${providerId}, ${proposal.status}, ${proposal.proposedBy},
      ${JSON.stringify(proposal.slots)}::jsonb, ${reason}, ${proposal.note}, ${proposal.createdAt},
      ${proposal.expiresAt})`)
}

export async function save(tx: Queryable, { id, status, decidedAt, slotIndex }: StoredProposal): Promise<void> {
  await tx.execute(sql`
    update reschedule_proposals set status = ${status}, decided_at = ${decidedAt}, slot_index = ${slotIndex}
    where id = ${id}`)
}
