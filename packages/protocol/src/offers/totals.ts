import type { OfferDraft, OfferLine, OptionGroup, Selections, Share } from './content.ts'
import { emptyDraft } from './empty-draft.ts'
import { divideRounded, exactAmount, MAX_AMOUNT, shareOf, thousandths } from '../common/money.ts'
import { issueText } from '../core/issue-text.ts'
import type { OfferTotals } from './totals-view.ts'

/**
 * Totals of an offer, in integers of minor units, shared by browser and server. A line is rounded once; the order
 * discount is spread over the selected lines by largest remainder, so that nothing is lost; tax is rounded once per
 * rate; deposit and instalments follow from the selected total.
 */

type Content = Pick<
  OfferDraft,
  'taxMode' | 'sections' | 'lineItems' | 'optionGroups' | 'discount' | 'deposit' | 'paymentSchedule'
>
type Line = OfferDraft['lineItems'][number]

/** Whether the customer decides about a line. */
export const isChoice = ({ optional, optionGroupId }: Pick<OfferLine, 'optional' | 'optionGroupId'>): boolean =>
  optional || Boolean(optionGroupId)

/** The provider's default selection. */
export const defaultSelections = ({ lineItems }: Pick<OfferDraft, 'lineItems'>): Selections => ({
  lineIds: lineItems.filter((item) => isChoice(item) && item.selected).map(({ id }) => id),
  quantities: {},
})

const isChosen = (item: Line, { lineIds }: Selections) => !isChoice(item) || lineIds.includes(item.id)
const quantityOf = (item: Line, { quantities }: Selections) =>
  (item.customerQuantity ? quantities[item.id] : undefined) ?? item.quantity

/** A quantity in thousandths. Valid quantities are far below the limit of exact numbers. */
const thousandsIn = (quantity: string): number => Math.round(Number(quantity) * 1000)

/** Adds whole numbers. Throws RangeError where the sum could not be exact. */
function sumOf(amounts: readonly number[]): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  return Number.isSafeInteger(sum) ? sum : exactAmount(amounts.reduce((all, amount) => all + BigInt(amount), 0n))
}

/** Integer division, rounded half up. Both arguments are exact and not negative. */
function divideHalfUp(dividend: number, divisor: number): number {
  const remainder = dividend % divisor
  return (dividend - remainder) / divisor + (remainder * 2 >= divisor ? 1 : 0)
}

/**
 * Largest amount of a line. Far above what may be sent, and small enough that sums and taxes of a hundred lines are
 * exact: a draft may hold any quantity and price while it is typed.
 */
const MAX_LINE_AMOUNT = 10 * MAX_AMOUNT

const capped = (amount: bigint): number => (amount > BigInt(MAX_LINE_AMOUNT) ? MAX_LINE_AMOUNT : exactAmount(amount))

function amountsOf(item: Line, quantity: string) {
  const product = thousandsIn(quantity) * item.unitPrice
  // Fast path without bigint: an editor recalculates a hundred lines on every keystroke.
  if (item.discountBps === 0 && Number.isSafeInteger(product)) {
    const gross = divideHalfUp(product, 1000)
    return { gross, amount: gross, discount: 0 }
  }
  const discounted = product * (10_000 - item.discountBps)
  if (Number.isSafeInteger(discounted)) {
    const [gross, amount] = [divideHalfUp(product, 1000), divideHalfUp(discounted, 10_000_000)]
    return { gross, amount, discount: gross - amount }
  }
  const thousands = thousandths(quantity) * BigInt(item.unitPrice)
  const gross = capped(divideRounded(thousands, 1000n))
  // The line is rounded once as a whole; its discount is the difference.
  const amount = capped(divideRounded(thousands * BigInt(10_000 - item.discountBps), 10_000_000n))
  return { gross, amount, discount: gross - amount }
}

const shareFrom = (of: number, { type, value }: Share): number => {
  if (type === 'NONE') return 0
  return Math.min(of, type === 'PERCENT' ? shareOf(of, value) : value)
}

/** The integer part of `sum × amount ÷ whole`, and the remainder. */
function shareIn(sum: number, amount: number, whole: number): { share: number; rest: number } {
  const product = sum * amount
  if (Number.isSafeInteger(product)) {
    const rest = product % whole
    return { share: (product - rest) / whole, rest }
  }
  const exact = BigInt(sum) * BigInt(amount)
  return { share: Number(exact / BigInt(whole)), rest: Number(exact % BigInt(whole)) }
}

/**
 * Distributes a sum over parts in proportion, to the last unit: integer parts first, then single units to the largest
 * remainders. Ties go to the larger part, then to the smaller id, so that the order of the parts does not matter.
 */
export function spread(sum: number, parts: readonly { id: string; amount: number }[]): Map<string, number> {
  const whole = sumOf(parts.map(({ amount }) => amount))
  if (whole === 0) return new Map(parts.map(({ id }) => [id, 0]))
  const shares = parts.map(({ id, amount }) => ({ id, amount, ...shareIn(sum, amount, whole) }))
  let remainder = sum - sumOf(shares.map(({ share }) => share))
  const byRest = [...shares].sort((a, b) => b.rest - a.rest || b.amount - a.amount || (a.id < b.id ? -1 : 1))
  for (const item of byRest) {
    if (remainder === 0) break
    item.share += 1
    remainder -= 1
  }
  return new Map(shares.map(({ id, share }) => [id, share]))
}

function taxesOf(lines: readonly { taxRateBps: number; net: number }[], mode: Content['taxMode']) {
  if (mode === 'NONE') return []
  const rates = [...new Set(lines.map(({ taxRateBps }) => taxRateBps))].sort((a, b) => b - a)
  return rates.map((rateBps) => {
    const sum = sumOf(lines.filter(({ taxRateBps }) => taxRateBps === rateBps).map(({ net }) => net))
    if (mode === 'EXCLUSIVE') return { rateBps, base: sum, amount: shareOf(sum, rateBps) }
    const tax = exactAmount(divideRounded(BigInt(sum) * BigInt(rateBps), BigInt(10_000 + rateBps)))
    return { rateBps, base: sum - tax, amount: tax }
  })
}

function instalmentsOf({ deposit, paymentSchedule }: Content, depositAmount: number, balance: number) {
  const first =
    depositAmount > 0
      ? [{ label: '', amount: depositAmount, dueOn: deposit.dueOn, dueDate: null, isDeposit: true }]
      : []
  let remaining = balance
  const instalments = paymentSchedule.map(({ label, shareBps, dueOn, dueDate }, index) => {
    const amount = index === paymentSchedule.length - 1 ? remaining : Math.min(remaining, shareOf(balance, shareBps))
    remaining -= amount
    // A day chosen before for another due time does not count.
    return { label, amount, dueOn, dueDate: (dueOn === 'DATE' && dueDate) || null, isDeposit: false }
  })
  // Without a schedule the balance is due on completion.
  if (instalments.length === 0 && balance > 0)
    instalments.push({ label: '', amount: balance, dueOn: 'COMPLETION', dueDate: null, isDeposit: false })
  return [...first, ...instalments]
}

type Sums = Omit<OfferTotals, 'minTotal' | 'maxTotal'>

/** Totals of the selected lines, including discount and tax. */
function billOf({ lineItems, taxMode, discount }: Content, selections: Selections) {
  const lines = lineItems.map((item) => {
    const quantity = quantityOf(item, selections)
    const { gross, amount, discount: off } = amountsOf(item, quantity)
    return { item, id: item.id, quantity, selected: isChosen(item, selections), gross, discount: off, amount }
  })
  const chosen = lines.filter(({ selected }) => selected)
  const afterLines = sumOf(chosen.map(({ amount }) => amount))
  const orderDiscount = shareFrom(afterLines, discount)
  const shares = spread(orderDiscount, chosen)
  const taxes = taxesOf(
    chosen.map(({ id, amount, item }) => ({ taxRateBps: item.taxRateBps, net: amount - (shares.get(id) ?? 0) })),
    taxMode,
  )
  const paid = afterLines - orderDiscount
  const tax = sumOf(taxes.map(({ amount }) => amount))
  const total = taxMode === 'EXCLUSIVE' ? paid + tax : paid
  return { lines, chosen, afterLines, orderDiscount, shares, taxes, paid, tax, total }
}

function sumsOf(content: Content, selections: Selections): Sums {
  const { sections, taxMode, deposit } = content
  const { lines, chosen, afterLines, orderDiscount, shares, taxes, paid, tax, total } = billOf(content, selections)
  const subtotal = sumOf(chosen.map(({ gross }) => gross))
  const net = taxMode === 'INCLUSIVE' ? paid - tax : paid
  const depositAmount = shareFrom(total, deposit)
  const costs = chosen.flatMap(({ item, quantity }) =>
    item.costPrice === undefined || item.costPrice === null
      ? []
      : [amountsOf({ ...item, unitPrice: item.costPrice }, quantity).gross],
  )
  return {
    lines: lines.map(({ item: _, ...rest }) => ({ ...rest, orderDiscount: shares.get(rest.id) ?? 0 })),
    sections: sections.map(({ id }) => ({
      id,
      amount: sumOf(chosen.filter(({ item }) => item.sectionId === id).map(({ amount }) => amount)),
    })),
    subtotal,
    lineDiscounts: subtotal - afterLines,
    orderDiscount,
    net,
    taxes,
    total,
    deposit: depositAmount,
    balance: total - depositAmount,
    instalments: instalmentsOf(content, depositAmount, total - depositAmount),
    marginEstimate: costs.length > 0 ? net - sumOf(costs) : null,
  }
}

/** What a line adds to the bill, to find the cheapest and the most expensive selection. */
const weight = (item: Line, quantity: string, mode: Content['taxMode']) =>
  amountsOf(item, quantity).amount * (mode === 'EXCLUSIVE' ? 10_000 + item.taxRateBps : 10_000)

/** The cheapest and the most expensive selection that groups, options and quantities allow. */
function extremes(content: Content): Selections[] {
  const { lineItems, optionGroups, taxMode } = content
  return (['min', 'max'] as const).map((end) => {
    const quantities = Object.fromEntries(
      lineItems.flatMap(({ id, customerQuantity }) => (customerQuantity ? [[id, customerQuantity[end]]] : [])),
    )
    const ofGroup = ({ id, minSelect, maxSelect }: Pick<OptionGroup, 'id' | 'minSelect' | 'maxSelect'>) => {
      const members = lineItems
        .filter(({ optionGroupId }) => optionGroupId === id)
        .map((item) => ({ id: item.id, weight: weight(item, quantities[item.id] ?? item.quantity, taxMode) }))
        .sort((a, b) => a.weight - b.weight)
      return end === 'min' ? members.slice(0, minSelect) : members.slice(-maxSelect)
    }
    const free = end === 'max' ? lineItems.filter(({ optional, optionGroupId }) => optional && !optionGroupId) : []
    return { quantities, lineIds: [...optionGroups.flatMap(ofGroup), ...free].map(({ id }) => id) }
  })
}

/** All totals of an offer, with the given choices or the provider's default selection. */
export function calculateOffer(content: Content, selections: Selections = defaultSelections(content)): OfferTotals {
  const sums = sumsOf(content, selections)
  const isFixed = !content.lineItems.some((item) => isChoice(item) || item.customerQuantity)
  if (isFixed) return { ...sums, minTotal: sums.total, maxTotal: sums.total }
  const [least = 0, most = 0] = extremes(content).map((extreme) => billOf(content, extreme).total)
  return { ...sums, minTotal: Math.min(least, sums.total), maxTotal: Math.max(most, sums.total) }
}

/** An invalid choice: its path and what is wrong. */
export interface SelectionProblem {
  path: (string | number)[]
  message: string
}

/** Problems with a customer's choices: too few or too many of a group, or a quantity out of range. */
export function selectionProblems(
  { lineItems, optionGroups }: Pick<OfferDraft, 'lineItems' | 'optionGroups'>,
  { lineIds, quantities }: Selections,
): SelectionProblem[] {
  const problems: SelectionProblem[] = []
  const byId = new Map(lineItems.map((item) => [item.id, item]))
  for (const [index, id] of lineIds.entries()) {
    const item = byId.get(id)
    if (!item) problems.push({ path: ['lineIds', index], message: issueText('LINE_UNKNOWN') })
    else if (!isChoice(item)) problems.push({ path: ['lineIds', index], message: issueText('LINE_NOT_OPTIONAL') })
    else if (lineIds.indexOf(id) !== index)
      problems.push({ path: ['lineIds', index], message: issueText('LINES_REPEATED') })
  }
  for (const { id, name, minSelect, maxSelect } of optionGroups) {
    const count = lineItems.filter((item) => item.optionGroupId === id && lineIds.includes(item.id)).length
    if (count < minSelect)
      problems.push({ path: ['lineIds'], message: issueText('GROUP_TOO_FEW', { min: minSelect, name }) })
    if (count > maxSelect)
      problems.push({ path: ['lineIds'], message: issueText('GROUP_TOO_MANY', { max: maxSelect, name }) })
  }
  for (const [id, quantity] of Object.entries(quantities)) {
    const range = byId.get(id)?.customerQuantity
    const path = ['quantities', id]
    if (!range) problems.push({ path, message: issueText('QUANTITY_FIXED') })
    else if (Number(quantity) < Number(range.min) || Number(quantity) > Number(range.max))
      problems.push({ path, message: issueText('CHOOSE_QUANTITY', { min: range.min, max: range.max }) })
  }
  return problems
}

/** Totals of an empty draft. */
export const emptyTotals: OfferTotals = calculateOffer(emptyDraft)
