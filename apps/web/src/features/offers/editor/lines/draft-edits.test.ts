import { OfferDraft } from '@fettle/protocol/offers/content'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cellsOf, isTable, pasteRows, unitOf } from './paste.ts'
import * as edits from './draft-edits.ts'
import { haveSameTotals } from '../sections/same-totals.ts'

const line = (id: string, over: object = {}) => edits.emptyLine(id, { name: id, ...over })
const draft = (over: object = {}): OfferDraft => z.parse(OfferDraft, over)
const names = (content: OfferDraft) =>
  edits.blocksOf(content).map(({ section, lines }) => [section?.id ?? '', ...lines.map(({ id }) => id)].join(' '))
const counter = () => {
  let next = 0
  return () => `new${(next += 1)}`
}

const sections = [
  { id: 's1', title: 'Out' },
  { id: 's2', title: 'In' },
]
const two = draft({ sections, lineItems: [line('a'), line('b', { sectionId: 's1' }), line('c', { sectionId: 's1' })] })

describe('lines of an offer', () => {
  it('are grouped by section, those without or with a deleted section first', () => {
    expect(names(two)).toEqual([' a', 's1 b c', 's2'])
    expect(names(edits.removeSection(two, 's1'))).toEqual([' a b c', 's2'])
  })

  it('return to their position, also where others were changed, added or taken away since', () => {
    const removed = edits.removeLine(two, 'b')
    const [, b = line('b')] = two.lineItems
    expect(names(edits.restoreLine(edits.addLine(removed, 'n'), b, 1))).toEqual([' a n', 's1 b c', 's2'])
    expect(names(edits.restoreLine(edits.removeSection(removed, 's1'), b, 1))).toEqual([' a b c', 's2'])
    expect(edits.restoreLine(two, b, 1)).toBe(two)
    const option = edits.restoreLine(removed, { ...b, optionGroupId: 'gone' }, 1).lineItems[1]
    expect(option).toMatchObject({ id: 'b', optionGroupId: null, optional: true })
  })

  it('are inserted after another or at the end of a section, with the tax of the previous one', () => {
    const taxed = edits.setLine(two, 'b', { taxRateBps: 750, unit: 'DAY' })
    const added = edits.addLine(taxed, 'n', { after: 'b' })
    expect(names(added)).toEqual([' a', 's1 b n c', 's2'])
    expect(added.lineItems.find(({ id }) => id === 'n')).toMatchObject({
      taxRateBps: 750,
      unit: 'DAY',
      sectionId: 's1',
    })
    expect(names(edits.addLine(two, 'n', { sectionId: 's2' }))).toEqual([' a', 's1 b c', 's2 n'])
    expect(names(edits.addLine(two, 'n'))).toEqual([' a n', 's1 b c', 's2'])
  })

  it('use the default tax when first, also in an option group', () => {
    expect(edits.addLine(draft(), 'n', { usualTaxRateBps: 750 }).lineItems).toMatchObject([{ taxRateBps: 750 }])
    expect(edits.addLine(draft({ lineItems: [line('a')] }), 'n', { usualTaxRateBps: 750 }).lineItems[1]).toMatchObject({
      taxRateBps: 0,
    })
    const choice = edits.addGroup(draft(), { name: 'Boiler', lines: ['Good', 'Better'] }, counter(), 750)
    expect(choice.lineItems.map(({ taxRateBps }) => taxRateBps)).toEqual([750, 750])
  })

  it('are limited to a hundred', () => {
    const full = draft({ lineItems: Array.from({ length: 100 }, (_, n) => line(`l${n}`)) })
    expect(edits.addLine(full, 'n')).toBe(full)
  })

  it('move past each other and across sections', () => {
    expect(names(edits.moveLine(two, 'c', -1))).toEqual([' a', 's1 c b', 's2'])
    expect(names(edits.moveLine(two, 'b', -1))).toEqual([' a b', 's1 c', 's2'])
    expect(names(edits.moveLine(two, 'c', 1))).toEqual([' a', 's1 b', 's2 c'])
    expect(names(edits.moveLine(two, 'a', -1))).toEqual(names(two))
  })

  it('are dropped next to another line, into its section', () => {
    expect(names(edits.moveLineBeside(two, 'a', { beside: 'b', below: true }))).toEqual(['', 's1 b a c', 's2'])
  })

  it('are copied without preselection', () => {
    const copied = edits.copyLine(draft({ lineItems: [line('a', { optional: true, selected: true })] }), 'a', 'n')
    expect(copied.lineItems).toMatchObject([{ id: 'a' }, { id: 'n', name: 'a', optional: true, selected: false }])
  })

  it('are never lost or duplicated by moving', () => {
    const moves = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), by: fc.constantFrom(1 as const, -1 as const) }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(moves, (all) => {
        const moved = all.reduce((content, { id, by }) => edits.moveLine(content, id, by), two)
        expect(moved.lineItems.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
      }),
    )
  })
})

describe('option groups', () => {
  const chosen = edits.addGroup(draft(), { name: 'Boiler', lines: ['Good', 'Better', 'Best'] }, counter())
  const lines = ({ lineItems }: OfferDraft) => lineItems.map(({ name, selected }) => `${name}${selected ? '!' : ''}`)

  it('preselect the middle of three', () => {
    expect(lines(chosen)).toEqual(['Good', 'Better!', 'Best'])
    expect(chosen.optionGroups).toMatchObject([{ name: 'Boiler', minSelect: 1, maxSelect: 1 }])
  })

  it('replace blank lines only', () => {
    const before = draft({ lineItems: [line('a'), edits.emptyLine('blank')] })
    expect(lines(edits.addGroup(before, { name: 'Boiler', lines: ['Good', 'Better'] }, counter()))).toEqual([
      'a',
      'Good!',
      'Better',
    ])
  })

  it('with single choice deselect the others', () => {
    const best = chosen.lineItems[2]?.id ?? ''
    expect(lines(edits.selectLine(chosen, best, true))).toEqual(['Good', 'Better', 'Best!'])
    const group = chosen.optionGroups[0]?.id ?? ''
    const many = edits.setGroup(chosen, group, { maxSelect: 2 })
    expect(lines(edits.selectLine(many, best, true))).toEqual(['Good', 'Better!', 'Best!'])
  })

  it('become optional lines when removed', () => {
    const without = edits.removeGroup(chosen, chosen.optionGroups[0]?.id ?? '')
    expect(without.lineItems.map(edits.choiceOf)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'optional' })))
  })
})

describe('rows pasted from a spreadsheet', () => {
  it('are tab-separated, with quoted line breaks', () => {
    expect(cellsOf('Tiling\t3\r\n"Tiles, ""blue"",\nsmall"\t2.5\n')).toEqual([
      ['Tiling', '3'],
      ['Tiles, "blue",\nsmall', '2.5'],
    ])
    expect([isTable('one word'), isTable('one line\n'), isTable('a\tb'), isTable('a\nb')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('name units in common words', () => {
    expect(['hrs', 'm²', 'Days', 'LUMP_SUM', 'pcs.', 'furlong'].map(unitOf)).toEqual([
      'HOUR',
      'M2',
      'DAY',
      'LUMP_SUM',
      'ITEM',
      undefined,
    ])
  })

  const paste = (content: OfferDraft, text: string, column: 'name' | 'unitPrice' = 'name', id = 'a') =>
    pasteRows(content, { id, column }, cellsOf(text), { currency: 'NGN', newId: counter() })

  it('overwrite existing lines and append the rest', () => {
    const { content, left } = paste(
      draft({ lineItems: [line('a')] }),
      'Tiling\t3\tdays\t4,500\nTiles\t2.5\tm2\t1200.50',
    )
    expect(left).toBe(0)
    expect(content.lineItems).toMatchObject([
      { id: 'a', name: 'Tiling', quantity: '3', unit: 'DAY', unitPrice: 450_000 },
      { id: 'new1', name: 'Tiles', quantity: '2.5', unit: 'M2', unitPrice: 120_050 },
    ])
  })

  it('start at the current column', () => {
    const { content } = paste(draft({ lineItems: [line('a'), line('b')] }), '100\n200', 'unitPrice')
    expect(content.lineItems.map(({ unitPrice }) => unitPrice)).toEqual([10_000, 20_000])
  })

  it('keep unparsable cells for correction, and count rows beyond a hundred', () => {
    const { content, unread, left } = paste(
      draft({ lineItems: Array.from({ length: 99 }, (_, n) => line(n === 98 ? 'a' : `l${n}`)) }),
      'One\tmany\nTwo\t2\nThree\t3',
    )
    expect(content.lineItems).toHaveLength(100)
    expect(unread).toEqual({ 'a.quantity': 'many' })
    expect(left).toBe(1)
  })
})

it('totals depend on figures, not on texts', () => {
  const before = draft({ lineItems: [line('a'), line('b')] })
  expect(haveSameTotals(before, edits.setLine(before, 'a', { name: 'Tiling', description: 'Blue', unit: 'M2' }))).toBe(
    true,
  )
  for (const patch of [
    { quantity: '2' },
    { unitPrice: 1 },
    { costPrice: 1 },
    { taxRateBps: 750 },
    { selected: true },
  ]) {
    expect(haveSameTotals(before, edits.setLine(before, 'a', patch))).toBe(false)
  }
  expect(haveSameTotals(before, edits.removeLine(before, 'a'))).toBe(false)
  expect(haveSameTotals(before, { ...before, taxMode: 'NONE' })).toBe(false)
})
