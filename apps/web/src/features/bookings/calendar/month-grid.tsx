import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { clockText, longDay, regionalLocale } from '../../../lib/format/dates.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import { Agenda, type AgendaProps } from './agenda.tsx'
import { blockClassOf, linkOf, nameOf, shortLoad } from './block-labels.ts'
import { blocksOn, type CalendarBlock } from './layout/calendar-blocks.ts'

/** Entries listed in one cell; the others are behind a link to the day. */
const MOST_PER_DAY = 3

interface MonthGridProps extends AgendaProps {
  /** Any day of the shown month; the one whose agenda a narrow screen shows. */
  chosen: string
  /** There is room for titles. Otherwise days show dots, and the chosen day's agenda is below. */
  isWide: boolean
  dayHref: (day: string) => string
  onChoose: (day: string) => void
}

const noon = (day: string) => `${day}T12:00:00Z`

/** Names of the weekdays in the order of the columns. */
const weekdayNames = (days: readonly string[], style: 'narrow' | 'short' | 'long'): string[] => {
  const format = new Intl.DateTimeFormat(regionalLocale(), { timeZone: 'UTC', weekday: style })
  return days.slice(0, 7).map((day) => format.format(new Date(noon(day))))
}

/** Calendar of a month. On narrow screens the days show dots, and the chosen day's agenda is below. */
export function MonthGrid(props: MonthGridProps) {
  const { days, entries, loads, timeZone, now, isLoading, href, chosen, isWide, dayHref, onChoose } = props
  const today = wallTime(now, timeZone).day
  const byDay = useMemo(
    () => new Map(days.map((day) => [day, blocksOn(day, entries, timeZone)])),
    [days, entries, timeZone],
  )
  const short = weekdayNames(days, 'short')
  const long = weekdayNames(days, 'long')
  // Arabic does not shorten weekdays, and whole words do not fit on a phone.
  const onPhone = short.some(({ length }) => length > 4) ? weekdayNames(days, 'narrow') : short
  const month = chosen.slice(0, 7)
  return (
    <div className="grid gap-5">
      <div className="overflow-hidden rounded-card border border-line bg-surface-raised shadow-raised">
        <ol aria-hidden="true" className="grid grid-cols-7 border-b border-line text-center text-sm text-text-muted">
          {short.map((name, index) => (
            <li key={name} className="truncate px-1 py-2 font-semibold" title={long[index]}>
              <span className="sm:hidden">{onPhone[index]}</span>
              <span className="max-sm:hidden">{name}</span>
            </li>
          ))}
        </ol>
        <ol aria-label={t`Days`} className="grid grid-cols-7">
          {days.map((day, index) => {
            const cell = {
              day,
              blocks: byDay.get(day) ?? [],
              name: longDay(noon(day), 'UTC'),
              isToday: day === today,
              load: loads.find(({ date }) => date === day),
            }
            return (
              <li
                key={day}
                className={clsx(
                  'min-w-0 border-line',
                  index >= 7 && 'border-t',
                  index % 7 > 0 && 'border-s',
                  (day.slice(0, 7) !== month || cell.load?.hours.length === 0) && 'bg-surface-sunken',
                  // Days of the neighbouring months look different from closed days.
                  day.slice(0, 7) !== month && 'text-text-muted',
                )}
              >
                {isWide ? (
                  <WideCell {...cell} href={href} dayHref={dayHref} />
                ) : (
                  <SmallCell {...cell} pressed={day === chosen} onChoose={onChoose} />
                )}
              </li>
            )
          })}
        </ol>
      </div>
      {!isWide && <Agenda {...{ entries, loads, timeZone, now, isLoading, href }} days={[chosen]} />}
    </div>
  )
}

interface Cell {
  day: string
  name: string
  blocks: readonly CalendarBlock[]
  isToday: boolean
  load: AgendaProps['loads'][number] | undefined
}

const dateOf = (day: string) => new Intl.NumberFormat(regionalLocale()).format(Number(day.slice(8)))

const dayNumberClass = (isToday: boolean) =>
  clsx(
    'grid size-7 shrink-0 place-items-center rounded-full text-sm tabular-nums',
    isToday ? 'bg-accent font-semibold text-on-accent' : 'font-medium',
  )

function WideCell(props: Cell & { href: (id: string) => string; dayHref: (day: string) => string }) {
  const { day, name, blocks, isToday, load, href, dayHref } = props
  const shown = blocks.length > MOST_PER_DAY ? blocks.slice(0, MOST_PER_DAY - 1) : blocks
  const count = blocks.length - shown.length
  return (
    <div className="grid min-h-30 content-start gap-1 p-1.5">
      <div className="flex min-w-0 items-center justify-between gap-1">
        <Link to={dayHref(day)} aria-label={name} className="rounded-full hover:bg-surface-hover">
          <span className={dayNumberClass(isToday)}>{dateOf(day)}</span>
        </Link>
        {load && load.loadMinutes > 0 && (
          <span className="truncate text-xs text-text-muted tabular-nums">{shortLoad(load)}</span>
        )}
      </div>
      <ul className="grid gap-1">
        {shown.map((block) => (
          <li key={block.entry.key} className="min-w-0">
            <Entry block={block} href={href} />
          </li>
        ))}
      </ul>
      {count > 0 && (
        <Link to={dayHref(day)} className="rounded-control px-1.5 text-xs font-semibold hover:bg-surface-hover">
          <Trans>{count} more</Trans>
        </Link>
      )}
    </div>
  )
}

function Entry({ block: { entry, from }, href }: { block: CalendarBlock; href: (id: string) => string }) {
  const path = linkOf(entry, href)
  const name = nameOf(entry)
  const className = clsx(
    'flex min-h-6 min-w-0 items-center gap-1.5 rounded-control px-1.5 text-xs',
    blockClassOf(entry),
  )
  const content = (
    <>
      {from > 0 && <span className="shrink-0 tabular-nums">{clockText(from)}</span>}
      <span dir="auto" className="truncate font-semibold">
        {name}
      </span>
    </>
  )
  return path === undefined ? (
    <div className={className}>{content}</div>
  ) : (
    <Link to={path} title={entry.who ? `${name}, ${entry.who}` : name} className={className}>
      {content}
    </Link>
  )
}

function SmallCell(props: Cell & { pressed: boolean; onChoose: (day: string) => void }) {
  const { day, name, blocks, isToday, pressed, onChoose } = props
  const count = blocks.length
  return (
    <button
      type="button"
      aria-label={count > 0 ? plural(count, { one: `${name}: # entry`, other: `${name}: # entries` }) : name}
      aria-pressed={pressed}
      onClick={() => onChoose(day)}
      className={clsx('grid h-13 w-full content-center justify-items-center gap-0.5', pressed && 'bg-accent-soft')}
    >
      <span className={dayNumberClass(isToday)}>{dateOf(day)}</span>
      <span aria-hidden="true" className="flex h-1.5 gap-0.5">
        {blocks.slice(0, MOST_PER_DAY).map(({ entry }) => (
          <span
            key={entry.key}
            className={clsx(
              'size-1.5 rounded-full',
              entry.canAccept ? 'bg-accent' : entry.kind === 'booking' ? 'bg-info' : 'bg-line-strong',
            )}
          />
        ))}
      </span>
    </button>
  )
}
