import { issueText } from '@fettle/protocol/core/issue-text'
import { fieldError } from '../errors.ts'

/** Keyset position: the sort time and id of the last row of a page. */
export interface Cursor {
  at: Date
  id: string
}

/** A position in a list whose rows may have no time. */
export interface NullableCursor {
  at: Date | null
  id: string
}

/** Encodes a cursor for clients: opaque, and valid only as a position in the caller's own list. */
export const encodeCursor = ({ at, id }: NullableCursor): string =>
  Buffer.from(`${at?.getTime() ?? ''}.${id}`).toString('base64url')

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether an instant is within the years 1 to 9999, because PostgreSQL rejects some that JavaScript can represent. */
export const isStorable = (at: Date): boolean => at.getTime() >= FIRST_INSTANT && at.getTime() <= LAST_INSTANT

/** Decodes a cursor. Throws VALIDATION_FAILED if it is invalid. */
export function decodeCursor(cursor: string): Cursor {
  const { at, id } = decodeNullableCursor(cursor)
  if (at === null) throw invalidCursor()
  return { at, id }
}

/** Decodes a cursor of a list whose rows may have no time. Throws VALIDATION_FAILED if it is invalid. */
export function decodeNullableCursor(cursor: string): NullableCursor {
  const [, time, id] =
    /^(-?\d{1,15})?\.([a-z]{3}_[0-9A-Z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const at = time === undefined ? null : new Date(Number(time))
  if (!id || (at && !isStorable(at))) throw invalidCursor()
  return { at, id }
}

const invalidCursor = () => fieldError(['cursor'], 'INVALID_FORMAT', issueText('CURSOR_INVALID'))

/** Cuts a page from rows read with one more than `limit`; the extra row shows that there is a next page. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => NullableCursor,
): { page: Row[]; nextCursor: string | null } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && found.length > limit ? encodeCursor(cursorOf(last)) : null }
}
