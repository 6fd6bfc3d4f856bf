import type { MessageDescriptor, MessageParam } from '@fettle/i18n/message'
import type { OfferDocument } from '@fettle/protocol/offers'
import { toLineText, toSumRows, type PricedRow } from '../../../platform/pdf/priced-lines.ts'

/** Text blocks of an offer's PDF. Pure. */

type PrintedOffer = Pick<OfferDocument, 'content' | 'totals' | 'currency'>

type PrintedLine = PrintedOffer['content']['lineItems'][number]

/** Description of a line, and its quantity range. */
function lineNotes({ description, customerQuantity: range }: PrintedLine): MessageParam[] {
  return [
    ...(description ? [description] : []),
    ...(range
      ? [
          {
            code: 'offer.quantity-range',
            params: { min: Number(range.min), max: Number(range.max) },
          } satisfies MessageDescriptor,
        ]
      : []),
  ]
}

/** A row with notes below its text, and a picture. */
type OfferRow = PricedRow & { notes: readonly MessageParam[]; imageFileId: string | null }

/** Blocks of an offer: sections with their lines, each option group separately. */
export function parts({ content, totals, currency }: PrintedOffer): { title: MessageParam; rows: OfferRow[] }[] {
  const totalOf = (item: PrintedLine) => totals.lines.find(({ id }) => id === item.id)
  const rowOf = (item: PrintedLine): OfferRow => {
    const total = totalOf(item)
    return {
      text: toLineText({ ...item, quantity: total?.quantity ?? item.quantity }, currency),
      amount: { amount: total?.amount ?? 0, currency },
      notes: lineNotes(item),
      imageFileId: item.imageFileId ?? null,
    }
  }
  /** A row the customer may choose. */
  const choiceOf = (item: PrintedLine): OfferRow => {
    const row = rowOf(item)
    return totalOf(item)?.selected ? { ...row, text: { code: 'offer.included', params: { line: row.text } } } : row
  }
  const fixed = content.lineItems.filter(({ optional, optionGroupId }) => !optional && !optionGroupId)
  const inSection = (id: string | null) => fixed.filter((item) => (item.sectionId ?? null) === id)
  const optional = content.lineItems.filter(({ optional: isOptional, optionGroupId }) => isOptional && !optionGroupId)
  const work: MessageDescriptor = { code: 'offer.work' }
  const sections = [
    { title: content.sections.length > 0 ? { code: 'offer.general' } : work, lines: inSection(null) },
    ...content.sections.map(({ id, title }) => ({ title: title || work, lines: inSection(id) })),
  ].map(({ title, lines }) => ({ title, rows: lines.map(rowOf) }))
  const groups = content.optionGroups.map(({ id, name, minSelect: min, maxSelect: max }) => ({
    title: { code: min === max ? 'offer.group' : 'offer.group-range', params: { name, min, max } },
    rows: content.lineItems.filter(({ optionGroupId }) => optionGroupId === id).map(choiceOf),
  }))
  const extras = { title: { code: 'offer.options' }, rows: optional.map(choiceOf) }
  return [...sections, ...groups, extras].filter(({ rows }) => rows.length > 0)
}

/** From the sum of the lines to the total. */
export const sumRows = ({ content, totals, currency }: PrintedOffer): PricedRow[] =>
  toSumRows(totals, { currency, taxMode: content.taxMode, discountLabel: content.discount.label })

/** The instalments with their due dates. */
export function payments({ totals, currency }: PrintedOffer): PricedRow[] {
  return totals.instalments.map(({ label, amount, dueOn, dueDate, isDeposit }) => {
    const part: MessageParam = label || { code: isDeposit ? 'offer.deposit' : 'offer.balance' }
    const text: MessageDescriptor =
      dueOn !== 'DATE'
        ? { code: `offer.due.${dueOn}`, params: { part } }
        : dueDate
          ? { code: 'offer.due.DATE', params: { part, day: { day: dueDate } } }
          : { code: 'offer.due.unset', params: { part } }
    return { text, amount: { amount, currency } }
  })
}

/** Values of several lines are lists. */
export function factRows({
  content,
  timeZone,
  validUntil,
  sentAt,
  provider,
  customerName,
}: OfferDocument): { label: MessageDescriptor; values: readonly MessageParam[] }[] {
  const toInstant = (at: string): MessageParam => ({ at, timeZone, show: 'document' })
  const times = content.proposedSlots.map(({ startAt }): MessageParam => ({ at: startAt, timeZone, show: 'sentence' }))
  return [
    { label: { code: 'document.customer' }, values: [customerName] },
    { label: { code: 'document.provider' }, values: [provider.name] },
    { label: { code: 'offer.sent' }, values: [sentAt ? toInstant(sentAt) : { code: 'offer.not-sent' }] },
    { label: { code: 'offer.valid-until' }, values: [toInstant(validUntil)] },
    { label: { code: 'offer.materials' }, values: [{ code: `offer.materials.${content.materialsBy}` }] },
    ...(content.warrantyMonths > 0
      ? [
          {
            label: { code: 'offer.warranty' },
            values: [{ code: 'offer.months', params: { months: content.warrantyMonths } }],
          },
        ]
      : []),
    ...(times.length > 0 ? [{ label: { code: 'offer.times' }, values: times }] : []),
  ]
}
