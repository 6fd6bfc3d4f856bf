import type { AdjustmentStatus, PriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { sql, type Queryable, type Sql } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'

export interface AdjustmentRow {
  id: string
  bookingId: string
  status: AdjustmentStatus
  lines: PriceAdjustment['lines']
  /** Change of the price in minor units. */
  total: number
  currency: string
  reason: string
  photoIds: string[]
  scheduleImpactMinutes: number
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  answerNote: string | null
}

const rowsOf = (bookingId: Sql) => sql`
  select id, booking_id as "bookingId", status, lines, total, currency, reason, photo_ids as "photoIds",
         schedule_impact_minutes as "scheduleImpactMinutes", created_at as "createdAt", expires_at as "expiresAt",
         decided_at as "decidedAt", answer_note as "answerNote"
  from price_adjustments where booking_id = ${bookingId} order by created_at, id`

export const listOf = (db: Queryable, bookingId: string) => db.query<AdjustmentRow>(rowsOf(sql`${bookingId}`))

export const listOfMany = async (db: Queryable, bookingIds: string[]): Promise<AdjustmentRow[]> =>
  bookingIds.length === 0 ? [] : db.query<AdjustmentRow>(rowsOf(sql`any(${bookingIds})`))

/** The adjustments of booking `b` as a JSON column. */
export const adjustmentsColumn = jsonRows(rowsOf(sql`b.id`))
export const fromAdjustmentsColumn = (rows: JsonRow<AdjustmentRow>[]): AdjustmentRow[] =>
  rows.map((row) => fromJsonRow<AdjustmentRow>(row, { createdAt: true, expiresAt: true, decidedAt: true }))

export async function insert(tx: Queryable, row: AdjustmentRow): Promise<void> {
  await tx.execute(sql`
    insert into price_adjustments (id, booking_id, status, lines, total, currency, reason, photo_ids,
      schedule_impact_minutes, created_at, expires_at)
    values (${row.id}, ${row.bookingId}, ${row.status}, ${JSON.stringify(row.lines)}::jsonb, ${row.total},
      ${row.currency}, ${row.reason}, ${row.photoIds}, ${row.scheduleImpactMinutes}, ${row.createdAt}, ${row.expiresAt})`)
}

export async function save(tx: Queryable, row: AdjustmentRow): Promise<void> {
  await tx.execute(sql`
    update price_adjustments set status = ${row.status}, decided_at = ${row.decidedAt}, answer_note = ${row.answerNote}
    where id = ${row.id}`)
}

/** Adds an approved adjustment to the booking's price. The caller holds the schedule lock. */
export async function addToPrice(tx: Queryable, bookingId: string, amount: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update bookings set adjustments_total = adjustments_total + ${amount}::bigint, version = version + 1, updated_at = ${now}
    where id = ${bookingId}`)
}
