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
const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528

/**
 * Parses a timestamp. Sessions use UTC, so instants look like `2026-03-01 12:00:00.123456+00`, and reading digits by
 * position is several times faster than a pattern, which matters for long lists. Other formats use the default parser.
 */
function parseInstant(text: string): Date {
  const end = text.length - 3
  const isPlain = end >= 19 && text[0] !== '0' && text[4] === '-' && text[10] === ' ' && text.endsWith('+00')
  if (!isPlain) return parseAnyInstant(text)
  let milliseconds = 0
  for (let at = 20, placeValue = 100; at < end && placeValue >= 1; at += 1, placeValue /= 10) {
    milliseconds += (text.charCodeAt(at) - 48) * placeValue
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)]
  return new Date(
    Date.UTC(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), milliseconds),
  )
}

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
