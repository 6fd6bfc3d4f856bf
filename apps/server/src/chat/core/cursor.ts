import * as z from 'zod/mini'
import { isStorable } from '../../platform/db/cursor.ts'
import { sanitizeInput } from '../../platform/http/input/sanitize-input.ts'
import { ChatRefusal } from './chat-refusal.ts'

/** An instant in a cursor, valid for PostgreSQL. */
export const CursorInstant = z
  .pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  )
  .check(z.refine(isStorable))

/** Cuts a page from rows read with one more than `limit`. The cursor is the position of its last row. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly unknown[],
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (!last || rows.length <= limit) return { page, nextCursor: null }
  return { page, nextCursor: Buffer.from(JSON.stringify(positionOf(last))).toString('base64url') }
}

/** Decodes a cursor, if there is one. Throws code 4 if it is invalid. */
export function decodeCursor<Schema extends z.core.$ZodType>(
  cursor: string | undefined,
  position: Schema,
): z.output<Schema> | undefined {
  if (cursor === undefined) return undefined
  try {
    return z.parse(position, sanitizeInput(JSON.parse(Buffer.from(cursor, 'base64url').toString())))
  } catch {
    throw new ChatRefusal('INPUT', { message: 'This cursor is not valid.' })
  }
}
