import { issueText } from '@fettle/protocol/core/issue-text'
import { fieldError } from '../errors.ts'

/** What a list is sorted by. Null: a row without a time. Infinity: a deadline that never comes. */
export type SortValue = Date | number | string | null

/** Keyset position of the last row of a page: what the list is sorted by, mostly a time, and the id. */
export interface Cursor<Value extends SortValue = Date> {
  at: Value
  id: string
}

/** Encodes a cursor for clients: opaque, and valid only as a position in the caller's own list. */
export const encodeCursor = ({ at, id }: Cursor<SortValue>): string =>
  Buffer.from(`${at instanceof Date ? at.getTime() : (at ?? '')}.${id}`).toString('base64url')

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether an instant is within the years 1 to 9999, because PostgreSQL rejects some that JavaScript can represent. */
export const isStorable = (at: Date): boolean => at.getTime() >= FIRST_INSTANT && at.getTime() <= LAST_INSTANT

function readTime(text: string): Date {
  const at = new Date(readNumber(text))
  if (!isStorable(at)) throw invalidCursor()
  return at
}

function readNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw invalidCursor()
  return Number(text)
}

function readText(text: string): string {
  // PostgreSQL stores no zero bytes.
  if (text.includes('\0')) throw invalidCursor()
  return text
}

const readers = {
  time: readTime,
  /** Rows may have no time. */
  optionalTime: (text: string) => (text === '' ? null : readTime(text)),
  /** Rows without a time sort as the last. */
  deadline: (text: string) => (text === String(Infinity) ? Infinity : readTime(text)),
  number: readNumber,
  text: readText,
} satisfies Record<string, (text: string) => SortValue>

/** Types of the values that lists are sorted by. */
export type SortType = keyof typeof readers

/** Decodes a cursor of a list sorted by time. Throws VALIDATION_FAILED if it is invalid. */
export const decodeCursor = (cursor: string): Cursor => decodeWith(readers.time, cursor)

/** Decodes a cursor of a list sorted by values of a type. Throws VALIDATION_FAILED if it is invalid. */
export const decodeSortCursor = (cursor: string, type: SortType): Cursor<SortValue> =>
  decodeWith<SortValue>(readers[type], cursor)

function decodeWith<Value extends SortValue>(read: (text: string) => Value, cursor: string): Cursor<Value> {
  const [, value, id] = /^(.*)\.([a-z]{3}_[0-9A-Z]{26})$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (value === undefined || id === undefined) throw invalidCursor()
  return { at: read(value), id }
}

const invalidCursor = () => fieldError(['cursor'], 'INVALID_FORMAT', issueText('CURSOR_INVALID'))

/** Cuts a page from rows read with one more than `limit`; the extra row shows that there is a next page. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor<SortValue>,
): { page: Row[]; nextCursor: string | null } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: last && found.length > limit ? encodeCursor(cursorOf(last)) : null }
}
