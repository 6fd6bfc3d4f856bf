import type { Money } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import { Fragment, type ReactNode } from 'react'
import { agoText } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import type { Column } from '../../ui/layout/data-list.tsx'
import { CustomerLine } from '../customers/customer-line.tsx'

interface DocumentLinesProps {
  title: string
  /** Shown before the lines. */
  picture?: ReactNode
  /** Null while there is no price. */
  total: Money | null
  customer: { name: string; avatar: string | null }
  /** Reference and place, which is cut first; empty ones are left out. */
  about: readonly (string | null)[]
  /** Status and what comes next. */
  children: ReactNode
}

/** A document as a short card: title, amount, customer and status. */
export function DocumentLines({ title, picture, total, customer, about, children }: DocumentLinesProps) {
  return (
    <div className="flex gap-3">
      {picture}
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <div className="flex items-baseline justify-between gap-3">
          <p dir="auto" className="line-clamp-2 font-semibold">
            {title}
          </p>
          <p className="shrink-0 font-semibold tabular-nums">{totalText(total)}</p>
        </div>
        <CustomerLine name={customer.name} avatar={customer.avatar} className="text-sm text-text-muted">
          {about.filter(Boolean).map((fact) => (
            <Fragment key={fact}>
              {' · '}
              <bdi>{fact}</bdi>
            </Fragment>
          ))}
        </CustomerLine>
        {children}
      </div>
    </div>
  )
}

const totalText = (total: Money | null): string => (total ? moneyText(total) : '–')

/** Column with the title above the reference. */
export const titleColumn = <Row extends { reference: string }>(
  name: string,
  header: string,
  titleOf: (row: Row) => ReactNode,
  pictureOf?: (row: Row) => ReactNode,
): Column<Row> => ({
  name,
  header,
  sort: 'title',
  cell: (row) => (
    <span className="flex items-center gap-3">
      {pictureOf?.(row)}
      <span className="grid min-w-0">
        <span dir="auto" className="line-clamp-2 font-semibold">
          {titleOf(row)}
        </span>
        <span className="text-xs font-normal text-text-muted tabular-nums">{row.reference}</span>
      </span>
    </span>
  ),
})

/** Column with the time since the last change. */
export const updatedColumn = <Row extends { updatedAt: string }>(now: Date): Column<Row> => ({
  name: 'changed',
  header: t`Last updated`,
  sort: 'updatedAt',
  className: 'whitespace-nowrap text-text-muted',
  cell: ({ updatedAt }) => agoText(updatedAt, now),
})

/** Column with the total; a dash while there is no price. */
export const totalColumn = <Row,>(header: string, totalOf: (row: Row) => Money | null): Column<Row> => ({
  name: 'total',
  header,
  sort: 'total',
  figures: true,
  cell: (row) => <span className="font-semibold whitespace-nowrap">{totalText(totalOf(row))}</span>,
})
