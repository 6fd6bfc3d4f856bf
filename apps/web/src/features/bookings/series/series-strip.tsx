import type { BookingSeries, SeriesStatus } from '@fettle/protocol/bookings/series'
import { listSeries } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { ruleText } from './rule-labels.ts'

type Row = Omit<BookingSeries, 'occurrences' | 'exceptions'>

/**
 * Series below the bookings: running ones, and proposals that are no bookings before the customer agrees. Requested
 * series appear among the requests by their first visit.
 */
export function SeriesStrip({ status }: { status: Extract<SeriesStatus, 'PENDING' | 'ACTIVE'> }) {
  const query = useQuery(queryOf(listSeries, { query: { status } }))
  const hasFailed = query.isError && !query.data
  const rows = query.data?.filter(({ createdBy }) => status === 'ACTIVE' || createdBy === 'PROVIDER') ?? []
  if (rows.length === 0 && !hasFailed) return null
  const label = status === 'ACTIVE' ? t`Repeating jobs` : t`Repeating jobs you proposed`
  return (
    <section aria-label={label} className="grid gap-2.5">
      <h2 className="text-sm font-semibold text-text-muted">{label}</h2>
      {hasFailed && <LoadError query={query} />}
      <ul className="grid gap-2">
        {rows.map((series) => (
          <SeriesRow key={series.id} series={series} />
        ))}
      </ul>
    </section>
  )
}

const SeriesRow = ({ series }: { series: Row }) => (
  <li>
    <Link
      to={paths.series(series.id)}
      className="flex min-h-11 items-start gap-3 rounded-card border border-line px-4 py-3 transition-colors hover:bg-surface-hover active:bg-surface-hover"
    >
      <Repeat size={18} aria-hidden="true" className="mt-1 shrink-0 text-text-muted" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span dir="auto" className="truncate font-semibold">
          {series.title}
        </span>
        <CustomerLine name={series.customer.name} avatar={series.customer.avatar} className="text-sm text-text-muted" />
        <span className="text-sm text-text-muted">{ruleText(series)}</span>
      </span>
      {series.status === 'PENDING' && series.respondBy && (
        <span className="grid shrink-0 justify-items-end text-sm">
          <span className="text-text-muted">
            <Trans>Awaiting reply</Trans>
          </span>
          <Countdown until={series.respondBy} />
        </span>
      )}
    </Link>
  </li>
)
