import type { Charts } from '@fettle/protocol/workspace/dashboard'
import type { Cell } from '@fettle/protocol/common/csv'
import { axisTicks } from '../../../lib/format/axis-ticks.ts'
import { moneyText } from '../../../lib/format/money.ts'
import {
  barLabel,
  earningKeys,
  earningLabel,
  hourLabel,
  outcomeKeys,
  outcomeLabel,
  weekdayLabel,
  type EarningKey,
  type OutcomeKey,
} from './chart-data.ts'

/** Plain SVG, since a few rectangles need no library. Colours come from the theme. */

const outcomeColours: Record<OutcomeKey, string> = {
  completed: 'var(--success)',
  open: 'var(--info)',
  cancelled: 'var(--danger)',
  noShow: 'var(--text)',
  declined: 'var(--line-strong)',
  missed: 'var(--warning)',
}
const earningColours: Record<EarningKey, string> = {
  paid: 'var(--success)',
  available: 'var(--info)',
  pending: 'var(--line-strong)',
}

const WIDTH = 320
const HEIGHT = 140
const AXIS = 18

interface StackedProps<Key extends string> {
  bars: readonly ({ from: string } & Readonly<Record<Key, number>>)[]
  bucket: Charts['bucket']
  keys: readonly Key[]
  colours: Readonly<Record<Key, string>>
  label: (key: Key) => string
  /** Formats a value. */
  text: (value: number) => string
}

/** Stacked bars, one per period. Negative values are drawn as zero. */
function Stacked<Key extends string>({ bars, bucket, keys, colours, label, text }: StackedProps<Key>) {
  const valueOf = (bar: (typeof bars)[number], key: Key) => Math.max(0, bar[key])
  const most =
    axisTicks(Math.max(...bars.map((bar) => keys.reduce((sum, key) => sum + valueOf(bar, key), 0)))).at(-1) ?? 1
  const step = WIDTH / bars.length
  const tall = HEIGHT - AXIS - 10
  const every = Math.ceil(bars.length / 6)
  const used = keys.filter((key) => bars.some((bar) => bar[key] !== 0))
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        // The time axis runs to the right in every language.
        direction="ltr"
        className="w-full"
        style={{ overflow: 'visible' }}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - AXIS} y2={HEIGHT - AXIS} stroke="var(--line)" />
        <text x="0" y="9" fontSize="10" fill="var(--text-muted)">
          {text(most)}
        </text>
        {bars.map((bar, index) => {
          let below = 0
          return (
            <g key={bar.from}>
              {keys.map((key) => {
                const value = valueOf(bar, key)
                if (value === 0) return null
                const height = (value / most) * tall
                below += height
                return (
                  <rect
                    key={key}
                    x={index * step + step * 0.15}
                    y={HEIGHT - AXIS - below}
                    width={step * 0.7}
                    height={height}
                    fill={colours[key]}
                    stroke="var(--surface-raised)"
                    strokeWidth="0.75"
                  />
                )
              })}
              {index % every === 0 && (
                <text
                  x={index * step + step / 2}
                  y={HEIGHT - 4}
                  fontSize="10"
                  textAnchor="middle"
                  fill="var(--text-muted)"
                >
                  {barLabel(bar.from, bucket)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {used.map((key) => (
          <li key={key} className="flex items-center gap-1.5">
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={colours[key]} />
            </svg>
            {label(key)}
            <span className="text-text-muted tabular-nums">{text(bars.reduce((sum, bar) => sum + bar[key], 0))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Chart of booking outcomes per period. */
export const Outcomes = ({ outcomes, bucket }: Pick<Charts, 'outcomes' | 'bucket'>) => (
  <Stacked
    bars={outcomes}
    bucket={bucket}
    keys={outcomeKeys}
    colours={outcomeColours}
    label={outcomeLabel}
    text={String}
  />
)

/** Chart of earnings per period, by state of the money. */
export const Earnings = ({ earnings: { currency, bars }, bucket }: Pick<Charts, 'earnings' | 'bucket'>) => (
  <Stacked
    bars={bars}
    bucket={bucket}
    keys={earningKeys}
    colours={earningColours}
    label={earningLabel}
    text={(amount) => moneyText({ amount, currency })}
  />
)

const CELL = 20
const LABEL = 34

/** Heat map of job starts by weekday and hour. */
export function BusyHours({ busyHours }: Pick<Charts, 'busyHours'>) {
  const hours = busyHours.map(({ hour }) => hour)
  const first = Math.min(8, ...hours)
  const last = Math.max(17, ...hours)
  const most = Math.max(1, ...busyHours.map(({ jobs }) => jobs))
  const width = LABEL + (last - first + 1) * CELL
  return (
    <svg
      viewBox={`0 0 ${width} ${7 * CELL + AXIS}`}
      aria-hidden="true"
      direction="ltr"
      className="w-full"
      // As high as the bar charts, however few hours there are.
      style={{ maxHeight: '13rem' }}
    >
      {Array.from({ length: 7 }, (_, weekday) => (
        <text key={weekday} x="0" y={weekday * CELL + 14} fontSize="10" fill="var(--text-muted)">
          {weekdayLabel(weekday)}
        </text>
      ))}
      {Array.from({ length: 7 * (last - first + 1) }, (_, cell) => {
        const weekday = cell % 7
        const hour = first + Math.floor(cell / 7)
        const jobs = busyHours.find((cell) => cell.weekday === weekday && cell.hour === hour)?.jobs ?? 0
        const x = LABEL + (hour - first) * CELL
        const y = weekday * CELL
        return (
          <g key={cell}>
            <rect x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} rx="3" fill="var(--surface-hover)" />
            {jobs > 0 && (
              <rect
                x={x + 1}
                y={y + 1}
                width={CELL - 2}
                height={CELL - 2}
                rx="3"
                fill="var(--accent)"
                fillOpacity={0.25 + (0.75 * jobs) / most}
              />
            )}
          </g>
        )
      })}
      {Array.from({ length: last - first + 1 }, (_, index) =>
        index % 3 === 0 && index < last - first ? (
          <text
            key={index}
            x={LABEL + index * CELL + CELL / 2}
            y={7 * CELL + 13}
            fontSize="10"
            textAnchor="middle"
            fill="var(--text-muted)"
          >
            {hourLabel(first + index)}
          </text>
        ) : null,
      )}
    </svg>
  )
}

/** Horizontal bars with labels and values on a common scale. */
export function Bars({ rows, note }: { rows: readonly (readonly Cell[])[]; note?: (row: readonly Cell[]) => string }) {
  const most = Math.max(1, ...rows.map(([, value]) => Number(value)))
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map((row) => (
        <li key={row[0]} className="grid gap-1">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span>{row[0]}</span>
            <span className="font-semibold tabular-nums">
              {row[1]}
              {note && <span className="font-normal text-text-muted"> {note(row)}</span>}
            </span>
          </span>
          <svg viewBox="0 0 100 3" preserveAspectRatio="none" height="8" aria-hidden="true" className="w-full">
            <rect width="100" height="3" fill="var(--surface-hover)" />
            <rect width={(Number(row[1]) / most) * 100} height="3" fill="var(--accent)" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
