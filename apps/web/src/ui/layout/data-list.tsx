import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column<Row> {
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Right-aligned with tabular figures. */
  figures?: boolean
  className?: string
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
}

/** List shown as a table on large screens and as cards on a phone. */
export function DataList<Row>({ label, rows, columns, rowKey, href, card }: DataListProps<Row>) {
  return (
    <>
      <ul aria-label={label} className="grid gap-3 md:hidden">
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <Link
              to={href(row)}
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
              {columns.map(({ name, header, figures, className }) => (
                <th
                  key={name}
                  scope="col"
                  className={clsx('px-4 py-2.5 font-medium', figures ? 'text-end' : 'text-start', className)}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                className="relative border-b border-line transition-colors last:border-b-0 hover:bg-surface-hover"
              >
                {columns.map(({ name, cell, figures, className }, index) => (
                  <td key={name} className={clsx('h-14 px-4 py-2', figures && 'text-end tabular-nums', className)}>
                    {index === 0 ? (
                      <Link
                        to={href(row)}
                        className="font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
                      >
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
