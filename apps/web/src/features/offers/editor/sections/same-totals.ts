import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { Line } from '../lines/draft-edits.ts'

/** Fields of a line that affect the totals. */
const lineFields = [
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
const draftFields = ['taxMode', 'sections', 'optionGroups', 'discount', 'deposit', 'paymentSchedule'] as const

const sameLine = (one: Line, other: Line | undefined): boolean =>
  one === other || (other !== undefined && lineFields.every((field) => one[field] === other[field]))

/** Whether two drafts have the same totals. */
export const haveSameTotals = (one: OfferDraft, other: OfferDraft): boolean =>
  draftFields.every((field) => one[field] === other[field]) &&
  one.lineItems.length === other.lineItems.length &&
  one.lineItems.every((line, index) => sameLine(line, other.lineItems[index]))
