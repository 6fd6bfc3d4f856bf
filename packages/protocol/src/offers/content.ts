import * as z from 'zod/mini'
import { Day, FileId, line, prose } from '../core/values.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { ProposedSlot } from '../bookings/reschedules.ts'
import { issueText } from '../core/issue-text.ts'
import {
  lineQuantityPattern,
  MAX_LINES,
  MAX_GROUPS,
  MAX_UNIT_PRICE,
  lineKinds,
  lineUnits,
  taxModes,
  instalmentDue,
  materialsBy,
} from './constants.ts'

/**
 * Content of an offer. A draft may be incomplete, a sent revision may not. Both have the same shape, so that forms,
 * templates, revisions and duplicates share it.
 */

export const LineKind = z.enum(lineKinds, issueText('KIND_REQUIRED'))
export type LineKind = z.infer<typeof LineKind>
export const LineUnit = z.enum(lineUnits, issueText('UNIT_REQUIRED'))
export type LineUnit = z.infer<typeof LineUnit>

const QUANTITY = issueText('QUANTITY_RANGE')
export const LineQuantity = z.string(QUANTITY).check(z.regex(lineQuantityPattern, QUANTITY))

const amount = z
  .int(issueText('AMOUNT_REQUIRED'))
  .check(z.gte(0, issueText('MIN_AMOUNT')), z.lte(MAX_AMOUNT, issueText('AMOUNT_TOO_LARGE')))
const UNIT_PRICE = issueText('UNIT_PRICE_NEGATIVE')
export const UnitPrice = z
  .int(UNIT_PRICE)
  .check(z.gte(0, UNIT_PRICE), z.lte(MAX_UNIT_PRICE, issueText('AMOUNT_TOO_LARGE')))
const bps = (max: number, message: string) => z.int(message).check(z.gte(0, message), z.lte(max, message))
const DISCOUNT = issueText('DISCOUNT_RANGE', { min: 0, max: 100 })
export const TaxRate = bps(5000, issueText('TAX_RATE_RANGE', { min: 0, max: 50 }))

/** Ids within one offer: created by the author and stable across revisions, so that revisions can be compared. */
const PartId = z.string().check(z.regex(/^[\w-]{1,40}$/, issueText('ID_INVALID')))

const quantityRange = z.object({ min: LineQuantity, max: LineQuantity }).check(
  z.refine(({ min, max }) => Number(min) <= Number(max), {
    error: issueText('RANGE_REVERSED'),
    path: ['max'],
  }),
)

const lineFields = {
  id: PartId,
  sectionId: z.optional(z.nullable(PartId)),
  kind: LineKind,
  description: z._default(prose(0, 2000, issueText('MAX_CHARACTERS')), ''),
  quantity: LineQuantity,
  unit: LineUnit,
  unitPrice: UnitPrice,
  /** The provider's cost. Never shown to the customer. */
  costPrice: z.optional(z.nullable(UnitPrice)),
  discountBps: z._default(bps(10_000, DISCOUNT), 0),
  taxRateBps: z._default(TaxRate, 0),
  /** The customer may deselect it. `selected` is the default. */
  optional: z._default(z.boolean(), false),
  optionGroupId: z.optional(z.nullable(PartId)),
  selected: z._default(z.boolean(), false),
  /** The customer chooses the quantity within this range. */
  customerQuantity: z.optional(z.nullable(quantityRange)),
  imageFileId: z.optional(z.nullable(FileId)),
}
const named = (min: number) => line(min, 120, issueText('NAME_LENGTH', { min: 1 }))
const DraftLine = z.object({ ...lineFields, name: named(0) })
export const OfferLine = z.object({ ...lineFields, name: named(1) })
export type OfferLine = z.infer<typeof OfferLine>

/** `maxSelect` 1: alternatives such as good, better, best. More: add-ons. */
const groupFields = {
  id: PartId,
  minSelect: z.int().check(z.gte(0), z.lte(MAX_LINES)),
  maxSelect: z.int().check(z.gte(1), z.lte(MAX_LINES)),
}
const DraftGroup = z.object({ ...groupFields, name: line(0, 80, issueText('NAME_LENGTH', { min: 1 })) })
export const OptionGroup = z.object({ ...groupFields, name: line(1, 80, issueText('NAME_LENGTH')) }).check(
  z.refine(({ minSelect, maxSelect }) => minSelect <= maxSelect, {
    error: issueText('MIN_ABOVE_MAX'),
    path: ['minSelect'],
  }),
)
export type OptionGroup = z.infer<typeof OptionGroup>

export const OfferSection = z.object({ id: PartId, title: line(0, 80, issueText('MAX_CHARACTERS')) })
export type OfferSection = z.infer<typeof OfferSection>

export const TaxMode = z.enum(taxModes, issueText('TAX_MODE_REQUIRED'))
export type TaxMode = z.infer<typeof TaxMode>

const shareTypes = ['NONE', 'PERCENT', 'FIXED'] as const
/** `value`: basis points for PERCENT, an amount for FIXED. */
const share = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  z.object({ type: z.enum(shareTypes), value: z._default(amount, 0), ...extra }).check(
    z.refine((value) => (value as Share).type !== 'PERCENT' || (value as Share).value <= 10_000, {
      error: issueText('MAX_PERCENT', { max: 100 }),
      path: ['value'],
    }),
  )
export type Share = { type: (typeof shareTypes)[number]; value: number }

export const OfferDiscount = share({ label: z._default(line(0, 80, issueText('MAX_CHARACTERS')), '') })
export type OfferDiscount = z.infer<typeof OfferDiscount>
export const OfferDeposit = share({ dueOn: z._default(z.enum(['ACCEPTANCE', 'BEFORE_START']), 'ACCEPTANCE') })
export type OfferDeposit = z.infer<typeof OfferDeposit>

/** A share of the amount after the deposit. The shares add up to 100 %; the last one takes the rounding difference. */
const Instalment = z.object({
  label: line(0, 80, issueText('MAX_CHARACTERS')),
  shareBps: z.int().check(z.gte(1, issueText('PERCENT_ZERO')), z.lte(10_000, issueText('MAX_PERCENT', { max: 100 }))),
  dueOn: z.enum(instalmentDue),
  dueDate: z.optional(z.nullable(Day)),
})
export type Instalment = z.infer<typeof Instalment>

const at = <T extends z.core.$ZodType>(item: T, max: number, message: string) =>
  z._default(z.array(item).check(z.maxLength(max, message)), [])
const files = (max: number) => at(FileId, max, issueText('MAX_FILES', { max }))

const contentFields = {
  intro: z._default(prose(0, 2000, issueText('MAX_CHARACTERS')), ''),
  taxMode: z._default(TaxMode, 'EXCLUSIVE'),
  sections: at(OfferSection, 20, issueText('MAX_SECTIONS', { max: 20 })),
  discount: z._default(OfferDiscount, { type: 'NONE', value: 0, label: '' }),
  deposit: z._default(OfferDeposit, { type: 'NONE', value: 0, dueOn: 'ACCEPTANCE' }),
  paymentSchedule: at(Instalment, 12, issueText('MAX_INSTALMENTS', { max: 12 })),
  terms: z._default(prose(0, 10_000, issueText('MAX_CHARACTERS')), ''),
  exclusions: z._default(prose(0, 5000, issueText('MAX_CHARACTERS')), ''),
  warrantyMonths: z._default(z.int().check(z.gte(0), z.lte(120, issueText('MAX_MONTHS'))), 0),
  materialsBy: z._default(z.enum(materialsBy), 'PROVIDER'),
  proposedSlots: at(ProposedSlot, 3, issueText('MAX_PROPOSED_TIMES', { max: 3 })),
  estimatedMinutes: z.optional(
    z.nullable(z.int().check(z.gte(15, issueText('MIN_MINUTES')), z.lte(100_000, issueText('TEXT_TOO_LONG')))),
  ),
  /**
   * The last day for acceptance, in the customer's time zone. Defaults to the `offerValidDays` setting after sending.
   */
  validUntil: z.optional(z.nullable(Day)),
  photos: files(10),
  attachments: files(5),
  requiresContract: z._default(z.boolean(), false),
  messageToCustomer: z._default(prose(0, 2000, issueText('MAX_CHARACTERS')), ''),
}

const title = (min: number) => line(min, 120, issueText('TITLE_LENGTH', { min: 3 }))

/** What autosave stores: names, lines and amounts may be missing. */
export const OfferDraft = z.object({
  title: z._default(title(0), ''),
  ...contentFields,
  lineItems: at(DraftLine, MAX_LINES, issueText('MAX_LINES', { max: MAX_LINES })),
  optionGroups: at(DraftGroup, MAX_GROUPS, issueText('MAX_GROUPS', { max: MAX_GROUPS })),
})
export type OfferDraft = z.infer<typeof OfferDraft>

/** Quantity times unit price at the largest quantity the customer may choose. */
const largestAmount = ({
  quantity,
  customerQuantity,
  unitPrice,
}: Pick<OfferLine, 'quantity' | 'customerQuantity' | 'unitPrice'>) =>
  Math.max(Number(quantity), Number(customerQuantity?.max ?? 0)) * unitPrice

const unique = (ids: readonly string[]) => new Set(ids).size === ids.length
const quantityInRange = ({ quantity, customerQuantity: range }: OfferLine) =>
  !range || (Number(quantity) >= Number(range.min) && Number(quantity) <= Number(range.max))

type Complete = OfferDraft
type Problem = { path: (string | number)[]; message: string }

/** Problems of an offer as a whole, each at its path. Shared by editor and server. */
export function contentProblems(content: Complete): Problem[] {
  const { lineItems, optionGroups, sections, paymentSchedule, proposedSlots } = content
  const problems: Problem[] = []
  const complain = (message: string, ...path: (string | number)[]) => problems.push({ path, message })
  if (!unique(lineItems.map(({ id }) => id))) complain(issueText('LINE_ID_REPEATED'), 'lineItems')
  if (!unique(optionGroups.map(({ id }) => id))) complain(issueText('GROUP_ID_REPEATED'), 'optionGroups')
  if (!unique(sections.map(({ id }) => id))) complain(issueText('SECTION_ID_REPEATED'), 'sections')
  for (const [index, item] of lineItems.entries()) {
    const pathOf = (field: string) => ['lineItems', index, field] as const
    if (item.optionGroupId && !optionGroups.some(({ id }) => id === item.optionGroupId))
      complain(issueText('GROUP_UNKNOWN'), ...pathOf('optionGroupId'))
    if (item.sectionId && !sections.some(({ id }) => id === item.sectionId))
      complain(issueText('SECTION_UNKNOWN'), ...pathOf('sectionId'))
    if (!quantityInRange(item)) complain(issueText('QUANTITY_OUT_OF_RANGE'), ...pathOf('quantity'))
    if (largestAmount(item) > MAX_AMOUNT) complain(issueText('LINE_TOTAL_TOO_LARGE'), ...pathOf('unitPrice'))
  }
  for (const [index, { id, minSelect, maxSelect }] of optionGroups.entries()) {
    const members = lineItems.filter(({ optionGroupId }) => optionGroupId === id)
    const chosen = members.filter(({ selected }) => selected).length
    if (members.length < Math.max(minSelect, 1)) complain(issueText('GROUP_EMPTY'), 'optionGroups', index, 'minSelect')
    else if (chosen < minSelect)
      complain(issueText('PRESELECTED_TOO_FEW', { min: minSelect }), 'optionGroups', index, 'minSelect')
    else if (chosen > maxSelect)
      complain(issueText('PRESELECTED_TOO_MANY', { max: maxSelect }), 'optionGroups', index, 'maxSelect')
  }
  for (const [index, { startAt, endAt }] of proposedSlots.entries()) {
    const length = Date.parse(endAt) - Date.parse(startAt)
    if (length <= 0) complain(issueText('END_BEFORE_START'), 'proposedSlots', index, 'endAt')
    else if (length > 86_400_000) complain(issueText('VISIT_TOO_LONG', { max: 24 }), 'proposedSlots', index, 'endAt')
  }
  for (const [index, { dueOn, dueDate }] of paymentSchedule.entries())
    if (dueOn === 'DATE' && !dueDate) complain(issueText('DATE_REQUIRED'), 'paymentSchedule', index, 'dueDate')
  const parts = paymentSchedule.reduce((sum, { shareBps }) => sum + shareBps, 0)
  if (paymentSchedule.length > 0 && parts !== 10_000) complain(issueText('INSTALMENTS_NOT_100'), 'paymentSchedule')
  return problems
}

/** An offer that may be sent: complete in itself. That its total is above zero is checked with the totals. */
export const OfferContent = z
  .object({
    title: title(3),
    ...contentFields,
    lineItems: z
      .array(OfferLine, issueText('LINE_REQUIRED'))
      .check(z.minLength(1, issueText('LINE_REQUIRED')), z.maxLength(MAX_LINES, issueText('MAX_LINES'))),
    optionGroups: at(OptionGroup, MAX_GROUPS, issueText('MAX_GROUPS', { max: MAX_GROUPS })),
  })
  .check((payload) => {
    for (const { path, message } of contentProblems(payload.value))
      payload.issues.push({ code: 'custom', input: payload.value, path, message })
  })
export type OfferContent = z.infer<typeof OfferContent>

/** The customer's choices: selected optional lines and chosen quantities. */
export const Selections = z.object({
  lineIds: at(PartId, MAX_LINES, issueText('MAX_LINES', { max: MAX_LINES })),
  quantities: z._default(z.record(PartId, LineQuantity), {}),
})
export type Selections = z.infer<typeof Selections>
