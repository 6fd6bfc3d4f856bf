import type { EarningsMonth } from '@fettle/protocol/earnings/earnings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useTableRoom } from '../../lib/browser/media.ts'
import { axisTicks } from '../../lib/format/axis-ticks.ts'
import { moneyText, shortMoneyText } from '../../lib/format/money.ts'
import { ChartCard } from '../../shared/cards/chart-card.tsx'
import { monthName, monthsToShow, shortMonth } from './labels.ts'

const HEIGHT_PX = 150
const AXIS_HEIGHT_PX = 18
const TOP_PADDING_PX = 8
const MAX_BAR_WIDTH_PX = 28
/** Place of the amounts beside the axis. */
const LABEL_WIDTH_PX = 56

/** Chart of earnings and payouts per month, also as a table. */
export function MonthChart({ months }: { months: readonly EarningsMonth[] }) {
  const isEmpty = months.every(({ earned, paidOut }) => earned.amount === 0 && paidOut.amount === 0)
  const last = months.at(-1)
  const sum = last && moneyText(last.earned)
  const rows = months.map(({ month, earned, paidOut }) => [monthName(month), moneyText(earned), moneyText(paidOut)])
  return (
    <ChartCard
      title={t`Earnings by month`}
      level={2}
      summary={last ? t`${monthName(last.month)}: ${sum ?? ''} earned` : ''}
      table={{
        header: [t`Month`, t`Earned after fees`, t`Paid out`],
        rows: isEmpty ? [] : rows.toReversed(),
      }}
      isSavable={false}
      empty={<Trans>Your earnings appear here after your first finished job.</Trans>}
    >
      <Drawing months={monthsToShow(months)} />
    </ChartCard>
  )
}

function Drawing({ months }: { months: readonly EarningsMonth[] }) {
  const ticks = axisTicks(Math.max(...months.flatMap(({ earned, paidOut }) => [earned.amount, paidOut.amount])))
  const top = ticks.at(-1) ?? 1
  const currency = months[0]?.earned.currency ?? 'NGN'
  // Equal height on all screen sizes.
  const width = useTableRoom() ? 720 : 360
  const step = (width - LABEL_WIDTH_PX) / months.length
  const tall = HEIGHT_PX - AXIS_HEIGHT_PX - TOP_PADDING_PX
  const middleOf = (index: number) => LABEL_WIDTH_PX + (index + 0.5) * step
  const heightOf = (amount: number) => (Math.max(0, amount) / top) * tall
  /** Bar beside the middle of its month. */
  const bar = (amount: number, side: 'left' | 'right', x: number, fill: string) => {
    const height = heightOf(amount)
    const wide = Math.min(step * 0.34, MAX_BAR_WIDTH_PX)
    return (
      <rect
        x={side === 'left' ? x - wide - 1 : x + 1}
        y={HEIGHT_PX - AXIS_HEIGHT_PX - height}
        width={wide}
        height={height}
        rx="1.5"
        fill={fill}
      />
    )
  }
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT_PX}`}
        preserveAspectRatio="xMinYMid"
        aria-hidden="true"
        // The time axis runs to the right in every language.
        direction="ltr"
        className="max-h-64 w-full"
      >
        {ticks.map((amount) => {
          const y = HEIGHT_PX - AXIS_HEIGHT_PX - heightOf(amount)
          return (
            <g key={amount}>
              <line x1={LABEL_WIDTH_PX} x2={width} y1={y} y2={y} stroke="var(--line)" />
              <text x={LABEL_WIDTH_PX - 6} y={y} dy="0.35em" fontSize="10" textAnchor="end" fill="var(--text-muted)">
                {shortMoneyText({ amount, currency })}
              </text>
            </g>
          )
        })}
        {months.map(({ month, earned, paidOut }, index) => (
          <g key={month}>
            {bar(earned.amount, 'left', middleOf(index), 'var(--accent)')}
            {bar(paidOut.amount, 'right', middleOf(index), 'var(--success)')}
            <text x={middleOf(index)} y={HEIGHT_PX - 5} fontSize="9" textAnchor="middle" fill="var(--text-muted)">
              {shortMonth(month)}
            </text>
          </g>
        ))}
      </svg>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Legend fill="var(--accent)" label={t`Earned after fees`} />
        <Legend fill="var(--success)" label={t`Paid out`} />
      </ul>
    </>
  )
}

const Legend = ({ fill, label }: { fill: string; label: string }) => (
  <li className="flex items-center gap-1.5">
    <svg width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" rx="2" fill={fill} />
    </svg>
    {label}
  </li>
)
