import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

/** Order of a list, and how to change it. */
export interface Sorting {
  current: string
  onSort: (sort: string) => void
}

/** Direction in which a list is sorted by a column. */
export const orderOf = (sort: string, current: string): 'ascending' | 'descending' | 'none' =>
  current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : 'none'

interface SortButtonProps {
  sort: string
  sorting: Sorting
  /** Whether the first press shows the largest first. */
  isLatestFirst: boolean
  isFigures: boolean
  children: ReactNode
}

/** Head of a column that sorts by it; pressed again, the other way round. */
export function SortButton({ sort, sorting, isLatestFirst, isFigures, children }: SortButtonProps) {
  const order = orderOf(sort, sorting.current)
  const isNextDescending = order === 'none' ? isLatestFirst : order === 'ascending'
  const Arrow = (order === 'none' ? isNextDescending : order === 'descending') ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(isNextDescending ? `-${sort}` : sort)}
      className={clsx(
        'group -mx-2 inline-flex min-h-8 items-center gap-1 rounded-control px-2 font-medium hover:bg-surface-hover hover:text-text pointer-coarse:min-h-11',
        // The words stay above the figures, which end there.
        isFigures && 'flex-row-reverse',
      )}
    >
      {children}
      <Arrow
        size={14}
        aria-hidden="true"
        className={clsx(order === 'none' && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')}
      />
    </button>
  )
}

interface SortOption {
  name: string
  /** Column to sort by. */
  sort: string
  /** Order when it is chosen: the column, or `-` and the column for the latest first. */
  initial: string
}

/** Selects the order of the cards on a phone, which have no column heads. */
export function SortSelect({ options, sorting }: { options: readonly SortOption[]; sorting: Sorting }) {
  const isKnown = options.some(({ sort }) => orderOf(sort, sorting.current) !== 'none')
  return (
    <label className="-my-3 flex min-h-11 min-w-0 items-center gap-1.5 text-sm text-text-muted md:hidden">
      <ArrowDownUp size={16} aria-hidden="true" className="shrink-0" />
      <span className="sr-only">
        <Trans>Order</Trans>
      </span>
      <select
        value={isKnown ? sorting.current : ''}
        onChange={({ target }) => sorting.onSort(target.value)}
        className="field-sizing-content min-h-11 min-w-0 truncate rounded-control bg-transparent pe-1 font-semibold text-text"
      >
        {!isKnown && <option value="">{t`Order`}</option>}
        {options.map(({ name, sort, initial }) => {
          const current = orderOf(sort, sorting.current) === 'none' ? initial : sorting.current
          return (
            <option key={sort} value={current}>
              {name}
            </option>
          )
        })}
      </select>
    </label>
  )
}
