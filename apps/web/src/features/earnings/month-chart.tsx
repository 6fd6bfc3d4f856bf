import type { EarningsMonth } from '@fettle/protocol/earnings/earnings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useTableRoom } from '../../lib/browser/media.ts'
import { axisTicks } from '../../lib/format/axis-ticks.ts'
import { moneyText, shortMoneyText } from '../../lib/format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { monthName, monthsToShow, shortMonth } from './labels.ts'

const HEIGHT_PX = 150
const AXIS_HEIGHT_PX = 18
const TOP_PADDING_PX = 8
const MAX_BAR_WIDTH_PX = 28
/** Place of the amounts beside the axis. */
const LABEL_WIDTH_PX = 56

/** Chart of earnings and payouts per month, also as a table. */
export function MonthChart({ months }: { months: readonly EarningsMonth[] }) {
  const [asTable, setAsTable] = useState(false)
  const isEmpty = months.every(({ earned, paidOut }) => earned.amount === 0 && paidOut.amount === 0)
  const last = months.at(-1)
  const sum = last && moneyText(last.earned)
  return (
    <Card className="grid content-start gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">
          <Trans>By month</Trans>
        </h2>
        <Button variant="quiet" size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Trans>Table</Trans>
        </Button>
      </div>
      {isEmpty ? (
        <p className="text-text-muted">
          <Trans>Your earnings appear here after your first finished job.</Trans>
        </p>
      ) : asTable ? (
        <Table months={months} />
      ) : (
        <figure aria-label={t`Earnings by month`} className="grid gap-3">
          <p className="sr-only">{last && t`${monthName(last.month)}: ${sum ?? ''} earned`}</p>
          <Drawing months={monthsToShow(months)} />
        </figure>
      )}
    </Card>
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

const Table = ({ months }: { months: readonly EarningsMonth[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
  <div role="region" aria-label={t`Earnings by month`} tabIndex={0} className="overflow-x-auto">
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">
        <Trans>Earnings by month</Trans>
      </caption>
      <thead>
        <tr className="border-b border-line text-text-muted">
          <th scope="col" className="p-2 text-start font-semibold">
            <Trans>Month</Trans>
          </th>
          <th scope="col" className="p-2 text-end font-semibold">
            <Trans>Earned after fees</Trans>
          </th>
          <th scope="col" className="p-2 text-end font-semibold">
            <Trans>Paid out</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, earned, paidOut }) => (
          <tr key={month} className="border-b border-line last:border-b-0">
            <td className="p-2">{monthName(month)}</td>
            <td className="p-2 text-end">{moneyText(earned)}</td>
            <td className="p-2 text-end">{moneyText(paidOut)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
