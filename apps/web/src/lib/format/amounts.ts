import { fractionDigitsOf } from '@fettle/i18n/format'
import { lineQuantityPattern } from '@fettle/protocol/offers/constants'
import { MAX_AMOUNT } from '@fettle/protocol/common/money'
import { formatter, regionalLocale } from './dates.ts'
import { latinDigits } from './digits.ts'

/** Parsing and formatting of numbers in input fields. */

const marks = new Map<string, string>()

/** Decimal separator of the browser's region: `.` or `,`. */
function decimalMark(): string {
  const locale = regionalLocale()
  const cached = marks.get(locale)
  if (cached) return cached
  const mark = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(locale, mark)
  return mark
}

/** Digits and separators of Arabic keyboards as those of Latin ones. */
const toLatin = (typed: string): string => latinDigits(typed).replaceAll('٫', '.').replaceAll('٬', ',')

/** Pattern of a currency or unit: `₦`, `NGN`, `Rs.`, `د.إ`, `%`. */
const UNIT = String.raw`(?:[\p{Sc}\p{L}%]\.?)*`
/** Currency or unit before or after a number. */
const SURROUNDING_UNIT = new RegExp(String.raw`^\s*${UNIT}\s*|\s*${UNIT}\s*$`, 'gu')
/** Spaces and apostrophes that separate thousands. */
const THOUSANDS_SPACES = /[\s'’](?=\d{3}(?!\d))/g
/** Digits in groups, as in 1,200,000 or, in India, 12,00,000. */
const GROUPED = /^\d*$|^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/

/**
 * Parses a typed decimal: `1,200.50`, `1 200,5`, `₦1,200` → `'1200.5'`. Of two different separators the last one is
 * decimal; a single one is too, unless three digits follow and it is the region's thousands separator. Undefined when
 * invalid, negative or not one number, such as `12 or 15`.
 */
export function parseDecimal(typed: string, mark = decimalMark()): string | undefined {
  const text = toLatin(typed).replace(SURROUNDING_UNIT, '').replace(THOUSANDS_SPACES, '')
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return undefined
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return trimmed(text, '')
  const hasBothMarks = text.includes('.') && text.includes(',')
  const isMark = text[last] === mark
  const following = text.length - last - 1
  const isGroup = !hasBothMarks && (text.indexOf(text[last] ?? '') !== last || (!isMark && following === 3))
  const whole = text.slice(0, isGroup ? text.length : last)
  // 1,2000 is a slip of 12,000 rather than 1.2.
  if (!GROUPED.test(whole) || (!isGroup && !hasBothMarks && !isMark && following > 3)) return undefined
  return trimmed(whole.replace(/[.,]/g, ''), isGroup ? '' : text.slice(last + 1))
}

function trimmed(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const rest = fraction.replace(/0+$/, '')
  return rest ? `${digits}.${rest}` : digits
}

/** Formats a decimal by region: `1,200.5`. */
const formatDecimal = (value: number, minDigits: number, maxDigits: number): string =>
  formatter().number(value, { minimumFractionDigits: minDigits, maximumFractionDigits: maxDigits })

/** Parses an amount to minor units: `1,200.5` naira → 120050. Undefined when invalid or above `max`. */
export function parseAmount(typed: string, currency: string, max = MAX_AMOUNT): number | undefined {
  const decimal = parseDecimal(typed)
  if (decimal === undefined) return undefined
  const digits = fractionDigitsOf(currency)
  const [whole = '0', fraction = ''] = decimal.split('.')
  // More digits than the currency has would be rounded silently.
  if (fraction.length > digits) return undefined
  const amount = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(amount) && amount <= max ? amount : undefined
}

/** Parses a whole number; empty is 0. Undefined when invalid or above `max`. */
export function parseWholeNumber(typed: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = typed.trim() === '' ? 0 : Number(parseDecimal(typed))
  return Number.isInteger(value) && value <= max ? value : undefined
}

/** Parses a number that may be negative: `-1,200` is what `parse` makes of `1,200`, below zero. */
export function parseSigned(typed: string, parse: (typed: string) => number | undefined): number | undefined {
  const unsigned = typed.replace(/^\s*[-−]/, '')
  const value = parse(unsigned)
  return unsigned === typed || !value ? value : -value
}

/** Formats an amount for an input field: `1,200.50`, without currency. */
export function amountInput(amount: number, currency: string): string {
  const digits = fractionDigitsOf(currency)
  const unit = 10 ** digits
  return formatDecimal(amount / unit, amount % unit === 0 ? 0 : digits, digits)
}

/** Parses a percentage to basis points: `7.5` → 750. Undefined above `max`. */
export function parseBasisPoints(typed: string, max: number): number | undefined {
  const decimal = typed.trim() === '' ? '0' : parseDecimal(typed)
  if (decimal === undefined || (decimal.split('.')[1]?.length ?? 0) > 2) return undefined
  const points = Math.round(Number(decimal) * 100)
  return points <= max ? points : undefined
}

/** Formats basis points as a percentage for an input field. */
export const percentInput = (basisPoints: number): string => formatDecimal(basisPoints / 100, 0, 2)

/** Parses a quantity to the API's format: `2,5` → `'2.5'`. */
export function parseQuantity(typed: string): string | undefined {
  const decimal = parseDecimal(typed)
  return decimal !== undefined && lineQuantityPattern.test(decimal) ? decimal : undefined
}

/** Formats a quantity for an input field. */
export const quantityInput = (quantity: string): string => formatDecimal(Number(quantity), 0, 3)
