import type { WorkKind } from '@fettle/protocol/bookings/work-log'
import { sql, type Queryable, type Sql } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'

export interface SegmentRow {
  id: string
  bookingId: string
  kind: WorkKind
  startedAt: Date
  endedAt: Date | null
  editedReason: string | null
}

const rowsOf = (bookingId: Sql) => sql`
  select id, booking_id as "bookingId", kind, started_at as "startedAt", ended_at as "endedAt",
         edited_reason as "editedReason"
  from work_segments where booking_id = ${bookingId} order by started_at, id`

export const listOf = (db: Queryable, bookingId: string) => db.query<SegmentRow>(rowsOf(sql`${bookingId}`))

/** The time entries of booking `b` as a JSON column. */
export const workLogColumn = jsonRows(rowsOf(sql`b.id`))
export const fromWorkLogColumn = (rows: JsonRow<SegmentRow>[]): SegmentRow[] =>
  rows.map((row) => fromJsonRow<SegmentRow>(row, { startedAt: true, endedAt: true }))

export async function insert(tx: Queryable, segment: SegmentRow): Promise<void> {
  await tx.execute(sql`
    insert into work_segments (id, booking_id, kind, started_at, ended_at, edited_reason)
    values (${segment.id}, ${segment.bookingId}, ${segment.kind}, ${segment.startedAt}, ${segment.endedAt},
            ${segment.editedReason})`)
}

export async function save(tx: Queryable, segment: SegmentRow): Promise<void> {
  await tx.execute(sql`
    update work_segments set kind = ${segment.kind}, started_at = ${segment.startedAt}, ended_at = ${segment.endedAt},
      edited_reason = ${segment.editedReason}
    where id = ${segment.id}`)
}
