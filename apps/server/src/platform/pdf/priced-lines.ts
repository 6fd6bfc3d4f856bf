import type { MessageParam } from '@fettle/i18n/message'
import { pdfMessages } from './pdf.messages.ts'

import type { WriteText } from './document-text.ts'
import type { AmountRow } from './printer.ts'

/** Rows of priced documents. Pure. */

export interface PricedRow {
  text: MessageParam
  amount: MessageParam
  strong?: boolean
}

export const writeRow = (write: WriteText, { text, amount, strong }: PricedRow): AmountRow => ({
  text: write(text),
  amount: write(amount),
  ...(strong && { strong }),
})

/** The picture of a row, if it has one. */
export function pictureOf(
  pictures: ReadonlyMap<string, Buffer>,
  id: string | null | undefined,
  alt: string,
): Pick<AmountRow, 'picture'> {
  const bytes = id ? pictures.get(id) : undefined
  return bytes ? { picture: { bytes, alt } } : {}
}

interface PricedLine {
  name: string
  quantity: string
  unit: string
  unitPrice: number
  discountBps: number
}

const toPercent = (bps: number): MessageParam => ({ percent: bps / 100 })

/** `12.5 m²`, `1 day`. Undefined for a single item or a lump sum. */
function toQuantity(quantity: string, unit: string): MessageParam | undefined {
  const code = `document.unit.${unit}`
  if (code in pdfMessages) return { code, params: { quantity: Number(quantity) } }
  return Number(quantity) === 1 ? undefined : Number(quantity)
}

/** `Tiling × 12.5 m²`. A lump sum is only its name. */
export function toUnpricedText({ name, quantity, unit }: Pick<PricedLine, 'name' | 'quantity' | 'unit'>): MessageParam {
  const measured = toQuantity(quantity, unit)
  return measured === undefined ? name : { code: 'document.line-quantity', params: { line: name, quantity: measured } }
}

/** `Tiling × 12.5 m² at ₦8,500, less 5%`. */
export function toLineText(
  { name, quantity, unit, unitPrice, discountBps }: PricedLine,
  currency: string,
): MessageParam {
  let line = toUnpricedText({ name, quantity, unit })
  if (Number(quantity) !== 1)
    line = { code: 'document.line-price', params: { line, price: { amount: unitPrice, currency } } }
  if (discountBps > 0) line = { code: 'document.line-discount', params: { line, discount: toPercent(discountBps) } }
  return line
}

interface PricedTotals {
  subtotal: number
  lineDiscounts: number
  orderDiscount: number
  net: number
  taxes: readonly { rateBps: number; amount: number }[]
  total: number
}

/** From the sum of the lines to the total. */
export function toSumRows(
  { subtotal, lineDiscounts, orderDiscount, net, taxes, total }: PricedTotals,
  { currency, taxMode, discountLabel }: { currency: string; taxMode: string; discountLabel?: string },
): PricedRow[] {
  const row = (text: MessageParam, amount: number, strong = false): PricedRow => ({
    text,
    amount: { amount, currency },
    ...(strong && { strong }),
  })
  const tax = taxMode === 'INCLUSIVE' ? 'document.tax-included' : 'document.tax-added'
  return [
    ...(lineDiscounts > 0 || orderDiscount > 0 ? [row({ code: 'document.subtotal' }, subtotal)] : []),
    ...(lineDiscounts > 0 ? [row({ code: 'document.line-discounts' }, -lineDiscounts)] : []),
    ...(orderDiscount > 0 ? [row(discountLabel || { code: 'document.discount' }, -orderDiscount)] : []),
    ...(taxMode === 'EXCLUSIVE' ? [row({ code: 'document.net' }, net)] : []),
    ...taxes
      .filter(({ rateBps }) => rateBps > 0)
      .map(({ rateBps, amount }) => row({ code: tax, params: { rate: toPercent(rateBps) } }, amount)),
    row({ code: 'document.total' }, total, true),
  ]
}
