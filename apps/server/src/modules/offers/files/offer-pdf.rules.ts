import type { OfferDocument } from '@fettle/protocol/offers'
import { formatMoney } from '../../../platform/locale/money.ts'
import { monthsText, timesText } from '../../../platform/pdf/quantity.ts'
import { formatDate, formatDatedMoment, formatMoment } from '../offer.formatting.ts'

/** Text blocks of an offer's PDF. Pure. */

export const percent = (bps: number): string => `${(bps / 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`

interface Row {
  text: string
  amount: string
  strong: boolean
  note?: string
}

type PrintedOffer = Pick<OfferDocument, 'content' | 'totals' | 'currency'>

type PrintedLine = PrintedOffer['content']['lineItems'][number]

/** `Tiling × 12.5 m² at ₦8,500`. A lump sum is only its name. */
function lineText(item: PrintedLine, quantity: string, currency: string): string {
  const times = timesText(quantity, item.unit)
  const price = Number(quantity) === 1 ? '' : ` at ${formatMoney({ amount: item.unitPrice, currency })}`
  const discount = item.discountBps > 0 ? `, less ${percent(item.discountBps)}` : ''
  return `${item.name}${times}${price}${discount}`
}

/** Description of a line and its quantity range. */
function lineNote({ description, customerQuantity: range }: PrintedLine): string {
  return [description, range && `As much as you choose, from ${range.min} to ${range.max}.`].filter(Boolean).join('\n')
}

/** Blocks of an offer: sections with their lines, each option group separately. */
export function parts({ content, totals, currency }: PrintedOffer): { title: string; rows: Row[] }[] {
  const rowOf = (item: (typeof content.lineItems)[number], isChoice: boolean): Row => {
    const total = totals.lines.find(({ id }) => id === item.id)
    const mark = isChoice && total?.selected ? ' (included in the total)' : ''
    const amount = formatMoney({ amount: total?.amount ?? 0, currency })
    const text = `${lineText(item, total?.quantity ?? item.quantity, currency)}${mark}`
    const note = lineNote(item)
    return { text, amount, strong: false, ...(note && { note }) }
  }
  const fixed = content.lineItems.filter(({ optional, optionGroupId }) => !optional && !optionGroupId)
  const inSection = (id: string | null) => fixed.filter((item) => (item.sectionId ?? null) === id)
  const optional = content.lineItems.filter(({ optional: isOptional, optionGroupId }) => isOptional && !optionGroupId)
  const sections = [
    { title: content.sections.length > 0 ? 'General' : 'The work', lines: inSection(null) },
    ...content.sections.map(({ id, title }) => ({ title: title || 'The work', lines: inSection(id) })),
  ].map(({ title, lines }) => ({ title, rows: lines.map((item) => rowOf(item, false)) }))
  const groups = content.optionGroups.map(({ id, name, minSelect, maxSelect }) => ({
    title: `${name}: choose ${minSelect === maxSelect ? minSelect : `${minSelect} to ${maxSelect}`}`,
    rows: content.lineItems.filter(({ optionGroupId }) => optionGroupId === id).map((item) => rowOf(item, true)),
  }))
  const extras = { title: 'If you like', rows: optional.map((item) => rowOf(item, true)) }
  return [...sections, ...groups, extras].filter(({ rows }) => rows.length > 0)
}

/** From the sum of the lines to the total. */
export function sums({ content, totals, currency }: PrintedOffer): Row[] {
  const row = (text: string, amount: number, strong = false): Row => ({
    text,
    amount: formatMoney({ amount, currency }),
    strong,
  })
  const { subtotal, lineDiscounts, orderDiscount, taxes, total, net } = totals
  const isInclusive = content.taxMode === 'INCLUSIVE'
  const label = content.discount.label || 'Discount'
  const hasDiscounts = lineDiscounts > 0 || orderDiscount > 0
  return [
    ...(hasDiscounts ? [row('Sum', subtotal)] : []),
    ...(lineDiscounts > 0 ? [row('Discounts on single lines', -lineDiscounts)] : []),
    ...(orderDiscount > 0 ? [row(label, -orderDiscount)] : []),
    ...(content.taxMode === 'EXCLUSIVE' ? [row('Without tax', net)] : []),
    ...taxes
      .filter(({ rateBps }) => rateBps > 0)
      .map(({ rateBps, amount }) => row(`${isInclusive ? 'Including' : 'Plus'} ${percent(rateBps)} tax`, amount)),
    row('Total', total, true),
  ]
}

const dues = {
  ACCEPTANCE: 'on acceptance',
  BEFORE_START: 'before work begins',
  START: 'when work begins',
  COMPLETION: 'when the work is done',
  DATE: 'on a date',
} as const

export function payments({ totals, currency }: PrintedOffer): Row[] {
  return totals.instalments.map(({ label, amount, dueOn, dueDate, isDeposit }) => ({
    text: `${label || (isDeposit ? 'Deposit' : 'Balance')}, ${dueOn === 'DATE' && dueDate ? `due ${formatDate(dueDate)}` : dues[dueOn]}`,
    amount: formatMoney({ amount, currency }),
    strong: false,
  }))
}

const materials = {
  PROVIDER: 'Brought along',
  CUSTOMER: 'Bought by the customer',
  SHARED: 'Partly bought by the customer',
} as const

export function facts({ content, timeZone, validUntil, sentAt, provider, customerName }: OfferDocument) {
  const times = content.proposedSlots.map(({ startAt }) => formatMoment(new Date(startAt), timeZone))
  return [
    { label: 'For', value: customerName },
    { label: 'From', value: provider.name },
    { label: 'Sent', value: sentAt ? formatDatedMoment(new Date(sentAt), timeZone) : 'Not sent yet' },
    { label: 'Can be accepted until', value: formatDatedMoment(new Date(validUntil), timeZone) },
    { label: 'Materials', value: materials[content.materialsBy] },
    ...(content.warrantyMonths > 0 ? [{ label: 'Warranty', value: monthsText(content.warrantyMonths) }] : []),
    ...(times.length > 0 ? [{ label: 'Possible times', value: times.join('\n') }] : []),
  ]
}
