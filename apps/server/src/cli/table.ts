/**
 * Formats rows under headings with aligned columns. If a terminal is too narrow (`width`; undefined for files and
 * programs), empty columns are dropped first, then each row becomes a block.
 */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined = process.stdout.columns,
): string {
  const whole = columns([headings, ...rows])
  if (fits(whole, width)) return whole
  const isFilled = headings.map((_, at) => rows.some((row) => Boolean(row[at])))
  const visible = [headings, ...rows].map((row) => row.filter((_, at) => isFilled[at]))
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

/** A row as a block: its first cell, then the others below. */
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

/** Wraps text between words. Longer words stay whole, so that they can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
