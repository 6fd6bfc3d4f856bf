import { types } from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TIMESTAMPTZ = 1184

const toNumber = (value: string) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for a number`)
  return number
}
const builtInParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => (value: string) => unknown
const parseTextArray = builtInParser(1009) as (value: string) => (string | null)[]

const parseAnyInstant = builtInParser(TIMESTAMPTZ) as (value: string) => Date

/**
 * Parses a timestamp. Sessions use UTC, so it looks like `2026-03-01 12:00:00.123456+00`, which `Date` reads with `T` and
 * `Z` in it. Times before the year 1, after 9999 and infinite ones use the default parser.
 */
const parseInstant = (text: string): Date =>
  text[4] === '-' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyInstant(text)

/** `bigint` as number; `date` as the text `2026-03-01`, because a `Date` could be another day in other time zones. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return toNumber
    if (oid === TIMESTAMPTZ) return parseInstant
    if (oid === DATE) return (value) => value
    if (oid === INT8_ARRAY)
      return (value) => parseTextArray(value).map((item) => (item === null ? null : toNumber(item)))
    if (oid === DATE_ARRAY) return parseTextArray
  }
  return builtInParser(oid, format)
}
