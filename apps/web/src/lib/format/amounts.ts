import { LineQuantity } from '@fettle/protocol/offers/content'
import { MAX_AMOUNT } from '@fettle/protocol/common/money'
import * as z from 'zod/mini'
import { regionalLocale } from './dates.ts'

/** Numbers as people type them into fields, and back. */

/** How many digits of a currency stand behind the point: two for naira, none for yen. */
const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const marks = new Map<string, string>()

/** What stands before the fraction where this browser lives: `.` or `,`. */
function decimalMark(): string {
  const locale = regionalLocale()
  const known = marks.get(locale)
  if (known) return known
  const mark = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(locale, mark)
  return mark
}

/**
 * `1,200.50`, `1 200,5`, `₦1,200` → `'1200.5'`. Of two different marks the last one stands before the fraction; one
 * alone does too, unless three digits follow and this browser's region would have written it between thousands.
 * Undefined where it is no number, or less than nothing.
 */
export function decimalOf(typed: string, mark = decimalMark()): string | undefined {
  const text = typed.replace(/[\s'’\p{Sc}\p{L}%]/gu, '')
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return undefined
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return trimmed(text, '')
  const both = text.includes('.') && text.includes(',')
  const isGroup =
    !both && (text.indexOf(text[last] ?? '') !== last || (text[last] !== mark && last === text.length - 4))
  const cut = isGroup ? text.length : last
  return trimmed(text.slice(0, cut).replace(/[.,]/g, ''), isGroup ? '' : text.slice(cut + 1))
}

function trimmed(whole: string, fraction: string): string {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const rest = fraction.replace(/0+$/, '')
  return rest ? `${digits}.${rest}` : digits
}

const formats = new Map<string, Intl.NumberFormat>()

/** A decimal as this region writes it: `1,200.5`. */
function formatDecimal(value: number, least: number, most: number): string {
  const key = `${regionalLocale()} ${least} ${most}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(regionalLocale(), { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, format)
  return format.format(value)
}

/** Minor units of what somebody typed: `1,200.5` naira → 120050. Undefined where it is no amount, or beyond any. */
export function amountOf(typed: string, currency: string, most = MAX_AMOUNT): number | undefined {
  const decimal = decimalOf(typed)
  if (decimal === undefined) return undefined
  const digits = minorDigits(currency)
  const [whole = '0', fraction = ''] = decimal.split('.')
  // Digits beyond the smallest coin would be rounded behind somebody's back.
  if (fraction.length > digits) return undefined
  const amount = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(amount) && amount <= most ? amount : undefined
}

/** An amount as it stands in a field: `1,200.50`, without its currency. */
export function amountInput(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  const unit = 10 ** digits
  return formatDecimal(amount / unit, amount % unit === 0 ? 0 : digits, digits)
}

/** Basis points of a percentage somebody typed: `7.5` → 750. Undefined beyond `most`. */
export function basisPointsOf(typed: string, most: number): number | undefined {
  const decimal = typed.trim() === '' ? '0' : decimalOf(typed)
  if (decimal === undefined || (decimal.split('.')[1]?.length ?? 0) > 2) return undefined
  const points = Math.round(Number(decimal) * 100)
  return points <= most ? points : undefined
}

export const percentInput = (basisPoints: number): string => formatDecimal(basisPoints / 100, 0, 2)

/** A quantity as the protocol has it, of what somebody typed: `2,5` → `'2.5'`. */
export function quantityOf(typed: string): string | undefined {
  const decimal = decimalOf(typed)
  return decimal !== undefined && z.safeParse(LineQuantity, decimal).success ? decimal : undefined
}

export const quantityInput = (quantity: string): string => formatDecimal(Number(quantity), 0, 3)
