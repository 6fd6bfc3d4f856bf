/** CSV by RFC 4180, safe for spreadsheets. Pure. */

export type Cell = string | number | null

/** Makes Excel read the text as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

// A spreadsheet runs a cell that starts like this as a formula.
const FORMULA = /^[=+\-@\t\r]/

/** One CSV line. Texts that would run as a formula get an apostrophe first; numbers are trusted and stay. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
