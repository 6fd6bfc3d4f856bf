import { memo } from 'react'
import type { byLine } from '../problems.ts'
import type { groupsOf, typedByLine } from './lookups.ts'
import type { Line } from './draft-edits.ts'
import { LineRow, type RowActions } from './line-row.tsx'
import type { useDrag } from './use-drag.ts'

interface TableRowsProps {
  lines: readonly Line[]
  /** Number of the first line. */
  first: number
  amounts: ReadonlyMap<string, number>
  currency: string
  taxed: boolean
  discounted: boolean
  groups: ReturnType<typeof groupsOf>
  unread: ReturnType<typeof typedByLine>
  wrong: ReturnType<typeof byLine>
  drop: ReturnType<typeof useDrag>['drop']
  draggedId: string | undefined
  actions: RowActions
}

/** Each change creates a new array: compare its lines to skip unchanged sections. */
function sameRows(
  { lines: before, amounts: was, ...one }: TableRowsProps,
  { lines, amounts, ...other }: TableRowsProps,
): boolean {
  return (
    before.length === lines.length &&
    before.every((line, index) => line === lines[index] && was.get(line.id) === amounts.get(line.id)) &&
    Object.entries(one).every(([name, value]) => value === other[name as keyof typeof other])
  )
}

/** Lines of one section. Re-rendered only when one of them changes. */
export const TableRows = memo(function TableRows({
  lines,
  first,
  amounts,
  groups,
  unread,
  wrong,
  drop,
  draggedId,
  ...rest
}: TableRowsProps) {
  return lines.map((line, index) => (
    <LineRow
      key={line.id}
      line={line}
      number={first + index}
      amount={amounts.get(line.id) ?? 0}
      group={line.optionGroupId ? groups.get(line.optionGroupId) : undefined}
      typed={unread.get(line.id)}
      problems={wrong.get(line.id)}
      drop={drop?.id === line.id ? (drop.below ? 'below' : 'above') : undefined}
      isDragged={draggedId === line.id}
      {...rest}
    />
  ))
}, sameRows)
