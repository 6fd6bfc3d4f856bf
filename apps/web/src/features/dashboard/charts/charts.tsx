import type { Charts as ChartsData } from '@fettle/protocol/workspace/dashboard'
import { plural, t } from '@lingui/core/macro'
import { moneyText } from '../../../lib/format/money.ts'
import { busyTable, earningKeys, earningsTable, funnelTable, outcomesTable, servicesTable } from './chart-data.ts'
import { ChartCard } from '../../../shared/cards/chart-card.tsx'
import { Bars, BusyHours, Earnings, Outcomes } from './drawings.tsx'
import { itemsText } from '../../../lib/format/items-text.ts'

/** Earnings of the chosen range. */
export function MoneyChart({ charts }: { charts: ChartsData }) {
  const earnings = earningsTable(charts)
  const { currency, bars } = charts.earnings
  const earned = bars.reduce((sum, bar) => sum + earningKeys.reduce((part, key) => part + bar[key], 0), 0)
  const isEarned = bars.some((bar) => earningKeys.some((key) => bar[key] !== 0))
  return (
    <ChartCard
      title={t`Earnings`}
      summary={moneyText({ amount: earned, currency })}
      table={isEarned ? earnings : { ...earnings, rows: [] }}
    >
      <Earnings earnings={charts.earnings} bucket={charts.bucket} />
    </ChartCard>
  )
}

/** Other charts of the chosen range, each also as a table and as a file. */
export function Charts({ charts }: { charts: ChartsData }) {
  const services = servicesTable(charts)
  const funnel = funnelTable(charts)
  const outcomes = outcomesTable(charts)
  const jobs = services.rows.reduce((sum, [, count]) => sum + Number(count), 0)
  const [, requestCount] = funnel.rows[0] ?? []
  const isAsked = Number(requestCount ?? 0) > 0
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <ChartCard
        title={t`Bookings by outcome`}
        summary={plural(jobs, { one: '# job', other: '# jobs' })}
        table={
          charts.outcomes.some(({ from: _, ...bar }) => Object.values(bar).some(Boolean))
            ? outcomes
            : { ...outcomes, rows: [] }
        }
      >
        <Outcomes outcomes={charts.outcomes} bucket={charts.bucket} />
      </ChartCard>
      <ChartCard
        title={t`Busiest hours`}
        summary={plural(jobs, { one: '# job by day and hour', other: '# jobs by day and hour' })}
        table={busyTable(charts)}
      >
        <BusyHours busyHours={charts.busyHours} />
      </ChartCard>
      <ChartCard title={t`Services`} summary={itemsText(services.rows.map((row) => row.join(' ')))} table={services}>
        <Bars rows={services.rows} />
      </ChartCard>
      <ChartCard
        title={t`From request to done`}
        summary={itemsText(funnel.rows.map(([stage, count]) => `${stage} ${count}`))}
        table={isAsked ? funnel : { ...funnel, rows: [] }}
      >
        <Bars rows={funnel.rows} note={([, , days]) => (typeof days === 'number' ? t`after ${days} d` : '')} />
      </ChartCard>
    </div>
  )
}
