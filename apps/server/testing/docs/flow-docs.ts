/** Renders a flow as a diagram and a table. */

type Row = readonly [action: string, { from: readonly string[]; to?: string; by: readonly string[] }]

export const list = (words: readonly string[]) => words.join(', ')
const cells = (...row: readonly string[]) => `| ${row.join(' | ')} |`
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [cells(...head), cells(...head.map(() => '---')), ...rows.map((row) => cells(...row))].join('\n')

export const rowsOf = (rows: readonly Row[]) =>
  rows.map(([action, { from, to = 'unchanged', by }]) => [`\`${action}\``, list(from), list(by), to])

type Transitions = Readonly<Record<string, { readonly from: readonly string[] }>>

/** One sentence on the final states, and on those of them that a dispute can still reopen. */
export function describeFinalStates(finalStates: readonly string[], { dispute }: Transitions): string {
  const disputable = finalStates.filter((state) => dispute?.from.includes(state))
  const reopened = disputable.length > 0 ? `, of which ${list(disputable)} can be disputed` : ''
  return `Final states: ${list(finalStates)}${reopened}.`
}

/** Says where the conditions are that a table of actions does not show. */
export const describeGuards = (file: string) =>
  `An action can have conditions that the table does not show, such as a time or a limit. They decide about \`allowedActions\`
and about the call, and are in \`${file}\`.`

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
