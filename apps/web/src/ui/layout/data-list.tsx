import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BulkBar, SelectButton, type Bulk } from './bulk-bar.tsx'
import { CardRows, selectLabel, type RowSwipes } from './selectable-card.tsx'
import { orderOf, SortButton, SortSelect, type Sorting } from './sorting.tsx'
import { useTableRoom } from '../../lib/browser/media.ts'
import { useSelection, type Selection } from './use-selection.ts'

export interface Column<Row> {
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Right-aligned with tabular figures. */
  figures?: boolean
  className?: string
  /** The list can be sorted by it, under this name: `startAt`, or `-startAt` for the latest first. */
  sort?: string
  /** Name of that order in the menu of a phone, where the header alone does not say what is compared. */
  sortName?: string
  /** The first press shows the latest first, as it does with figures. */
  latestFirst?: boolean
}

interface DataTableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Address of a row. The first column has the link; the whole row is clickable. */
  href: (row: Row) => string
  sorting?: Sorting | undefined
  /** Actions of a row of the table, shown while it is hovered or focused. Each is also available elsewhere. */
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** With it, rows can be selected: with checkboxes in a table, else after a long press or “Select”. */
  bulk?: Bulk<Row> | undefined
}

export interface DataListProps<Row> extends DataTableProps<Row> {
  /** Renders a row on a phone. */
  card: (row: Row) => ReactNode
  /** Called when a card is pressed, before it opens: loads the record. */
  onPress?: ((row: Row) => void) | undefined
  /** Actions of swiping a row on a phone. Each is also available without a swipe. */
  swipes?: ((row: Row) => RowSwipes) | undefined
}

/** List shown as a table on large screens, and as cards on a tablet or phone. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, columns, rowKey, href, card, onPress, sorting, swipes, bulk } = props
  const isTable = useTableRoom()
  const selection = useSelection(rows, rowKey)
  return (
    <>
      {(bulk ?? sorting) && !isTable && (
        <div className="flex flex-wrap items-center gap-x-3">
          {sorting && <SortSelect options={sortOptionsOf(columns)} sorting={sorting} />}
          {bulk && <SelectButton selection={selection} />}
        </div>
      )}
      {isTable ? (
        <DataTable {...props} selection={selection} />
      ) : (
        <CardRows
          label={label}
          rows={rows}
          rowKey={rowKey}
          href={href}
          card={card}
          bulk={bulk}
          selection={selection}
          swipes={swipes}
          onPress={onPress}
        />
      )}
      {bulk && <BulkBar selection={selection} bulk={bulk} />}
    </>
  )
}

/** Table of records; each row is a link. */
export function DataTable<Row>(props: DataTableProps<Row> & { selection: Selection<Row> }) {
  const { label, rows, columns, rowKey, href, sorting, rowActions, bulk, selection } = props
  const isWhole = selection.selected.length === rows.length
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-raised shadow-raised">
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line bg-surface-sunken text-text-muted">
            {bulk && (
              <th scope="col" className="w-11 ps-2">
                <RowCheckbox
                  label={t`Select all`}
                  isChecked={isWhole}
                  onToggle={isWhole ? selection.clear : selection.chooseAll}
                />
              </th>
            )}
            {columns.map(({ name, header, figures, className, sort, latestFirst = figures }) => (
              <th
                key={name}
                scope="col"
                aria-sort={sort && sorting ? orderOf(sort, sorting.current) : undefined}
                className={clsx('px-3 py-2.5 font-medium', figures ? 'text-end' : 'text-start', className)}
              >
                {sort && sorting ? (
                  <SortButton
                    sort={sort}
                    sorting={sorting}
                    isLatestFirst={latestFirst ?? false}
                    isFigures={figures ?? false}
                  >
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
                <td className="relative z-1 ps-2">
                  <RowCheckbox
                    label={selectLabel(bulk.nameOf(row))}
                    title={t`Select (X)`}
                    isChecked={selection.isChosen(rowKey(row))}
                    onToggle={() => selection.toggle(rowKey(row))}
                  />
                </td>
              )}
              {columns.map(({ name, cell, figures, className }, index) => (
                <td key={name} className={clsx('h-14 px-3 py-2', figures && 'text-end tabular-nums', className)}>
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
  )
}

const sortOptionsOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.flatMap(({ header, sortName = header, figures, latestFirst = figures, sort }) =>
    sort === undefined || typeof sortName !== 'string'
      ? []
      : [{ name: sortName, sort, initial: latestFirst ? `-${sort}` : sort }],
  )

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
