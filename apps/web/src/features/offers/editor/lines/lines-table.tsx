import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { useCallback, useMemo } from 'react'
import { byLine, type OfferProblems } from '../problems.ts'
import { SectionHead } from '../sections/section-head.tsx'
import type { Editing } from '../use-editing.ts'
import { groupsOf, typedByLine } from './lookups.ts'
import { blocksOf, moveLineBeside, selectLine } from './draft-edits.ts'
import type { RowActions } from './line-row.tsx'
import { pasteFromClipboard } from './paste-event.ts'
import { columns } from './paste.ts'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { useCells } from './use-cells.ts'
import { useDrag } from './use-drag.ts'
import { useTableKeys } from './use-table-keys.ts'

export interface LinesProps {
  editing: Editing
  totals: OfferTotals
  currency: string
  problems: OfferProblems
  onOpen: (id: string) => void
}

/**
 * Table of lines with spreadsheet behaviour: Enter, arrow keys and Tab move, a new line at the end, multi-row paste.
 */
export function LinesTable({ editing, totals, currency, problems, onOpen }: LinesProps) {
  const { content, typed, edit, type } = editing
  const cells = useCells()
  const onKeyDown = useTableKeys(editing, cells)
  const { draggedId, drop, onGrip } = useDrag((id, to) => edit((before) => moveLineBeside(before, id, to)))
  const actions = useMemo<RowActions>(
    () => ({
      type,
      select: (id, selected) => edit((before) => selectLine(before, id, selected)),
      open: onOpen,
      grip: onGrip,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the grip reads only the event; the rows must not re-render for it
    [type, edit, onOpen],
  )
  const amounts = new Map(totals.lines.map(({ id, amount }) => [id, amount]))
  const groups = useMemo(() => groupsOf({ optionGroups: content.optionGroups }), [content.optionGroups])
  const wrong = useMemo(() => byLine(problems), [problems])
  const unread = useMemo(() => typedByLine(typed), [typed])
  const blocks = blocksOf(content)
  const firstNumbers = firstNumbersOf(blocks)
  const taxed = content.taxMode !== 'NONE'
  // The discount column is shown only when used, to leave room for names.
  const discounted =
    content.lineItems.some(({ discountBps }) => discountBps > 0) ||
    [...unread.values()].some((line) => 'discountBps' in line)
  const shown = columns.filter((name) => (name !== 'discountBps' || discounted) && (name !== 'taxRateBps' || taxed))

  const { table, focusNext } = cells
  const focusNew = useCallback((id: string) => focusNext(`${id}.name`), [focusNext])

  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface-raised shadow-raised">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys and clipboard events of all cells */}
      <table
        ref={table}
        onKeyDown={onKeyDown}
        onPaste={(event) => pasteFromClipboard(event, editing, { currency, shown })}
        className="w-full min-w-[41rem] border-collapse text-start"
      >
        <TableHead discounted={discounted} taxed={taxed} />
        {blocks.map(({ section, lines }, index) => (
          <tbody key={section?.id ?? ''}>
            {section && (
              <SectionHead
                section={section}
                amount={totals.sections.find(({ id }) => id === section.id)?.amount ?? 0}
                currency={currency}
                columns={shown.length + 3}
                edit={edit}
                onAdd={focusNew}
              />
            )}
            <TableRows
              lines={lines}
              first={firstNumbers[index] ?? 1}
              amounts={amounts}
              currency={currency}
              taxed={taxed}
              discounted={discounted}
              groups={groups}
              unread={unread}
              wrong={wrong}
              drop={drop}
              draggedId={draggedId}
              actions={actions}
            />
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Number of the first line of each section. */
function firstNumbersOf(blocks: ReturnType<typeof blocksOf>): number[] {
  let next = 1
  return blocks.map(({ lines }) => {
    const first = next
    next += lines.length
    return first
  })
}
