/** Renders a flow as a diagram and a table. */

type Row = readonly [action: string, { from: readonly string[]; to?: string; by: readonly string[] }]

export const list = (words: readonly string[]) => words.join(', ')
const cells = (...row: readonly string[]) => `| ${row.join(' | ')} |`
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [cells(...head), cells(...head.map(() => '---')), ...rows.map((row) => cells(...row))].join('\n')

export const rowsOf = (rows: readonly Row[]) =>
  rows.map(([action, { from, to = 'unchanged', by }]) => [`\`${action}\``, list(from), list(by), to])

export function diagram(flow: {
  initial: readonly string[]
  transitions: Record<string, { from: readonly string[]; to: string }>
}) {
  const begin = flow.initial.map((state) => `  [*] --> ${state}`)
  const actions = Object.entries(flow.transitions).flatMap(([action, { from, to }]) =>
    from.map((state) => `  ${state} --> ${to}: ${action}`),
  )
  return ['```mermaid', 'stateDiagram-v2', ...begin, ...actions, '```'].join('\n')
}
