import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ListChecks, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { Button, IconButton } from '../button.tsx'
import { SwipeRow, type SwipeAction } from './swipe-row.tsx'
import type { Selection } from './use-selection.ts'
import { useLongPress } from './use-long-press.ts'

/** Actions on several rows at once. */
export interface Bulk<Row> {
  /** Names the checkbox of a row. */
  nameOf: (row: Row) => string
  /** Renders the buttons for the selected rows. `clear` ends the selection. */
  actions: (selected: readonly Row[], clear: () => void) => ReactNode
}

/** The actions of a row's swipes. */
export interface RowSwipes {
  toEnd?: SwipeAction | undefined
  toStart?: SwipeAction | undefined
}

interface CardLinkProps<Row> {
  to: string
  /** Identifies the row in the selection. */
  rowKey: string
  name?: string | undefined
  selection?: Selection<Row> | undefined
  isCurrent?: boolean
  onPress?: (() => void) | undefined
  children: ReactNode
}

/**
 * Link that fills a card. Held by a finger, it starts a selection; while one goes on, a tap selects the row instead of
 * opening it.
 */
export function CardLink<Row>(props: CardLinkProps<Row>) {
  const { to, rowKey, name, selection, isCurrent, onPress, children } = props
  const isSelecting = selection?.isSelecting ?? false
  const hold = useLongPress(selection && !isSelecting ? () => selection.start(rowKey) : undefined)
  return (
    // Phones would offer to preview or share the link.
    <div {...hold} className="[-webkit-touch-callout:none]">
      {selection && isSelecting ? (
        <label className="flex items-center gap-3 p-4">
          <input
            type="checkbox"
            data-row
            aria-label={name === undefined ? undefined : selectLabel(name)}
            checked={selection.isChosen(rowKey)}
            onChange={() => selection.toggle(rowKey)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="block min-w-0 flex-1">{children}</span>
        </label>
      ) : (
        <Link
          to={to}
          data-row
          draggable={false}
          aria-current={isCurrent ? 'true' : undefined}
          onPointerDown={onPress}
          className="block rounded-card p-4"
        >
          {children}
        </Link>
      )}
    </div>
  )
}

/** Accessible name of the checkbox that selects a row. */
export const selectLabel = (name: string) => t`Select ${name}`

interface CardRowsProps<Row> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  href: (row: Row) => string
  card: (row: Row) => ReactNode
  bulk: Bulk<Row> | undefined
  selection: Selection<Row>
  swipes?: ((row: Row) => RowSwipes) | undefined
  onPress?: ((row: Row) => void) | undefined
}

/** Rows as cards, for narrow screens: they can be selected and swiped. */
export function CardRows<Row>(props: CardRowsProps<Row>) {
  const { label, rows, rowKey, href, card, bulk, selection, swipes, onPress } = props
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3">
      {rows.map((row) => {
        const key = rowKey(row)
        const { toEnd, toStart } = selection.isSelecting ? {} : (swipes?.(row) ?? {})
        return (
          <SwipeRow key={key} toEnd={toEnd} toStart={toStart} className={cardClass(selection.isChosen(key))}>
            <CardLink
              to={href(row)}
              rowKey={key}
              name={bulk?.nameOf(row)}
              selection={bulk && selection}
              onPress={onPress && (() => onPress(row))}
            >
              {card(row)}
            </CardLink>
          </SwipeRow>
        )
      })}
    </ul>
  )
}

/** Look of a card. */
export const cardClass = (isChosen: boolean): string =>
  clsx(
    'rounded-card border transition-colors',
    isChosen
      ? 'border-accent-text bg-accent-soft'
      : 'border-line bg-surface-raised shadow-raised hover:bg-surface-hover active:bg-surface-hover',
  )

/** Starts a selection. Its button disappears: the focus goes to the first checkbox. */
function startSelection({ start }: Selection<unknown>): void {
  flushSync(() => start())
  document.querySelector<HTMLElement>('input[data-row]')?.focus({ preventScroll: true })
}

/** Starts a selection where rows have no checkboxes. */
export const SelectButton = ({ selection }: { selection: Selection<unknown> }) =>
  selection.isSelecting ? null : (
    <Button
      size="sm"
      variant="quiet"
      className="-my-3 ms-auto justify-self-end lg:hidden"
      icon={<ListChecks size={18} aria-hidden="true" />}
      onClick={() => startSelection(selection)}
    >
      <Trans>Select</Trans>
    </Button>
  )

/** Icon button that starts a selection, for the row of a list's other controls. */
export const SelectIconButton = ({ selection }: { selection: Selection<unknown> }) =>
  selection.isSelecting ? null : (
    <IconButton
      label={t`Select`}
      icon={<ListChecks size={20} />}
      className="border border-line-strong md:size-10 lg:hidden"
      onClick={() => startSelection(selection)}
    />
  )

/** The actions for the selected rows, in reach while the list scrolls. */
export function BulkBar<Row>({ selection, bulk }: { selection: Selection<Row>; bulk: Bulk<Row> }) {
  const { isSelecting, selected, clear, chooseAll } = selection
  const id = useId()
  const count = selected.length
  if (count === 0 && !isSelecting) return null
  const leave = () => {
    // The bar disappears: the focus goes to a row that was selected, else to the first one.
    const hasFocus = document.getElementById(id)?.contains(document.activeElement)
    const rows = [...document.querySelectorAll(':is(tr, li):has([data-row])')]
    const row = rows.find((each) => each.querySelector(':checked')) ?? rows[0]
    flushSync(clear)
    if (hasFocus) row?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
  }
  return (
    <section
      id={id}
      aria-label={t`Selected rows`}
      data-bottom-bar
      className="sticky bottom-4 z-2 flex flex-wrap items-center gap-2 justify-self-center rounded-card border border-line bg-surface-raised py-2 ps-4 pe-2 shadow-floating"
    >
      <p role="status" className="pe-2 text-sm font-semibold tabular-nums">
        <Trans>{count} selected</Trans>
      </p>
      <div className="bulk-actions">
        {count > 0 ? (
          bulk.actions(selected, leave)
        ) : (
          <Button size="sm" variant="secondary" onClick={chooseAll}>
            <Trans>Select all</Trans>
          </Button>
        )}
      </div>
      <IconButton label={t`Clear selection`} icon={<X size={18} />} className="ms-auto" onClick={leave} />
    </section>
  )
}
