import * as z from 'zod/mini'
import { Day, FileId, line, prose } from '../core/values.ts'
import { MAX_AMOUNT } from '../common/money.ts'
import { ProposedSlot } from '../bookings/reschedules.ts'

/**
 * Content of an offer. A draft may be incomplete, a sent revision may not. Both have the same shape, so that forms,
 * templates, revisions and duplicates share it.
 */

export const MAX_LINES = 100
export const MAX_GROUPS = 5
/** Upper bound of a unit price, so that a hundred lines still add up exactly. */
export const MAX_UNIT_PRICE = 100_000_000_000

export const lineKinds = ['LABOUR', 'MATERIAL', 'TRAVEL', 'EQUIPMENT', 'DISPOSAL', 'FEE', 'OTHER'] as const
export const LineKind = z.enum(lineKinds, 'Choose a kind.')
export type LineKind = z.infer<typeof LineKind>
export const lineUnits = ['HOUR', 'DAY', 'ITEM', 'M', 'M2', 'M3', 'KG', 'L', 'TRIP', 'LUMP_SUM'] as const
export const LineUnit = z.enum(lineUnits, 'Choose a unit.')
export type LineUnit = z.infer<typeof LineUnit>

const QUANTITY = 'Enter a quantity from 0.001 to 99999.999.'
/** `"2.5"`: above zero, below a hundred thousand, up to three decimal places; text, so that no digit is lost. */
export const LineQuantity = z.string(QUANTITY).check(z.regex(/^(?!0+(\.0+)?$)\d{1,5}(\.\d{1,3})?$/, QUANTITY))

const amount = z
  .int('Enter an amount.')
  .check(z.gte(0, 'Use an amount of 0 or more.'), z.lte(MAX_AMOUNT, 'This is too much.'))
const UNIT_PRICE = 'Enter a price of 0 or more.'
export const UnitPrice = z.int(UNIT_PRICE).check(z.gte(0, UNIT_PRICE), z.lte(MAX_UNIT_PRICE, 'This is too much.'))
const bps = (max: number, message: string) => z.int(message).check(z.gte(0, message), z.lte(max, message))
const DISCOUNT = 'Use a discount of 0 to 100 %.'
export const TaxRate = bps(5000, 'Use a tax rate of 0 to 50 %.')

/** Ids within one offer: created by the author and stable across revisions, so that revisions can be compared. */
const PartId = z.string().check(z.regex(/^[\w-]{1,40}$/, 'Enter a valid id.'))

const quantityRange = z.object({ min: LineQuantity, max: LineQuantity }).check(
  z.refine(({ min, max }) => Number(min) <= Number(max), {
    error: 'Choose a range from less to more.',
    path: ['max'],
  }),
)

const lineFields = {
  id: PartId,
  sectionId: z.optional(z.nullable(PartId)),
  kind: LineKind,
  description: z._default(prose(0, 2000, 'Use at most 2,000 characters.'), ''),
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
const named = (min: number) => line(min, 120, 'Use 1 to 120 characters for the name.')
const DraftLine = z.object({ ...lineFields, name: named(0) })
export const OfferLine = z.object({ ...lineFields, name: named(1) })
export type OfferLine = z.infer<typeof OfferLine>

/** `maxSelect` 1: alternatives such as good, better, best. More: add-ons. */
const groupFields = {
  id: PartId,
  minSelect: z.int().check(z.gte(0), z.lte(MAX_LINES)),
  maxSelect: z.int().check(z.gte(1), z.lte(MAX_LINES)),
}
const DraftGroup = z.object({ ...groupFields, name: line(0, 80, 'Use 1 to 80 characters for the name.') })
export const OptionGroup = z
  .object({ ...groupFields, name: line(1, 80, 'Use 1 to 80 characters for the name.') })
  .check(
    z.refine(({ minSelect, maxSelect }) => minSelect <= maxSelect, {
      error: 'Choose at most as many as may be chosen.',
      path: ['minSelect'],
    }),
  )
export type OptionGroup = z.infer<typeof OptionGroup>

export const OfferSection = z.object({ id: PartId, title: line(0, 80, 'Use at most 80 characters.') })
export type OfferSection = z.infer<typeof OfferSection>

export const taxModes = ['EXCLUSIVE', 'INCLUSIVE', 'NONE'] as const
export const TaxMode = z.enum(taxModes, 'Choose how tax is shown.')
export type TaxMode = z.infer<typeof TaxMode>

const shareTypes = ['NONE', 'PERCENT', 'FIXED'] as const
/** `value`: basis points for PERCENT, an amount for FIXED. */
const share = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  z.object({ type: z.enum(shareTypes), value: z._default(amount, 0), ...extra }).check(
    z.refine((given) => (given as Share).type !== 'PERCENT' || (given as Share).value <= 10_000, {
      error: 'Use at most 100 %.',
      path: ['value'],
    }),
  )
export type Share = { type: (typeof shareTypes)[number]; value: number }

export const OfferDiscount = share({ label: z._default(line(0, 80, 'Use at most 80 characters.'), '') })
export type OfferDiscount = z.infer<typeof OfferDiscount>
export const OfferDeposit = share({ dueOn: z._default(z.enum(['ACCEPTANCE', 'BEFORE_START']), 'ACCEPTANCE') })
export type OfferDeposit = z.infer<typeof OfferDeposit>

export const instalmentDue = ['ACCEPTANCE', 'BEFORE_START', 'START', 'COMPLETION', 'DATE'] as const
/** A share of the amount after the deposit. The shares add up to 100 %; the last one takes the rounding difference. */
const Instalment = z.object({
  label: line(0, 80, 'Use at most 80 characters.'),
  shareBps: z.int().check(z.gte(1, 'Use more than 0 %.'), z.lte(10_000, 'Use at most 100 %.')),
  dueOn: z.enum(instalmentDue),
  dueDate: z.optional(z.nullable(Day)),
})
export type Instalment = z.infer<typeof Instalment>

export const materialsBy = ['PROVIDER', 'CUSTOMER', 'SHARED'] as const

const at = <T extends z.core.$ZodType>(item: T, max: number, message: string) =>
  z._default(z.array(item).check(z.maxLength(max, message)), [])
const files = (max: number) => at(FileId, max, `Use at most ${max} files.`)

const contentFields = {
  intro: z._default(prose(0, 2000, 'Use at most 2,000 characters.'), ''),
  taxMode: z._default(TaxMode, 'EXCLUSIVE'),
  sections: at(OfferSection, 20, 'Use at most 20 sections.'),
  discount: z._default(OfferDiscount, { type: 'NONE', value: 0, label: '' }),
  deposit: z._default(OfferDeposit, { type: 'NONE', value: 0, dueOn: 'ACCEPTANCE' }),
  paymentSchedule: at(Instalment, 12, 'Use at most 12 instalments.'),
  terms: z._default(prose(0, 10_000, 'Use at most 10,000 characters.'), ''),
  exclusions: z._default(prose(0, 5000, 'Use at most 5,000 characters.'), ''),
  warrantyMonths: z._default(z.int().check(z.gte(0), z.lte(120, 'Use at most 120 months.')), 0),
  materialsBy: z._default(z.enum(materialsBy), 'PROVIDER'),
  proposedSlots: at(ProposedSlot, 3, 'Propose at most 3 times.'),
  estimatedMinutes: z.optional(
    z.nullable(z.int().check(z.gte(15, 'At least 15 minutes.'), z.lte(100_000, 'This is too long.'))),
  ),
  /**
   * The last day for acceptance, in the customer's time zone. Defaults to the `offerValidDays` setting after sending.
   */
  validUntil: z.optional(z.nullable(Day)),
  photos: files(10),
  attachments: files(5),
  requiresContract: z._default(z.boolean(), false),
  messageToCustomer: z._default(prose(0, 2000, 'Use at most 2,000 characters.'), ''),
}

const title = (min: number) => line(min, 120, 'Use 3 to 120 characters for the title.')

/** What autosave stores: names, lines and amounts may be missing. */
export const OfferDraft = z.object({
  title: z._default(title(0), ''),
  ...contentFields,
  lineItems: at(DraftLine, MAX_LINES, `Use at most ${MAX_LINES} lines.`),
  optionGroups: at(DraftGroup, MAX_GROUPS, `Use at most ${MAX_GROUPS} groups.`),
})
export type OfferDraft = z.infer<typeof OfferDraft>

/** An empty draft. */
export const emptyDraft: OfferDraft = z.parse(OfferDraft, {})

/** Quantity times unit price at the largest quantity the customer may choose. */
const reach = ({
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
  if (!unique(lineItems.map(({ id }) => id))) complain('Each line needs an id of its own.', 'lineItems')
  if (!unique(optionGroups.map(({ id }) => id))) complain('Each group needs an id of its own.', 'optionGroups')
  if (!unique(sections.map(({ id }) => id))) complain('Each section needs an id of its own.', 'sections')
  for (const [index, item] of lineItems.entries()) {
    const here = (field: string) => ['lineItems', index, field] as const
    if (item.optionGroupId && !optionGroups.some(({ id }) => id === item.optionGroupId))
      complain('This group is not in the offer.', ...here('optionGroupId'))
    if (item.sectionId && !sections.some(({ id }) => id === item.sectionId))
      complain('This section is not in the offer.', ...here('sectionId'))
    if (!quantityInRange(item)) complain('Choose a quantity within the range.', ...here('quantity'))
    if (reach(item) > MAX_AMOUNT) complain('This line comes to too much.', ...here('unitPrice'))
  }
  for (const [index, { id, minSelect, maxSelect }] of optionGroups.entries()) {
    const members = lineItems.filter(({ optionGroupId }) => optionGroupId === id)
    const chosen = members.filter(({ selected }) => selected).length
    if (members.length < Math.max(minSelect, 1))
      complain('Add lines to choose from.', 'optionGroups', index, 'minSelect')
    else if (chosen < minSelect)
      complain(`Select at least ${minSelect} of this group to begin with.`, 'optionGroups', index, 'minSelect')
    else if (chosen > maxSelect)
      complain(`Select at most ${maxSelect} of this group to begin with.`, 'optionGroups', index, 'maxSelect')
  }
  for (const [index, { startAt, endAt }] of proposedSlots.entries()) {
    const length = Date.parse(endAt) - Date.parse(startAt)
    if (length <= 0) complain('Choose an end after the start.', 'proposedSlots', index, 'endAt')
    else if (length > 86_400_000) complain('A visit takes at most 24 hours.', 'proposedSlots', index, 'endAt')
  }
  for (const [index, { dueOn, dueDate }] of paymentSchedule.entries())
    if (dueOn === 'DATE' && !dueDate) complain('Choose a date.', 'paymentSchedule', index, 'dueDate')
  const parts = paymentSchedule.reduce((sum, { shareBps }) => sum + shareBps, 0)
  if (paymentSchedule.length > 0 && parts !== 10_000)
    complain('The instalments must add up to 100 %.', 'paymentSchedule')
  return problems
}

/** An offer that may be sent: complete in itself. That its total is above zero is checked with the totals. */
export const OfferContent = z
  .object({
    title: title(3),
    ...contentFields,
    lineItems: z
      .array(OfferLine, 'Add a line.')
      .check(z.minLength(1, 'Add a line.'), z.maxLength(MAX_LINES, `Use at most ${MAX_LINES} lines.`)),
    optionGroups: at(OptionGroup, MAX_GROUPS, `Use at most ${MAX_GROUPS} groups.`),
  })
  .check((payload) => {
    for (const { path, message } of contentProblems(payload.value))
      payload.issues.push({ code: 'custom', input: payload.value, path, message })
  })
export type OfferContent = z.infer<typeof OfferContent>

/** The customer's choices: selected optional lines and chosen quantities. */
export const Selections = z.object({
  lineIds: at(PartId, MAX_LINES, `Use at most ${MAX_LINES} lines.`),
  quantities: z._default(z.record(PartId, LineQuantity), {}),
})
export type Selections = z.infer<typeof Selections>
