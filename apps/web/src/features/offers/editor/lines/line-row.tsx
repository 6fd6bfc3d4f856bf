import { MAX_UNIT_PRICE } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Ellipsis, GripVertical } from 'lucide-react'
import { memo, useMemo, type PointerEvent } from 'react'
import {
  amountInput,
  parseAmount,
  parseBasisPoints,
  percentInput,
  quantityInput,
  parseQuantity,
} from '../../../../lib/format/amounts.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Cell } from './cell.tsx'
import { ChoiceMark } from '../sections/choice-mark.tsx'
import { patchOf, type Line } from './draft-edits.ts'
import { allUnits, unitLabel } from '../../../../shared/price-book/unit-labels.ts'

/** Actions of a row. The object is stable while the editor is open. */
export interface RowActions {
  type: (id: string, column: string, text: string, value: Partial<Line> | undefined) => void
  select: (id: string, selected: boolean) => void
  open: (id: string) => void
  grip: (event: PointerEvent<HTMLElement>) => void
}

export interface LineRowProps {
  line: Line
  /** One-based, in visual order. */
  number: number
  currency: string
  /** Amount of the line. */
  amount: number
  /** Show prices with tax. */
  taxed: boolean
  /** Show the discount column. */
  discounted: boolean
  /** Option group: its name and whether it is single choice. */
  group: { id: string; name: string; single: boolean } | undefined
  typed: Readonly<Record<string, string>> | undefined
  problems: Readonly<Record<string, string>> | undefined
  drop: 'above' | 'below' | undefined
  isDragged: boolean
  actions: RowActions
}

/** Error of a cell whose input is invalid; undefined when the input is valid. */
const inputError = (typed: string | undefined, message: string) => (typed === undefined ? undefined : message)

/** Handlers of a row's cells: they store the parsed value, or the raw text when it is invalid. */
function writersOf(id: string, currency: string, { type }: RowActions) {
  const writerOf = (column: keyof Line, parse: (text: string) => string | number | undefined) => (text: string) =>
    type(id, column, text, patchOf(column, parse(text)))
  return {
    name: writerOf('name', (text) => text),
    quantity: writerOf('quantity', parseQuantity),
    unit: writerOf('unit', (text) => text),
    unitPrice: writerOf('unitPrice', (text) => (text.trim() === '' ? 0 : parseAmount(text, currency, MAX_UNIT_PRICE))),
    discountBps: writerOf('discountBps', (text) => parseBasisPoints(text, 10_000)),
    taxRateBps: writerOf('taxRateBps', (text) => parseBasisPoints(text, 5000)),
  }
}

interface UnitCellProps {
  id: string
  /** Name of the line. */
  name: string
  unit: Line['unit']
  onUnit: (unit: string) => void
}

const UnitCell = memo(function UnitCell({ id, name, unit, onUnit }: UnitCellProps) {
  return (
    <select
      data-cell={`${id}.unit`}
      aria-label={t`Unit of ${name}`}
      value={unit}
      onChange={({ target }) => onUnit(target.value)}
      className="h-10 w-full rounded-control border border-transparent bg-transparent px-1 text-sm hover:border-line-strong focus:border-accent-text"
    >
      {allUnits.map((each) => (
        <option key={each} value={each}>
          {unitLabel(each)}
        </option>
      ))}
    </select>
  )
})

/** One line of the table. Re-renders only for its own changes. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, number, currency, amount, taxed, discounted, group, typed, problems, drop, isDragged, actions } = props
  const { id } = line
  const name = line.name || t`line ${number}`
  const write = useMemo(() => writersOf(id, currency, actions), [id, currency, actions])
  const chosen = !group && !line.optional ? true : line.selected
  return (
    <tr
      data-line={id}
      className={clsx(
        'group/row border-b border-line align-top',
        isDragged && 'opacity-50',
        drop === 'above' && 'shadow-[inset_0_2px_0_var(--accent)]',
        drop === 'below' && 'shadow-[inset_0_-2px_0_var(--accent)]',
      )}
    >
      <td className="w-7">
        <span
          aria-hidden="true"
          onPointerDown={actions.grip}
          title={t`Drag to move; Alt and an arrow key move it too`}
          className="grid h-10 cursor-grab touch-none place-items-center text-text-muted"
        >
          <GripVertical size={16} />
        </span>
      </td>
      <td>
        <Cell
          name={`${id}.name`}
          label={t`Description, line ${number}`}
          placeholder={t`Describe the work or material`}
          value={line.name}
          error={problems?.['name']}
          maxLength={120}
          onText={write.name}
        />
        {(group || line.optional) && (
          <ChoiceMark
            id={id}
            name={name}
            group={group}
            selected={line.selected}
            onSelect={(selected) => actions.select(id, selected)}
          />
        )}
      </td>
      <td className="w-17">
        <Cell
          name={`${id}.quantity`}
          label={t`Quantity of ${name}`}
          figures
          value={quantityInput(line.quantity)}
          typed={typed?.['quantity']}
          error={
            inputError(typed?.['quantity'], t`Enter a quantity from 0.001 to 99999.999.`) ?? problems?.['quantity']
          }
          onText={write.quantity}
        />
      </td>
      <td className="w-22">
        <UnitCell id={id} name={name} unit={line.unit} onUnit={write.unit} />
      </td>
      <td className="w-27">
        <Cell
          name={`${id}.unitPrice`}
          label={t`Unit price of ${name}`}
          figures
          value={amountInput(line.unitPrice, currency)}
          typed={typed?.['unitPrice']}
          error={inputError(typed?.['unitPrice'], t`Enter a price of 0 or more.`) ?? problems?.['unitPrice']}
          onText={write.unitPrice}
        />
      </td>
      {discounted && (
        <td className="w-17">
          <Cell
            name={`${id}.discountBps`}
            label={t`Discount on ${name}, in percent`}
            figures
            value={percentInput(line.discountBps)}
            typed={typed?.['discountBps']}
            error={inputError(typed?.['discountBps'], t`Use a discount of 0 to 100%.`)}
            onText={write.discountBps}
          />
        </td>
      )}
      {taxed && (
        <td className="w-17">
          <Cell
            name={`${id}.taxRateBps`}
            label={t`Tax on ${name}, in percent`}
            figures
            value={percentInput(line.taxRateBps)}
            typed={typed?.['taxRateBps']}
            error={inputError(typed?.['taxRateBps'], t`Use a tax rate of 0 to 50%.`)}
            onText={write.taxRateBps}
          />
        </td>
      )}
      <td
        className={clsx(
          'w-27 px-2 pt-2.5 text-end text-sm font-medium whitespace-nowrap tabular-nums',
          !chosen && 'text-text-muted line-through',
        )}
      >
        {moneyText({ amount, currency })}
      </td>
      <td className="w-10">
        <IconButton
          label={t`More about ${name}`}
          icon={<Ellipsis size={18} />}
          className="size-10"
          onClick={() => actions.open(id)}
        />
      </td>
    </tr>
  )
})
