import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { saveCsv, type CsvTable } from '../../lib/browser/save-csv.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

export interface ChartCardProps {
  title: string
  level?: 2 | 3
  /** One-sentence text alternative of the chart. */
  summary: string
  table: CsvTable
  /** Whether the table can be downloaded: its cells are numbers rather than formatted amounts. */
  isSavable?: boolean
  /** Shown instead of a chart without data. */
  empty?: ReactNode
  children: ReactNode
}

/** Card with a chart, the same data as a table, and a CSV download. Without data it has a sentence instead. */
export function ChartCard(props: ChartCardProps) {
  const { title, level = 3, summary, table, isSavable = true, empty, children } = props
  const Heading = `h${level}` as const
  const [asTable, setAsTable] = useState(false)
  const isEmpty = table.rows.length === 0
  return (
    <Card className="grid content-start gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading className="font-semibold">{title}</Heading>
        {!isEmpty && (
          <div className="flex">
            <Button variant="quiet" size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              <Trans>Table</Trans>
            </Button>
            {isSavable && (
              <Button variant="quiet" size="sm" onClick={() => saveCsv(title, table)}>
                CSV
              </Button>
            )}
          </div>
        )}
      </div>
      {isEmpty ? (
        <p className="text-text-muted">{empty ?? <Trans>No data for this period</Trans>}</p>
      ) : asTable ? (
        <Table title={title} {...table} />
      ) : (
        <figure aria-label={title} className="grid gap-3">
          <p className="sr-only">{summary}</p>
          {children}
        </figure>
      )}
    </Card>
  )
}

const Table = ({ title, header, rows }: CsvTable & { title: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
  <div role="region" aria-label={title} tabIndex={0} className="overflow-x-auto">
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-line text-text-muted">
          {header.map((name, column) => (
            <th key={name} scope="col" className="p-2 font-semibold" style={{ textAlign: column ? 'end' : 'start' }}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-line">
            {row.map((cell, column) => (
              <td key={column} className="p-2" style={{ textAlign: column ? 'end' : 'start', whiteSpace: 'nowrap' }}>
                {cell ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
