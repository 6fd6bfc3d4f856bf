import { sql, type Queryable } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'

export interface NoteRow {
  id: string
  text: string
  at: Date
}

/** The notes of booking `b` as a JSON column. */
export const notesColumn = jsonRows(sql`select id, text, at from booking_notes where booking_id = b.id order by at, id`)
export const fromNotesColumn = (rows: JsonRow<NoteRow>[]): NoteRow[] =>
  rows.map((row) => fromJsonRow<NoteRow>(row, { at: true }))

export async function insert(tx: Queryable, bookingId: string, { id, text, at }: NoteRow): Promise<void> {
  await tx.execute(
    sql`insert into booking_notes (id, booking_id, text, at) values (${id}, ${bookingId}, ${text}, ${at})`,
  )
}

/** Deletes a note. Returns whether it existed. */
export async function remove(tx: Queryable, bookingId: string, id: string): Promise<boolean> {
  return (await tx.executeCount(sql`delete from booking_notes where booking_id = ${bookingId} and id = ${id}`)) > 0
}

export async function saveTags(tx: Queryable, bookingId: string, tags: readonly string[]): Promise<void> {
  await tx.execute(sql`update bookings set tags = ${[...tags]} where id = ${bookingId}`)
}
