import { fractionDigitsOf } from '@fettle/i18n/format'
import type { Money } from '@fettle/protocol'
import { BYTE_ORDER_MARK, csvLine, type Cell } from '@fettle/protocol/common/csv'
import { dayIn } from '../format/dates.ts'
import { toDateTimeField } from '../format/wall-time.ts'
import { saveFile } from './save-file.ts'

export interface CsvTable {
  header: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Saves a table as a CSV file. */
export function saveCsv(name: string, { header, rows }: CsvTable): void {
  const text = BYTE_ORDER_MARK + [header, ...rows].map(csvLine).join('')
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}

/** Amount and currency as two cells, because a spreadsheet calculates with numbers. */
export const moneyCells = (money: Money | null): [Cell, Cell] =>
  money ? [money.amount / 10 ** fractionDigitsOf(money.currency), money.currency] : [null, null]

/** `2026-03-03 12:00`, in a time zone. */
export const timeCell = (at: string | null, timeZone: string): Cell =>
  at && toDateTimeField(at, timeZone).replace('T', ' ')

/** `2026-03-03`, in a time zone. */
export const dayCell = (at: string | null, timeZone: string): Cell => at && dayIn(at, timeZone)
