import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { Line } from '../lines/sheet.ts'

/** Fields that affect the totals. */
const figures = [
  'id',
  'sectionId',
  'quantity',
  'unitPrice',
  'costPrice',
  'discountBps',
  'taxRateBps',
  'optional',
  'optionGroupId',
  'selected',
  'customerQuantity',
] as const satisfies (keyof Line)[]
const settings = ['taxMode', 'sections', 'optionGroups', 'discount', 'deposit', 'paymentSchedule'] as const

const sameLine = (one: Line, other: Line | undefined): boolean =>
  one === other || (other !== undefined && figures.every((figure) => one[figure] === other[figure]))

/** Whether two drafts have the same totals. */
export const sameFigures = (one: OfferDraft, other: OfferDraft): boolean =>
  settings.every((setting) => one[setting] === other[setting]) &&
  one.lineItems.length === other.lineItems.length &&
  one.lineItems.every((line, index) => sameLine(line, other.lineItems[index]))
