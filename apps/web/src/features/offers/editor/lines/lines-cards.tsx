import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronRight, GripVertical } from 'lucide-react'
import { useMemo, type PointerEvent } from 'react'
import { quantityInput } from '../../../../lib/format/amounts.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { ChoiceMark, type ChoiceMarkProps } from '../sections/choice-mark.tsx'
import { groupsOf, typedByLine } from './lookups.ts'
import type { LinesProps } from './lines-table.tsx'
import { byLine } from '../problems.ts'
import { SectionBar } from '../sections/section-head.tsx'
import { blocksOf, moveLineBeside, selectLine, type Line } from './draft-edits.ts'
import { unitText } from '../../../../shared/price-book/unit-labels.ts'
import { useDrag } from './use-drag.ts'

/** Lines as cards, on a phone; a tap opens one for editing. */
export function LinesCards({ editing, totals, currency, problems, onOpen }: LinesProps) {
  const { content, typed, edit } = editing
  const { draggedId, drop, onGrip } = useDrag((id, to) => edit((before) => moveLineBeside(before, id, to)))
  const amounts = new Map(totals.lines.map(({ id, amount }) => [id, amount]))
  const groups = groupsOf(content)
  const wrong = useMemo(() => byLine(problems), [problems])
  const unread = useMemo(() => typedByLine(typed), [typed])
  const problemOf = (id: string) =>
    Object.values(wrong.get(id) ?? {})[0] ?? (unread.has(id) ? t`Check the values in this line.` : undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      {blocksOf(content).map(({ section, lines }) => (
        <div key={section?.id ?? ''} className="grid grid-cols-1 gap-2 empty:hidden">
          {section && (
            <SectionBar
              section={section}
              amount={totals.sections.find(({ id }) => id === section.id)?.amount ?? 0}
              currency={currency}
              edit={edit}
              onAdd={onOpen}
            />
          )}
          {lines.length > 0 && (
            <ul className="grid grid-cols-1 gap-2">
              {lines.map((line) => (
                <LineCard
                  key={line.id}
                  line={line}
                  group={line.optionGroupId ? groups.get(line.optionGroupId) : undefined}
                  amount={moneyText({ amount: amounts.get(line.id) ?? 0, currency })}
                  price={moneyText({ amount: line.unitPrice, currency })}
                  problem={problemOf(line.id)}
                  isDragged={draggedId === line.id}
                  isDropTarget={drop?.id === line.id}
                  onGrip={onGrip}
                  onOpen={() => onOpen(line.id)}
                  onSelect={(selected) => edit((before) => selectLine(before, line.id, selected))}
                />
              ))}
            </ul>
          )}
        </div>
      ))}
    </div>
  )
}

interface LineCardProps extends Pick<ChoiceMarkProps, 'group' | 'onSelect'> {
  line: Line
  amount: string
  price: string
  problem: string | undefined
  isDragged: boolean
  isDropTarget: boolean
  onGrip: (event: PointerEvent<HTMLElement>) => void
  onOpen: () => void
}

function LineCard({ line, group, amount, price, problem, isDragged, isDropTarget, ...on }: LineCardProps) {
  const name = line.name || t`New line`
  const isChoice = group !== undefined || line.optional
  return (
    <li
      data-line={line.id}
      className={clsx(
        'flex items-stretch rounded-card border bg-surface-raised shadow-raised',
        problem ? 'border-danger' : 'border-line',
        isDragged && 'opacity-50',
        isDropTarget && 'border-accent-text',
      )}
    >
      <span
        aria-hidden="true"
        onPointerDown={on.onGrip}
        className="grid w-11 shrink-0 cursor-grab touch-none place-items-center text-text-muted"
      >
        <GripVertical size={18} />
      </span>
      <div className="min-w-0 flex-1 py-1">
        <button
          type="button"
          onClick={on.onOpen}
          className="flex min-h-14 w-full items-center gap-2 py-2 pe-2 text-start"
        >
          {/* A long amount stands below the name. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <span className="grid min-w-0 flex-[1_1_8rem]">
              <span dir="auto" className={clsx('font-medium wrap-anywhere', line.name === '' && 'text-text-muted')}>
                {name}
              </span>
              <span className="text-sm text-text-muted tabular-nums">
                {quantityInput(line.quantity)} {unitText(line.unit, line.quantity)} × {price}
              </span>
            </span>
            <span
              className={clsx(
                'ms-auto font-semibold tabular-nums',
                isChoice && !line.selected && 'text-text-muted line-through',
              )}
            >
              {amount}
            </span>
          </span>
          <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-text-muted rtl:rotate-180" />
        </button>
        {isChoice && (
          <ChoiceMark id={line.id} name={name} group={group} selected={line.selected} onSelect={on.onSelect} />
        )}
        {problem && (
          <div className="pb-2">
            <FieldError>{problem}</FieldError>
          </div>
        )}
      </div>
    </li>
  )
}
