import type { OfferDraft } from '@fettle/protocol/offers/content'
import { MAX_LINES, MAX_UNIT_PRICE } from '@fettle/protocol/offers/constants'
import { parseAmount, parseBasisPoints, parseQuantity } from '../../../../lib/format/amounts.ts'
import { addLine, blocksOf, patchOf, setLine, type Line, type NewId } from './draft-edits.ts'

/** Pastes rows from a spreadsheet at the cursor. */

/** Columns in paste order. */
export const columns = ['name', 'quantity', 'unit', 'unitPrice', 'discountBps', 'taxRateBps'] as const
export type ColumnName = (typeof columns)[number]
export const isColumn = (name: string): name is ColumnName => columns.some((column) => column === name)

/** Parses tab-separated text; quoted cells may contain tabs and line breaks, as spreadsheets export them. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  return rows.filter((row) => row.some((value) => value !== ''))
}

/** Whether the text has several cells. */
export const isTable = (text: string): boolean => /\t|\n(?=.*\S)/.test(text.trim())

const units: Record<string, Line['unit']> = {
  h: 'HOUR',
  hr: 'HOUR',
  hrs: 'HOUR',
  hour: 'HOUR',
  hours: 'HOUR',
  d: 'DAY',
  day: 'DAY',
  days: 'DAY',
  item: 'ITEM',
  items: 'ITEM',
  pc: 'ITEM',
  pcs: 'ITEM',
  piece: 'ITEM',
  pieces: 'ITEM',
  unit: 'ITEM',
  m: 'M',
  meter: 'M',
  metre: 'M',
  lm: 'M',
  m2: 'M2',
  'm²': 'M2',
  sqm: 'M2',
  m3: 'M3',
  'm³': 'M3',
  cbm: 'M3',
  kg: 'KG',
  l: 'L',
  litre: 'L',
  liter: 'L',
  trip: 'TRIP',
  trips: 'TRIP',
  'lump sum': 'LUMP_SUM',
  ls: 'LUMP_SUM',
  flat: 'LUMP_SUM',
}

/** Unit for a word, in the user's language or as code. */
export const unitOf = (word: string): Line['unit'] | undefined =>
  units[word.toLowerCase().replace(/\.$/, '')] ?? Object.values(units).find((unit) => unit === word.toUpperCase())

/** Parses a cell as the value of its column; undefined when invalid. */
function valueIn(column: ColumnName, text: string, currency: string): Partial<Line> | undefined {
  switch (column) {
    case 'name':
      return { name: text.replace(/\s+/g, ' ').slice(0, 120) }
    case 'quantity':
      return patchOf('quantity', parseQuantity(text))
    case 'unit':
      return patchOf('unit', unitOf(text))
    case 'unitPrice':
      return patchOf('unitPrice', parseAmount(text, currency, MAX_UNIT_PRICE))
    case 'discountBps':
      return patchOf('discountBps', parseBasisPoints(text, 10_000))
    case 'taxRateBps':
      return patchOf('taxRateBps', parseBasisPoints(text, 5000))
  }
}

/** Result of pasting. */
export interface PasteResult {
  content: OfferDraft
  /** Number of rows beyond the limit of a hundred lines. */
  left: number
  /** Unparsable cells as raw text, by `id.column`. */
  unread: Record<string, string>
}

/** Overwrites rows from `at` on in the `shown` columns, and adds missing rows. */
export function pasteRows(
  content: OfferDraft,
  at: { id: string; column: ColumnName },
  rows: readonly (readonly string[])[],
  { currency, newId, shown = columns }: { currency: string; newId: NewId; shown?: readonly ColumnName[] },
): PasteResult {
  const first = shown.indexOf(at.column)
  const order = blocksOf(content).flatMap(({ lines }) => lines.map(({ id }) => id))
  let target: string | undefined = at.id
  let before = at.id
  let next = content
  let left = 0
  const unread: Record<string, string> = {}
  for (const row of rows) {
    if (target === undefined) {
      if (next.lineItems.length >= MAX_LINES) {
        left += 1
        continue
      }
      target = newId()
      next = addLine(next, target, { after: before })
    }
    for (const [offset, text] of row.entries()) {
      const column = shown[first + offset]
      if (!column || (text === '' && column !== 'name')) continue
      const value = valueIn(column, text, currency)
      if (value) next = setLine(next, target, value)
      else unread[`${target}.${column}`] = text
    }
    before = target
    const index = order.indexOf(target)
    target = index >= 0 ? order[index + 1] : undefined
  }
  return { content: next, left, unread }
}
