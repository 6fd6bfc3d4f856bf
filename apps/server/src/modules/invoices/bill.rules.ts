import type { InvoiceLine, InvoiceTotals } from '@fettle/protocol/invoices/invoices'
import { sumOf } from '@fettle/protocol/common/money'
import type { OfferContent, Selections } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'

/** What an invoice is made of: its lines and what they come to, added up as offers are. Pure. */

export interface InvoiceContent {
  lines: InvoiceLine[]
  totals: InvoiceTotals
}

/** What was agreed by an offer: its content and what the customer chose of it. */
export interface Agreement {
  content: OfferContent
  selections: Selections
}

/** Extra work, or less of it: signed, and with its tax inside. */
export interface ExtraLine {
  description: string
  quantity: string
  unitAmount: number
  amount: number
}

/** One amount for the whole of it. */
export function lumpSum(name: string, amount: number, description = ''): InvoiceContent {
  const line = { quantity: '1', unit: 'LUMP_SUM', unitPrice: amount, discountBps: 0, amount, taxRateBps: 0 }
  return {
    lines: [{ id: 'work', name, description, ...line }],
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

/** The chosen lines of an offer with its discount and its taxes. */
export function billOf({ content, selections }: Agreement): InvoiceContent {
  const { lines, subtotal, lineDiscounts, orderDiscount, net, taxes, total } = calculateOffer(content, selections)
  const chosen = lines.flatMap(({ id, selected, quantity, amount }) => {
    const item = content.lineItems.find((each) => each.id === id)
    if (!item || !selected) return []
    const { name, description, unit, unitPrice, discountBps, taxRateBps } = item
    return [{ id, name, description, quantity, unit, unitPrice, discountBps, amount, taxRateBps }]
  })
  return {
    lines: chosen,
    totals: { taxMode: content.taxMode, subtotal, lineDiscounts, orderDiscount, net, taxes, total },
  }
}

/** The same with what was agreed since. */
export function withExtras({ lines, totals }: InvoiceContent, extras: readonly ExtraLine[]): InvoiceContent {
  if (extras.length === 0) return { lines, totals }
  const more = sumOf(extras.map(({ amount }) => amount))
  const add = (amount: number) => sumOf([amount, more])
  const untaxed = totals.taxes.find(({ rateBps }) => rateBps === 0)
  const rest = totals.taxes.filter(({ rateBps }) => rateBps !== 0)
  const taxes = totals.taxMode === 'NONE' ? [] : [...rest, { rateBps: 0, base: add(untaxed?.base ?? 0), amount: 0 }]
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
