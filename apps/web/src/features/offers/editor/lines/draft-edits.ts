import type { OfferDraft, OptionGroup } from '@fettle/protocol/offers/content'
import { MAX_GROUPS, MAX_LINES } from '@fettle/protocol/offers/constants'

/** Changes of an offer draft as pure functions; ids are passed in. */

export type Line = OfferDraft['lineItems'][number]
export type NewId = () => string

/** A line with default values. */
export const emptyLine = (id: string, overrides: Partial<Line> = {}): Line => ({
  id,
  kind: 'LABOUR',
  name: '',
  description: '',
  quantity: '1',
  unit: 'ITEM',
  unitPrice: 0,
  discountBps: 0,
  taxRateBps: 0,
  optional: false,
  selected: false,
  ...overrides,
})

/** Lines of a section; those without a section come first. */
export interface SectionLines {
  section: OfferDraft['sections'][number] | undefined
  lines: Line[]
}

/** Lines grouped by section. Lines of a deleted section count as without one. */
export function blocksOf({ sections, lineItems }: Pick<OfferDraft, 'sections' | 'lineItems'>): SectionLines[] {
  const sectionIds = new Set(sections.map(({ id }) => id))
  const under = (id: string | undefined) =>
    lineItems.filter(({ sectionId }) => (sectionId && sectionIds.has(sectionId) ? sectionId : undefined) === id)
  return [undefined, ...sections].map((section) => ({ section, lines: under(section?.id) }))
}

const withLines = (content: OfferDraft, lineItems: Line[]): OfferDraft => ({ ...content, lineItems })
const orderOf = (content: OfferDraft): Line[] => blocksOf(content).flatMap(({ lines }) => lines)

/** Changes fields of a line. */
export const setLine = (content: OfferDraft, id: string, patch: Partial<Line>): OfferDraft =>
  withLines(
    content,
    content.lineItems.map((line) => (line.id === id ? { ...line, ...patch } : line)),
  )

export interface NewLineOptions {
  /** Id of the line above it. */
  after?: string | undefined
  /** Without `after`: the section at whose end it is. */
  sectionId?: string | undefined
  values?: Partial<Line>
  /** The provider's default tax. */
  usualTaxRateBps?: number
}

/**
 * Adds a line with unit and tax of the previous one; the first line gets the provider's default tax. Returns the same
 * draft when the limit is reached.
 */
export function addLine(content: OfferDraft, id: string, options: NewLineOptions = {}): OfferDraft {
  const { after, values, usualTaxRateBps = 0 } = options
  if (content.lineItems.length >= MAX_LINES) return content
  const lines = orderOf(content)
  const before = lines.find((line) => line.id === after) ?? lines.findLast(({ optionGroupId }) => !optionGroupId)
  const sectionId = after ? before?.sectionId : options.sectionId
  const like = before && { kind: before.kind, unit: before.unit, taxRateBps: before.taxRateBps }
  const line = emptyLine(id, { taxRateBps: usualTaxRateBps, ...like, ...(sectionId && { sectionId }), ...values })
  const at = after ? lines.findIndex((other) => other.id === after) + 1 : endOf(lines, sectionId ?? undefined)
  return withLines(content, lines.toSpliced(at, 0, line))
}

const endOf = (lines: readonly Line[], sectionId: string | undefined): number => {
  const last = lines.findLastIndex((line) => (line.sectionId ?? undefined) === sectionId)
  if (last >= 0) return last + 1
  return sectionId ? lines.length : 0
}

export const removeLine = (content: OfferDraft, id: string): OfferDraft =>
  withLines(
    content,
    content.lineItems.filter((line) => line.id !== id),
  )

/**
 * Puts a removed line back to its position. Its section and group may be gone: without the group it is optional, so that
 * it does not add to the price.
 */
export function restoreLine(content: OfferDraft, line: Line, position: number): OfferDraft {
  const { lineItems, sections, optionGroups } = content
  if (lineItems.length >= MAX_LINES || lineItems.some(({ id }) => id === line.id)) return content
  const hasLostGroup = line.optionGroupId && !optionGroups.some(({ id }) => id === line.optionGroupId)
  const restored = {
    ...line,
    ...(!sections.some(({ id }) => id === line.sectionId) && { sectionId: null }),
    ...(hasLostGroup && { optionGroupId: null, optional: true }),
  }
  return withLines(content, lineItems.toSpliced(position, 0, restored))
}

/** Duplicates a line below it; a copy of a group's line belongs to the group too. */
export function copyLine(content: OfferDraft, id: string, copyId: string): OfferDraft {
  const line = content.lineItems.find((other) => other.id === id)
  return line ? addLine(content, copyId, { after: id, values: { ...line, id: copyId, selected: false } }) : content
}

/** Moves a line up or down by one, across section boundaries. */
export function moveLine(content: OfferDraft, id: string, by: 1 | -1): OfferDraft {
  const blocks = blocksOf(content)
  const at = blocks.findIndex(({ lines }) => lines.some((line) => line.id === id))
  const block = blocks[at]
  if (!block) return content
  const index = block.lines.findIndex((line) => line.id === id)
  const target = block.lines[index + by]
  if (target) return moveLineBeside(content, id, { beside: target.id, below: by > 0 })
  const next = blocks[at + by]
  if (!next) return content
  const first = by > 0 ? next.lines[0] : next.lines.at(-1)
  if (first) return moveLineBeside(content, id, { beside: first.id, below: by < 0 })
  return setLine(content, id, { sectionId: next.section?.id ?? null })
}

/** Moves a line next to another one, into its section. */
export function moveLineBeside(content: OfferDraft, id: string, to: { beside: string; below: boolean }): OfferDraft {
  const lines = orderOf(content)
  const line = lines.find((other) => other.id === id)
  const target = lines.find((other) => other.id === to.beside)
  if (!line || !target || line === target) return content
  const otherLines = lines.filter((other) => other !== line)
  const at = otherLines.indexOf(target) + (to.below ? 1 : 0)
  return withLines(content, otherLines.toSpliced(at, 0, { ...line, sectionId: target.sectionId ?? null }))
}

export const addSection = (content: OfferDraft, id: string): OfferDraft => ({
  ...content,
  sections: [...content.sections, { id, title: '' }],
})

export const nameSection = (content: OfferDraft, id: string, title: string): OfferDraft => ({
  ...content,
  sections: content.sections.map((section) => (section.id === id ? { ...section, title } : section)),
})

export function moveSection(content: OfferDraft, id: string, by: 1 | -1): OfferDraft {
  const at = content.sections.findIndex((section) => section.id === id)
  const section = content.sections[at]
  const to = at + by
  if (!section || to < 0 || to >= content.sections.length) return content
  return { ...content, sections: content.sections.toSpliced(at, 1).toSpliced(to, 0, section) }
}

/** Removes a section and keeps its lines. */
export const removeSection = (content: OfferDraft, id: string): OfferDraft => ({
  ...content,
  sections: content.sections.filter((section) => section.id !== id),
  lineItems: content.lineItems.map((line) => (line.sectionId === id ? { ...line, sectionId: null } : line)),
})

type Group = OptionGroup

/** Whether nothing has been entered. */
export const isBlank = ({ name, unitPrice, description }: Line): boolean =>
  name.trim() === '' && unitPrice === 0 && description === ''

/** Adds an option group with empty lines, the middle one of three preselected. Replaces blank lines. */
export function addGroup(
  before: OfferDraft,
  { name, lines }: { name: string; lines: readonly string[] },
  newId: NewId,
  usualTaxRateBps = 0,
): OfferDraft {
  const content = before.lineItems.some(isBlank)
    ? withLines(
        before,
        before.lineItems.filter((line) => !isBlank(line)),
      )
    : before
  const fits = content.optionGroups.length < MAX_GROUPS && content.lineItems.length + lines.length <= MAX_LINES
  if (!fits) return before
  const group: Group = { id: newId(), name, minSelect: 1, maxSelect: 1 }
  const withGroup: OfferDraft = { ...content, optionGroups: [...content.optionGroups, group] }
  const chosen = Math.floor((lines.length - 1) / 2)
  return lines.reduce<OfferDraft>(
    (all, title, index) =>
      addLine(all, newId(), {
        values: { name: title, optionGroupId: group.id, selected: index === chosen },
        usualTaxRateBps,
      }),
    withGroup,
  )
}

export const setGroup = (content: OfferDraft, id: string, patch: Partial<Group>): OfferDraft => ({
  ...content,
  optionGroups: content.optionGroups.map((group) => (group.id === id ? { ...group, ...patch } : group)),
})

/** Removes an option group. Its lines become optional, so that they do not add to the price. */
export const removeGroup = (content: OfferDraft, id: string): OfferDraft => ({
  ...content,
  optionGroups: content.optionGroups.filter((group) => group.id !== id),
  lineItems: content.lineItems.map((line) =>
    line.optionGroupId === id ? { ...line, optionGroupId: null, optional: true } : line,
  ),
})

/** Whether a line is fixed, optional or part of a group. */
export type LineRole = { kind: 'fixed' } | { kind: 'optional' } | { kind: 'group'; id: string }

export const choiceOf = ({ optional, optionGroupId }: Pick<Line, 'optional' | 'optionGroupId'>): LineRole =>
  optionGroupId ? { kind: 'group', id: optionGroupId } : { kind: optional ? 'optional' : 'fixed' }

export const setChoice = (content: OfferDraft, id: string, choice: LineRole): OfferDraft =>
  setLine(content, id, {
    optional: choice.kind === 'optional',
    optionGroupId: choice.kind === 'group' ? choice.id : null,
    ...(choice.kind === 'fixed' && { selected: false }),
  })

/** Preselects a line; in a single-choice group the others are deselected. */
export function selectLine(content: OfferDraft, id: string, selected: boolean): OfferDraft {
  const line = content.lineItems.find((other) => other.id === id)
  const group = content.optionGroups.find((other) => other.id === line?.optionGroupId)
  const alone = selected && group?.maxSelect === 1
  return withLines(
    content,
    content.lineItems.map((other) => {
      if (other.id === id) return { ...other, selected }
      return alone && other.optionGroupId === group.id && other.selected ? { ...other, selected: false } : other
    }),
  )
}

/** Change of one field of a line; undefined when its value is. */
export const patchOf = (name: keyof Line, value: string | number | undefined): Partial<Line> | undefined =>
  value === undefined ? undefined : { [name]: value }
