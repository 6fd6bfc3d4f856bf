import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useMedia } from '../../../lib/browser/media.ts'
import { clockText } from '../../../lib/format/dates.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import type { AgendaProps } from './agenda.tsx'
import { shortLoad, type DayLoad } from './block-labels.ts'
import { heightOf, HOUR_HEIGHT_PX } from './calendar-block.tsx'
import { DayColumn } from './day-column.tsx'
import { blocksOn, firstMinuteOf, HOURS } from './layout/calendar-blocks.ts'
import { nameOfDay } from './layout/calendar-days.ts'
import { targetAt, type DropTarget } from './layout/drop-target.ts'
import type { CalendarEntry } from './layout/calendar-entries.ts'
import { useCreate } from './use-create.ts'
import { useMove } from './use-move.ts'

/** Narrower blocks show no text. */
const MIN_READABLE_WIDTH_PX = 112
const GUTTER_WIDTH_PX = 64
/** An hour this near to the current time has no room for its own. */
const NOW_ROOM_MINUTES = 24

interface TimeGridProps extends AgendaProps {
  onMove: (entry: CalendarEntry, target: DropTarget) => void
  /** Starts a booking at an empty time. */
  onCreate: (target: DropTarget) => void
}

/** Grid of days and hours. Bookings can be dragged to another time, and empty time becomes a new booking. */
export function TimeGrid(props: TimeGridProps) {
  const { days, entries, loads, timeZone, now, href, onMove, onCreate } = props
  const scroller = useRef<HTMLDivElement>(null)
  const maxLanes = Math.max(1, Math.floor((useWidth(scroller) - GUTTER_WIDTH_PX) / days.length / MIN_READABLE_WIDTH_PX))
  const byDay = useMemo(
    () => new Map(days.map((day) => [day, blocksOn(day, entries, timeZone, maxLanes)])),
    [days, entries, timeZone, maxLanes],
  )
  const { surface, ...move } = useMove({
    days,
    hour: HOUR_HEIGHT_PX,
    columns: () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])],
    scroller,
    nameOf: (day) => nameOfDay(day, timeZone, now),
    onMove,
  })
  const hoursOn = (day: string) => loads.find(({ date }) => date === day)?.hours
  const create = useCreate({
    days,
    hour: HOUR_HEIGHT_PX,
    start: () => {
      if (days.includes(wall.day)) return targetAt(wall.day, wall.minutes + 30)
      const [day = ''] = days
      return targetAt(day, firstMinuteOf([day], [], loads, timeZone))
    },
    nameOf: (day) => nameOfDay(day, timeZone, now),
    onCreate,
  })
  const wall = wallTime(now, timeZone)

  useInitialScroll(scroller, props)

  const grid = { gridTemplateColumns: `${GUTTER_WIDTH_PX}px repeat(${days.length}, minmax(0, 1fr))` }
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-raised shadow-raised">
      <div className="grid border-b border-line pe-3" style={grid}>
        <span />
        {days.map((day) => (
          <DayHeader
            key={day}
            name={nameOfDay(day, timeZone, now)}
            isToday={day === wall.day}
            load={loads.find(({ date }) => date === day)}
          />
        ))}
      </div>
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t`Hours`}
        aria-keyshortcuts="N"
        onKeyDown={create.onKeyDown}
        onBlur={create.onBlur}
        className="overflow-y-auto overscroll-contain"
        style={{ height: 'min(70dvh, 46rem)' }}
      >
        <div
          ref={surface}
          onClickCapture={move.onClickCapture}
          className="relative grid"
          style={{ ...grid, height: heightOf(1440) }}
        >
          <HourLabels nowMinutes={days.includes(wall.day) ? wall.minutes : undefined} />
          {days.map((day) => (
            <DayColumn
              key={day}
              day={day}
              blocks={byDay.get(day) ?? []}
              hours={hoursOn(day)}
              timeZone={timeZone}
              now={now}
              href={href}
              isAlone={days.length === 1}
              move={move}
              create={create}
            />
          ))}
        </div>
      </div>
      <HowTo />
    </div>
  )
}

function DayHeader({ name, isToday, load }: { name: string; isToday: boolean; load: DayLoad | undefined }) {
  return (
    <div className={clsx('grid min-w-0 px-1 py-2 text-center text-sm', isToday && 'text-accent-text')}>
      <span className="truncate font-semibold">{name}</span>
      <span className="text-xs text-text-muted tabular-nums">{shortLoad(load)}</span>
    </div>
  )
}

function HowTo() {
  const byTouch = useMedia('(pointer: coarse)')
  return (
    <p className="border-t border-line px-4 py-2.5 text-sm text-text-muted">
      {byTouch ? (
        <Trans>Tap an empty time to add a booking. Press and hold a job, then drag it to propose another time.</Trans>
      ) : (
        <Trans>
          Click or drag over an empty time to add a booking. Drag a job to propose another time. Keyboard: N for a new
          booking, M to move a job, then the arrow keys and Enter.
        </Trans>
      )}
    </p>
  )
}

/** Hours beside the columns, and the current time if one of the days is today. */
function HourLabels({ nowMinutes }: { nowMinutes: number | undefined }) {
  return (
    <div aria-hidden="true" className="relative text-end text-xs text-text-muted tabular-nums">
      {HOURS.slice(1).map((hour) => (
        <span
          key={hour}
          hidden={nowMinutes !== undefined && Math.abs(hour * 60 - nowMinutes) < NOW_ROOM_MINUTES}
          className="absolute end-2"
          style={{ top: heightOf(hour * 60) - 9 }}
        >
          {clockText(hour * 60)}
        </span>
      ))}
      {nowMinutes !== undefined && (
        <span
          data-now-time
          className="absolute end-0.5 rounded-control bg-accent px-1.5 py-0.5 font-semibold whitespace-nowrap text-on-accent"
          style={{ top: heightOf(nowMinutes) - 9 }}
        >
          {clockText(nowMinutes)}
        </span>
      )}
    </div>
  )
}

/**
 * Scrolls to the first opening hour or block of the days that were turned to. A view of today alone opens at the current
 * time, with a little of the past above it. In a week, the current time of one day would scroll the mornings of the
 * others out of view.
 */
function useInitialScroll(
  scroller: RefObject<HTMLElement | null>,
  { days, entries, loads, timeZone, now }: Pick<AgendaProps, 'days' | 'entries' | 'loads' | 'timeZone' | 'now'>,
) {
  const shownDays = days.join()
  // Until they are loaded, the calendar is that of the days before.
  const isLoaded = loads.some(({ date }) => date === days[0])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const wall = wallTime(now, timeZone)
    const isToday = days.length === 1 && days[0] === wall.day
    element.scrollTop = isToday
      ? heightOf(wall.minutes) - element.clientHeight / 3
      : heightOf(firstMinuteOf(days, entries, loads, timeZone) - 30)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per day or week; afterwards the user scrolls
  }, [shownDays, isLoaded])
}

/** Measures the width of an element, in pixels; 0 before layout. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
