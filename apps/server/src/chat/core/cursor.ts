import * as z from 'zod/mini'
import { isStorable } from '../../platform/db/cursor.ts'
import { sanitizeInput } from '../../platform/http/input/sanitize-input.ts'
import { ChatRefusal } from './chat-refusal.ts'

/** An instant in a cursor, valid for PostgreSQL. */
export const CursorInstant = z.iso.datetime().check(z.refine((text) => isStorable(new Date(text))))

/** Encodes the end of a page as a cursor. */
export const encodeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Decodes a cursor. Throws code 4 if it is invalid. */
export function decodeCursor<Schema extends z.core.$ZodType>(cursor: string, position: Schema): z.output<Schema> {
  try {
    return z.parse(position, sanitizeInput(JSON.parse(Buffer.from(cursor, 'base64url').toString())))
  } catch {
    throw new ChatRefusal('INPUT', { message: 'This cursor is not valid.' })
  }
}
