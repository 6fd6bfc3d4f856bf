/**
 * Rows under their headings, each column as wide as its widest cell. On a terminal too narrow for that (`width`; undefined
 * where a file or a program reads it) columns with nothing in them go first, then each row is told under its first cell.
 */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined = process.stdout.columns,
): string {
  const whole = columns([headings, ...rows])
  if (fits(whole, width)) return whole
  const filled = headings.map((_, at) => rows.some((row) => Boolean(row[at])))
  const visible = [headings, ...rows].map((row) => row.filter((_, at) => filled[at]))
  const narrow = columns(visible)
  if (fits(narrow, width)) return narrow
  const [names = [], ...body] = visible
  return body.map((row) => block(names, row, width ?? 80)).join('\n\n')
}

const fits = (table: string, width: number | undefined) =>
  width === undefined || table.split('\n').every((line) => line.length <= width)

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One row: its first cell, and what else there is of it beneath. */
function block([, ...names]: readonly string[], [title = '', ...cells]: readonly string[], width: number): string {
  const longest = Math.max(...names.map((name) => name.length))
  const body = names.flatMap((name, at) => {
    const cell = cells[at] ?? ''
    if (cell === '') return []
    const [first = '', ...more] = wrap(cell, width - longest - 4)
    return [`  ${name.padEnd(longest)}  ${first}`, ...more.map((line) => ' '.repeat(longest + 4) + line)]
  })
  return [title, ...body].join('\n')
}

/** Lines of at most so many characters, broken between words; a word that is longer stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
