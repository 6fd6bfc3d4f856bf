import type { ChecklistType } from '@fettle/protocol/bookings/checklists'
import { join, sql, type Queryable, type Sql } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'

export interface ChecklistItemRow {
  id: string
  bookingId: string
  position: number
  label: string
  type: ChecklistType
  required: boolean
  value: string | number | null
  doneAt: Date | null
  note: string | null
  photoId: string | null
}

const rowsOf = (bookingId: Sql) => sql`
  select id, booking_id as "bookingId", position, label, type, required, value, done_at as "doneAt", note,
         photo_id as "photoId"
  from booking_checklist where booking_id = ${bookingId} order by position`

export const listOf = (db: Queryable, bookingId: string) => db.query<ChecklistItemRow>(rowsOf(sql`${bookingId}`))

/** The checklist of booking `b` as a JSON column. */
export const checklistColumn = jsonRows(rowsOf(sql`b.id`))
export const fromChecklistColumn = (rows: JsonRow<ChecklistItemRow>[]): ChecklistItemRow[] =>
  rows.map((row) => fromJsonRow<ChecklistItemRow>(row, { doneAt: true }))

export async function insert(tx: Queryable, items: readonly ChecklistItemRow[]): Promise<void> {
  const rows = items.map(
    (item) =>
      sql`(${item.id}, ${item.bookingId}, ${item.position}::int, ${item.label}, ${item.type}, ${item.required}::boolean)`,
  )
  await tx.execute(
    sql`insert into booking_checklist (id, booking_id, position, label, type, required) values ${join(rows)}`,
  )
}

/** Moves items from a position on further down. In two steps, because positions are unique at every moment. */
export async function shiftItems(
  tx: Queryable,
  { bookingId, from, count }: { bookingId: string; from: number; count: number },
): Promise<void> {
  await tx.execute(sql`
    update booking_checklist set position = -(position + ${count}::int)
    where booking_id = ${bookingId} and position >= ${from}::int`)
  await tx.execute(
    sql`update booking_checklist set position = -position where booking_id = ${bookingId} and position < 0`,
  )
}

export async function save(tx: Queryable, item: ChecklistItemRow): Promise<void> {
  const value = item.value === null ? null : JSON.stringify(item.value)
  await tx.execute(sql`
    update booking_checklist set value = ${value}::jsonb, done_at = ${item.doneAt}, note = ${item.note},
      photo_id = ${item.photoId}
    where id = ${item.id}`)
}

/** Opens the item that a photo answers, because the photo is deleted. */
export async function reopenAnsweredBy(tx: Queryable, photoId: string): Promise<void> {
  await tx.execute(sql`
    update booking_checklist set photo_id = null, done_at = null where type = 'PHOTO' and photo_id = ${photoId}`)
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`delete from booking_checklist where id = ${id}`)
}
