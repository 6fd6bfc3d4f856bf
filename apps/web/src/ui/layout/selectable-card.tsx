import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Bulk } from './bulk-bar.tsx'
import { SwipeRow, type SwipeAction } from './swipe-row.tsx'
import type { Selection } from './use-selection.ts'
import { useLongPress } from './use-long-press.ts'

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
