import { sql, type Sql } from './db.ts'

/**
 * Rows of other tables as columns of a statement. A record with parts is read by one statement this way; a statement for
 * each part would cost a round trip and a connection each.
 */

/** The rows of a statement as one JSON column, in their order. */
export const jsonRows = (rows: Sql): Sql => sql`(select coalesce(json_agg(row), '[]') from (${rows}) row)`

/** The only row of a statement as a JSON column, or null. */
export const jsonRow = (row: Sql): Sql => sql`(select row_to_json(row) from (${row}) row)`

/** A row as it arrives in JSON: instants are text. */
export type JsonRow<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name]
}

type InstantName<Row> = { [Name in keyof Row]: Date extends Row[Name] ? Name : never }[keyof Row]

/** The names of all instants of a row. The type checks that none is missing. */
export type InstantNames<Row> = Record<InstantName<Row>, true>

/** A row from JSON with its instants. */
export function fromJsonRow<Row extends object>(row: JsonRow<Row>, instants: InstantNames<Row>): Row {
  const read: Record<string, unknown> = { ...row }
  for (const name in instants) {
    const text = read[name]
    if (typeof text === 'string') read[name] = new Date(text)
  }
  return read as Row
}

/** A value for a JSON column that may be null. */
export const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value)
