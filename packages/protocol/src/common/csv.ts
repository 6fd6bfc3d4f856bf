/** Comma-separated values as RFC 4180 says and spreadsheets read them. Pure. */

export type Cell = string | number | null

/** So that Excel takes the text for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

// A spreadsheet takes a cell that begins so for a formula, and runs it.
const FORMULA = /^[=+\-@\t\r]/

/** One line. Texts that would run as a formula get an apostrophe before them; numbers are ours and stay. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
