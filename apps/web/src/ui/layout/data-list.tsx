import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../button.tsx'

export interface Column<Row> {
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Right-aligned with tabular figures. */
  figures?: boolean
  className?: string
  /** The list can be sorted by it, under this name: `startAt`, or `-startAt` for the latest first. */
  sort?: string
}

/** Order of a list, and how to change it. */
export interface Sorting {
  current: string
  onSort: (sort: string) => void
}

/** Actions on several rows at once. */
export interface Bulk<Row> {
  /** Names the checkbox of a row. */
  nameOf: (row: Row) => string
  /** Renders the buttons for the selected rows. `clear` ends the selection. */
  actions: (selected: readonly Row[], clear: () => void) => ReactNode
}

export interface DataListProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Address of a row. The first column has the link; the whole row is clickable. */
  href: (row: Row) => string
  /** Renders a row on a phone. */
  card: (row: Row) => ReactNode
  sorting?: Sorting | undefined
  /** Actions of a row of the table, shown while it is pointed at or has the focus. They have other places too. */
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** With it, the rows of the table have checkboxes where there is room. */
  bulk?: Bulk<Row> | undefined
}

/** List shown as a table on large screens and as cards on a phone. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, columns, rowKey, href, card, sorting, rowActions, bulk } = props
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Rows that are gone from the list are no longer selected.
  const selected = bulk ? rows.filter((row) => chosen.has(rowKey(row))) : []
  const clear = () => setChosen(new Set())
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const isWhole = selected.length === rows.length
  return (
    <>
      <ul aria-label={label} className="grid grid-cols-1 gap-3 md:hidden">
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <Link
              to={href(row)}
              data-row
              className="block rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
            >
              {card(row)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="hidden overflow-hidden rounded-card border border-line bg-surface-raised shadow-raised md:block">
        <table className="w-full border-collapse text-start text-sm">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b border-line bg-surface-sunken text-text-muted">
              {bulk && (
                <th scope="col" className="hidden w-11 ps-2 lg:table-cell">
                  <RowCheckbox
                    label={t`Select all`}
                    isChecked={isWhole}
                    onToggle={() => (isWhole ? clear() : setChosen(new Set(rows.map(rowKey))))}
                  />
                </th>
              )}
              {columns.map(({ name, header, figures, className, sort }) => (
                <th
                  key={name}
                  scope="col"
                  aria-sort={sort && sorting ? orderOf(sort, sorting.current) : undefined}
                  className={clsx('px-3 py-2.5 font-medium lg:px-4', figures ? 'text-end' : 'text-start', className)}
                >
                  {sort && sorting ? (
                    <SortButton sort={sort} sorting={sorting} isLatestFirst={figures ?? false}>
                      {header}
                    </SortButton>
                  ) : (
                    header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                className="group/row relative border-b border-line transition-colors last:border-b-0 hover:bg-surface-hover has-checked:bg-accent-soft"
              >
                {bulk && (
                  // Above the link that covers the row.
                  <td className="relative z-1 hidden ps-2 lg:table-cell">
                    <RowCheckbox
                      label={selectLabel(bulk.nameOf(row))}
                      title={t`Select (X)`}
                      isChecked={chosen.has(rowKey(row))}
                      onToggle={() => toggle(rowKey(row))}
                    />
                  </td>
                )}
                {columns.map(({ name, cell, figures, className }, index) => (
                  <td
                    key={name}
                    className={clsx('h-14 px-3 py-2 lg:px-4', figures && 'text-end tabular-nums', className)}
                  >
                    {index === 0 ? (
                      <Link
                        to={href(row)}
                        data-row
                        className="font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
                      >
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                    {index === columns.length - 1 && rowActions && (
                      <span className="invisible absolute inset-y-0 end-0 z-1 flex items-center gap-1 bg-surface-hover px-2 group-focus-within/row:visible group-hover/row:visible">
                        {rowActions(row)}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {bulk && selected.length > 0 && (
        <BulkBar count={selected.length} onClear={clear}>
          {bulk.actions(selected, clear)}
        </BulkBar>
      )}
    </>
  )
}

const selectLabel = (name: string) => t`Select ${name}`

/** What can be done with the selected rows, in reach while the list scrolls. */
function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <section
      aria-label={t`Selected rows`}
      className="sticky bottom-4 z-2 hidden flex-wrap items-center gap-2 justify-self-center rounded-card border border-line bg-surface-raised py-2 ps-4 pe-2 shadow-floating lg:flex"
    >
      <p role="status" className="pe-2 text-sm font-semibold tabular-nums">
        <Trans>{count} selected</Trans>
      </p>
      {children}
      <IconButton label={t`Clear selection`} icon={<X size={18} />} onClick={onClear} />
    </section>
  )
}

/** Checkbox with room for a thumb. X presses the one of the focused row. */
const RowCheckbox = (props: { label: string; title?: string; isChecked: boolean; onToggle: () => void }) => (
  <label className="grid size-9 place-items-center pointer-coarse:size-11">
    <input
      type="checkbox"
      aria-label={props.label}
      aria-keyshortcuts="X"
      title={props.title}
      checked={props.isChecked}
      onChange={props.onToggle}
      className="size-4.5 accent-accent"
    />
  </label>
)

const orderOf = (sort: string, current: string): 'ascending' | 'descending' | 'none' =>
  current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : 'none'

interface SortButtonProps {
  sort: string
  sorting: Sorting
  /** Whether the first press shows the largest first. */
  isLatestFirst: boolean
  children: ReactNode
}

/** Head of a column that sorts by it; pressed again, the other way round. */
function SortButton({ sort, sorting, isLatestFirst, children }: SortButtonProps) {
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
        isLatestFirst && 'flex-row-reverse',
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
