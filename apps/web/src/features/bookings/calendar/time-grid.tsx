import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useMedia } from '../../../lib/browser/media.ts'
import { clockText } from '../../../lib/format/dates.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import type { AgendaProps } from './agenda.tsx'
import { shortLoad, type DayLoad } from './block-labels.ts'
import { AcceptInBlock, BlockView, CollapsedBlocksView, heightOf, HOUR_HEIGHT_PX, Travel } from './calendar-block.tsx'
import {
  blocksOn,
  closedPartsOf,
  collapsedBlocksOf,
  firstMinuteOf,
  nameOfDay,
  roomAt,
  targetAt,
  travelOn,
  type CalendarEntry,
  type DayPart,
  type DropTarget,
} from './model.ts'
import { useCreate } from './use-create.ts'
import { useMove } from './use-move.ts'

/** Narrower blocks show no text. */
const MIN_READABLE_WIDTH_PX = 112
const GUTTER_WIDTH_PX = 64
/** An hour this near to the current time has no room for its own. */
const NOW_ROOM_MINUTES = 24
const hours = Array.from({ length: 24 }, (_, hour) => hour)

interface TimeGridProps extends AgendaProps {
  onMove: (entry: CalendarEntry, target: DropTarget) => void
  /** Starts a booking at an empty time. */
  onCreate: (target: DropTarget) => void
}

/** Grid of days and hours. Bookings can be dragged to another time, and empty time becomes a new booking. */
export function TimeGrid(props: TimeGridProps) {
  const { days, entries, loads, timeZone, now, href, onMove, onCreate } = props
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useRef(new Map<string, HTMLElement>())
  const most = Math.max(1, Math.floor((useWidth(scroller) - GUTTER_WIDTH_PX) / days.length / MIN_READABLE_WIDTH_PX))
  const byDay = useMemo(
    () => new Map(days.map((day) => [day, blocksOn(day, entries, timeZone, most)])),
    [days, entries, timeZone, most],
  )
  const move = useMove({
    days,
    hour: HOUR_HEIGHT_PX,
    columns: () => days.flatMap((day) => columns.current.get(day) ?? []),
    scroller,
    nameOf: (day) => nameOfDay(day, timeZone, now),
    onMove,
  })
  const { moving } = move
  const hoursOn = (day: string) => loads.find(({ date }) => date === day)?.hours
  const create = useCreate({
    days,
    hour: HOUR_HEIGHT_PX,
    start: () => {
      if (days.includes(wall.day)) return targetAt(wall.day, wall.minutes + 30)
      const [day = ''] = days
      const [opening] = hoursOn(day) ?? []
      return targetAt(day, opening ? wallTime(opening.startAt, timeZone).minutes : 9 * 60)
    },
    nameOf: (day) => nameOfDay(day, timeZone, now),
    onCreate,
  })
  const byTouch = useMedia('(pointer: coarse)')
  const wall = wallTime(now, timeZone)

  // A view of today alone opens at the current time, with a little of the past above it. In a week, the current time of
  // one day would scroll the mornings of the others out of view.
  const shownDays = days.join()
  // Until they are loaded, the calendar is that of the days before.
  const isLoaded = loads.some(({ date }) => date === days[0])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const isToday = days.length === 1 && days[0] === wall.day
    element.scrollTop = isToday
      ? heightOf(wall.minutes) - element.clientHeight / 3
      : heightOf(firstMinuteOf(days, entries, loads, timeZone) - 30)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per day or week; afterwards the user scrolls
  }, [shownDays, isLoaded])

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
          ref={move.surface}
          onClickCapture={move.onClickCapture}
          className="relative grid"
          style={{ ...grid, height: heightOf(1440) }}
        >
          <HourLabels nowMinutes={days.includes(wall.day) ? wall.minutes : undefined} />
          {days.map((day) => {
            const blocks = byDay.get(day) ?? []
            const workingHours = hoursOn(day)
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- N does the same by keyboard
              <div
                key={day}
                onPointerDown={create.onPointerDown}
                onPointerMove={(event) => create.onPointerMove(event, day)}
                onPointerUp={create.onPointerUp}
                onPointerCancel={create.cancel}
                onClick={(event) => create.onClick(event, day)}
                ref={(element) => {
                  if (element) columns.current.set(day, element)
                  else columns.current.delete(day)
                }}
                className="relative cursor-cell border-s border-line"
              >
                <ColumnBackground
                  closed={workingHours ? closedPartsOf(day, workingHours, timeZone) : []}
                  nowMinutes={day === wall.day ? wall.minutes : undefined}
                />
                <ul aria-label={nameOfDay(day, timeZone, now)}>
                  {travelOn(blocks).map((travel) => (
                    <Travel key={`travel ${travel.block.entry.key}`} {...travel} />
                  ))}
                  {blocks.map((block) => (
                    <li key={block.entry.key} hidden={block.isCollapsed}>
                      <BlockView
                        block={block}
                        href={href}
                        lifted={moving?.entry.key === block.entry.key}
                        onPointerDown={(event) => move.onPointerDown(event, block, day)}
                        onPointerMove={move.onPointerMove}
                        onPointerUp={move.onPointerUp}
                        onPointerCancel={move.endDrag}
                        onContextMenu={move.onContextMenu}
                        onKeyDown={(event) => move.onKeyDown(event, block, day)}
                      />
                      {block.entry.canAccept && !block.isCollapsed && (
                        <AcceptInBlock block={block} roomy={days.length === 1} timeZone={timeZone} now={now} />
                      )}
                    </li>
                  ))}
                  {collapsedBlocksOf(blocks).map((collapsed) => (
                    <li key={`collapsed ${collapsed.from}`}>
                      <CollapsedBlocksView collapsed={collapsed} href={href} />
                    </li>
                  ))}
                </ul>
                {moving?.target.day === day && (
                  <Ghost
                    target={moving.target}
                    room={roomAt(moving.target, blocks, moving.entry)}
                    follow={moving.by === 'keys'}
                  />
                )}
                {create.choice?.target.day === day && (
                  <Ghost
                    target={create.choice.target}
                    room={roomAt(create.choice.target, blocks)}
                    follow={create.choice.by === 'keys'}
                    withEnd
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
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

/** Hours beside the columns, and the current time if one of the days is today. */
function HourLabels({ nowMinutes }: { nowMinutes: number | undefined }) {
  return (
    <div aria-hidden="true" className="relative text-end text-xs text-text-muted tabular-nums">
      {hours.slice(1).map((hour) => (
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

/** Closed hours, lines between hours, and the current time of a day. */
function ColumnBackground({ closed, nowMinutes }: { closed: readonly DayPart[]; nowMinutes: number | undefined }) {
  return (
    <>
      {closed.map(({ from, to }) => (
        <span
          key={from}
          aria-hidden="true"
          data-closed
          className="pointer-events-none absolute inset-x-0 bg-surface-sunken"
          style={{ top: heightOf(from), height: heightOf(to - from) }}
        />
      ))}
      {hours.slice(1).map((hour) => (
        <span
          key={hour}
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 border-b border-line"
          style={{ top: heightOf(hour * 60) - 1 }}
        />
      ))}
      {/* Below the jobs, whose words it would cross; the time stands in the margin too. */}
      {nowMinutes !== undefined && (
        <span
          aria-hidden="true"
          data-now
          className="pointer-events-none absolute inset-x-0 h-0.5 bg-accent"
          style={{ top: heightOf(nowMinutes) }}
        />
      )}
    </>
  )
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

type Room = ReturnType<typeof roomAt>

const roomTones: Record<Room, string> = {
  free: 'border-success bg-success-soft text-success',
  tight: 'border-warning bg-warning-soft text-warning',
  taken: 'border-danger bg-danger-soft text-danger',
}

const roomText = (room: Room) => (room === 'free' ? t`Free` : room === 'tight' ? t`Little time to travel` : t`Taken`)

/** Preview of the drop target, with whether it is free; scrolled into view while moved by keyboard. */
function Ghost(props: { target: DropTarget; room: Room; follow: boolean; withEnd?: boolean }) {
  const { target, room, follow, withEnd } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (follow) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [follow, target.from])
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute inset-x-0 z-40 scroll-m-4 rounded-control border-2 border-dashed px-2 py-1 text-xs font-semibold',
        roomTones[room],
      )}
      style={{ top: heightOf(target.from), height: heightOf(target.minutes) }}
    >
      {clockText(target.from)}
      {withEnd && `–${clockText(target.from + target.minutes)}`} {roomText(room)}
    </div>
  )
}
