import type { InvoiceLine, InvoiceTotals } from '@fettle/protocol/invoices/invoices'
import { sumOf } from '@fettle/protocol/common/money'
import type { OfferContent, Selections } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'

/** Lines and totals of an invoice, calculated like offers. Pure. */

export interface InvoiceContent {
  lines: InvoiceLine[]
  totals: InvoiceTotals
}

/** Content of an offer with the customer's choices. */
export interface Agreement {
  content: OfferContent
  selections: Selections
}

/** A line of a price adjustment: signed, including tax. */
export interface ExtraLine {
  description: string
  quantity: string
  unitAmount: number
  amount: number
}

/** One line for the whole amount. */
export function lumpSum(name: string, amount: number): InvoiceContent {
  const line = { quantity: '1', unit: 'LUMP_SUM', unitPrice: amount, discountBps: 0, amount, taxRateBps: 0 }
  return {
    lines: [{ id: 'work', name, description: '', ...line }],
    totals: {
      taxMode: 'NONE',
      subtotal: amount,
      lineDiscounts: 0,
      orderDiscount: 0,
      net: amount,
      taxes: [],
      total: amount,
    },
  }
}

/** The selected lines of an offer with discount and taxes. */
export function billOf({ content, selections }: Agreement): InvoiceContent {
  const { lines, subtotal, lineDiscounts, orderDiscount, net, taxes, total } = calculateOffer(content, selections)
  const chosen = lines.flatMap(({ id, selected, quantity, amount }) => {
    const item = content.lineItems.find((each) => each.id === id)
    if (!item || !selected) return []
    const { name, description, unit, unitPrice, discountBps, taxRateBps, imageFileId } = item
    const line = { id, name, description, quantity, unit, unitPrice, discountBps, amount, taxRateBps }
    return [{ ...line, ...(imageFileId && { imageFileId }) }]
  })
  return {
    lines: chosen,
    totals: { taxMode: content.taxMode, subtotal, lineDiscounts, orderDiscount, net, taxes, total },
  }
}

/** Adds the lines of price adjustments to an invoice's content. */
export function withExtras({ lines, totals }: InvoiceContent, extras: readonly ExtraLine[]): InvoiceContent {
  if (extras.length === 0) return { lines, totals }
  const more = sumOf(extras.map(({ amount }) => amount))
  const add = (amount: number) => sumOf([amount, more])
  const untaxed = totals.taxes.find(({ rateBps }) => rateBps === 0)
  const chargedTaxes = totals.taxes.filter(({ rateBps }) => rateBps !== 0)
  const taxes =
    totals.taxMode === 'NONE' ? [] : [...chargedTaxes, { rateBps: 0, base: add(untaxed?.base ?? 0), amount: 0 }]
  return {
    lines: [
      ...lines,
      ...extras.map(({ description, quantity, unitAmount, amount }, index) => ({
        id: `extra-${index + 1}`,
        name: description,
        description: '',
        quantity,
        unit: 'ITEM',
        unitPrice: unitAmount,
        discountBps: 0,
        amount,
        taxRateBps: 0,
      })),
    ],
    totals: { ...totals, subtotal: add(totals.subtotal), net: add(totals.net), taxes, total: add(totals.total) },
  }
}
