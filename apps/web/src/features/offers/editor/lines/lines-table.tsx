import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useCallback, useEffect, useMemo, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { caretOf, columnOf, lineOf, moveOf, neighbourOf } from './keys.ts'
import { LineRow, type RowActions } from './line-row.tsx'
import { cellsOf, columns, isColumn, isTable, pasteRows } from './paste.ts'
import { type OfferProblems, byLine } from '../problems.ts'
import { SectionHead } from '../sections/section-head.tsx'
import { addLine, blocksOf, moveLine, moveLineBeside, randomId, selectLine, type Line } from './draft-edits.ts'
import { useDrag } from './use-drag.ts'
import type { Editing } from '../use-editing.ts'

export interface LinesProps {
  editing: Editing
  totals: OfferTotals
  currency: string
  problems: OfferProblems
  onOpen: (id: string) => void
}

/** Option groups by id, as rows need them. */
export function groupsOf({ optionGroups }: Pick<OfferDraft, 'optionGroups'>) {
  return new Map(
    optionGroups.map(({ id, name, maxSelect }) => [
      id,
      // With a single group its name is not repeated at each line.
      { id, name: optionGroups.length > 1 ? name : '', single: maxSelect === 1 },
    ]),
  )
}

/** Invalid input grouped by line. */
export function typedByLine(typed: Readonly<Record<string, string>>): ReadonlyMap<string, Record<string, string>> {
  const lines = new Map<string, Record<string, string>>()
  for (const [name, text] of Object.entries(typed)) {
    const id = lineOf(name)
    lines.set(id, { ...lines.get(id), [columnOf(name)]: text })
  }
  return lines
}

const cellNamed = (root: Element | null, name: string) =>
  root?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`)

const lastCell = (root: Element | null) => [...(root?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])].at(-1)

/**
 * Table of lines with spreadsheet behaviour: Enter, arrow keys and Tab move, a new line at the end, multi-row paste.
 */
export function LinesTable({ editing, totals, currency, problems, onOpen }: LinesProps) {
  const { content, typed, edit, type, write, undo, redo } = editing
  const root = useRef<HTMLTableElement>(null)
  const cellToFocus = useRef<string>(undefined)
  const takenBack = useRef(false)
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
  const taxed = content.taxMode !== 'NONE'
  // The discount column is shown only when used, to leave room for names.
  const discounted = content.lineItems.some(({ discountBps }) => discountBps > 0)
  const shown = columns.filter((name) => (name !== 'discountBps' || discounted) && (name !== 'taxRateBps' || taxed))

  // Focus the cell of a new line, or the last one when the focused line was removed by undo.
  useEffect(() => {
    if (takenBack.current && document.activeElement === document.body) lastCell(root.current)?.focus()
    takenBack.current = false
    if (cellToFocus.current === undefined) return
    const cell = cellNamed(root.current, cellToFocus.current)
    if (cell) {
      cellToFocus.current = undefined
      cell.focus()
    }
  })

  const wantLine = useCallback((id: string) => {
    cellToFocus.current = `${id}.name`
  }, [])

  const addAfter = (after: string) => {
    const id = randomId()
    cellToFocus.current = `${id}.name`
    edit((before) => addLine(before, id, { after }))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')
    const from = cell?.dataset['cell']
    if (!cell || !from || event.nativeEvent.isComposing) return
    const id = lineOf(from)
    const line = content.lineItems.find((other) => other.id === id)
    const isBlank = !line || (line.name === '' && line.unitPrice === 0)
    // Tab leaves the table from an empty last line, and adds a line from a filled one.
    const leaves = event.key === 'Tab' && !event.shiftKey && !isBlank
    const move = moveOf(event, caretOf(cell))
    if (!move && !leaves) return
    const names = [...(root.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])].map(
      ({ dataset }) => dataset['cell'] ?? '',
    )
    if (leaves && names.at(-1) !== from) return
    event.preventDefault()
    switch (move) {
      case undefined:
        return addAfter(id)
      case 'undo':
      case 'redo':
        takenBack.current = true
        return move === 'undo' ? undo() : redo()
      case 'line-up':
      case 'line-down':
        cellToFocus.current = from
        return edit((before) => moveLine(before, id, move === 'line-up' ? -1 : 1))
      default: {
        const to = neighbourOf(names, from, move)
        if (to) cellNamed(root.current, to)?.focus()
        else if (move === 'down' && event.key === 'Enter' && !isBlank) addAfter(id)
      }
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    const from = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell']
    const text = event.clipboardData.getData('text/plain')
    const column = from ? columnOf(from) : ''
    if (!from || !isColumn(column) || !isTable(text)) return
    event.preventDefault()
    const rows = cellsOf(text)
    const at = { id: lineOf(from), column }
    const pasted = pasteRows(content, at, rows, { currency, newId: randomId, shown })
    write((before) => ({ content: pasted.content, typed: { ...before.typed, ...pasted.unread } }))
    const { left } = pasted
    if (left > 0)
      toast.error(t`Use at most 100 lines.`, {
        body: plural(left, {
          one: 'We left out # row, because the offer is full.',
          other: 'We left out # rows, because the offer is full.',
        }),
      })
    else toast.success(plural(rows.length, { one: '# row pasted', other: '# rows pasted' }))
  }

  const starts: number[] = []
  let next = 1
  for (const { lines } of blocks) {
    starts.push(next)
    next += lines.length
  }
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface-raised shadow-raised">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys and clipboard events of all cells */}
      <table ref={root} onKeyDown={onKeyDown} onPaste={onPaste} className="w-full min-w-xl border-collapse text-start">
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
                onAdd={wantLine}
              />
            )}
            <Rows
              lines={lines}
              first={starts[index] ?? 1}
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

/** Column headers. Re-rendered only when a column appears or disappears. */
const TableHead = memo(function TableHead({ discounted, taxed }: { discounted: boolean; taxed: boolean }) {
  return (
    <>
      <caption className="sr-only">
        <Trans>Offer lines</Trans>
      </caption>
      <thead>
        <tr className="border-b border-line bg-surface-sunken text-sm text-text-muted">
          <th className="w-7">
            <span className="sr-only">{t`Move`}</span>
          </th>
          <Head>
            <Trans>Description</Trans>
          </Head>
          <Head figures>
            <Trans>Quantity</Trans>
          </Head>
          <Head>
            <Trans>Unit</Trans>
          </Head>
          <Head figures>
            <Trans>Unit price</Trans>
          </Head>
          {discounted && (
            <Head figures>
              <Trans>Discount %</Trans>
            </Head>
          )}
          {taxed && (
            <Head figures>
              <Trans>Tax %</Trans>
            </Head>
          )}
          <Head figures>
            <Trans>Amount</Trans>
          </Head>
          <th className="w-10">
            <span className="sr-only">{t`More`}</span>
          </th>
        </tr>
      </thead>
    </>
  )
})

interface RowsProps {
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
  { lines: before, amounts: was, ...one }: RowsProps,
  { lines, amounts, ...other }: RowsProps,
): boolean {
  return (
    before.length === lines.length &&
    before.every((line, index) => line === lines[index] && was.get(line.id) === amounts.get(line.id)) &&
    Object.entries(one).every(([name, value]) => value === other[name as keyof typeof other])
  )
}

/** Lines of one section. Re-rendered only when one of them changes. */
const Rows = memo(function Rows({ lines, first, amounts, groups, unread, wrong, drop, draggedId, ...rest }: RowsProps) {
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

const Head = ({ figures, children }: { figures?: boolean; children: React.ReactNode }) => (
  <th scope="col" className={figures ? 'px-2 py-2 text-end font-medium' : 'px-2 py-2 text-start font-medium'}>
    {children}
  </th>
)
