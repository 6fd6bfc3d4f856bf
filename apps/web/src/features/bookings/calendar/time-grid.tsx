import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Link } from 'react-router'
import { useMedia } from '../../../lib/browser/media.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import { Menu, menuItemClass } from '../../../ui/overlays/menu.tsx'
import { useStateLabel } from '../../../ui/feedback/status-chip.tsx'
import { AcceptRequest } from '../../../shared/bookings/accept-request.tsx'
import { durationText } from '../../../lib/format/dates.ts'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import type { AgendaProps } from './agenda.tsx'
import { linkOf, blockClassOf, nameOf, shortLoad } from './block-labels.ts'
import {
  blocksOn,
  clockOf,
  closedPartsOf,
  collapsedBlocksOf,
  firstMinuteOf,
  isTaken,
  nameOfDay,
  targetAt,
  travelOn,
  type CalendarBlock,
  type CalendarEntry,
  type CollapsedBlocks,
  type DropTarget,
} from './model.ts'
import { useCreate } from './use-create.ts'
import { useMove } from './use-move.ts'

/** Narrower blocks show no text. */
const MIN_READABLE_WIDTH_PX = 112
const GUTTER_WIDTH_PX = 56
const HOUR_HEIGHT_PX = 48
/** An hour this near to the current time has no room for its own. */
const NOW_ROOM_MINUTES = 24
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const heightOf = (minutes: number) => (minutes / 60) * HOUR_HEIGHT_PX

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
  const hoursOn = (day: string) => loads.find(({ date }) => date === day)?.hours ?? []
  const hasHours = loads.some(({ hours }) => hours.length > 0)
  const create = useCreate({
    days,
    hour: HOUR_HEIGHT_PX,
    start: () => {
      if (days.includes(wall.day)) return targetAt(wall.day, wall.minutes + 30)
      const [day = ''] = days
      const [opening] = hoursOn(day)
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
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const isToday = days.length === 1 && days[0] === wall.day
    element.scrollTop = isToday
      ? heightOf(wall.minutes) - element.clientHeight / 3
      : heightOf(firstMinuteOf(days, entries, loads, timeZone) - 30)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each day or week; afterwards one scrolls oneself
  }, [shownDays])

  const grid = { gridTemplateColumns: `${GUTTER_WIDTH_PX}px repeat(${days.length}, minmax(0, 1fr))` }
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-raised shadow-raised">
      <div className="grid border-b border-line pe-3" style={grid}>
        <span />
        {days.map((day) => (
          <div
            key={day}
            className={clsx('grid min-w-0 px-1 py-2 text-center text-sm', day === wall.day && 'text-accent-text')}
          >
            <span className="truncate font-semibold">{nameOfDay(day, timeZone, now)}</span>
            <span className="text-xs text-text-muted tabular-nums">
              {shortLoad(loads.find(({ date }) => date === day))}
            </span>
          </div>
        ))}
      </div>
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls can be scrolled by keys
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
          <div aria-hidden="true" className="relative text-end text-xs text-text-muted tabular-nums">
            {hours.slice(1).map((hour) => (
              <span
                key={hour}
                hidden={days.includes(wall.day) && Math.abs(hour * 60 - wall.minutes) < NOW_ROOM_MINUTES}
                className="absolute end-2"
                style={{ top: heightOf(hour * 60) - 9 }}
              >
                {clockOf(hour * 60)}
              </span>
            ))}
            {days.includes(wall.day) && (
              <span
                data-now-time
                className="absolute end-0.5 rounded-control bg-accent px-1.5 py-0.5 font-semibold text-on-accent"
                style={{ top: heightOf(wall.minutes) - 9 }}
              >
                {clockOf(wall.minutes)}
              </span>
            )}
          </div>
          {days.map((day) => {
            const blocks = byDay.get(day) ?? []
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- N is the keyboard's way
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
                {hasHours &&
                  closedPartsOf(day, hoursOn(day), timeZone).map(({ from, to }) => (
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
                {day === wall.day && (
                  <span
                    aria-hidden="true"
                    data-now
                    className="pointer-events-none absolute inset-x-0 h-0.5 bg-accent"
                    style={{ top: heightOf(wall.minutes) }}
                  />
                )}
                <ul aria-label={nameOfDay(day, timeZone, now)}>
                  {travelOn(blocks).map((travel) => (
                    <Travel key={`travel ${travel.block.entry.key}`} {...travel} />
                  ))}
                  {blocks.map((block) => (
                    <li key={block.entry.key} hidden={block.folded}>
                      <BlockView
                        block={block}
                        href={href}
                        lifted={moving?.entry.key === block.entry.key}
                        onPointerDown={(event) => move.onPointerDown(event, block, day)}
                        onPointerMove={move.onPointerMove}
                        onPointerUp={move.onPointerUp}
                        onPointerCancel={move.letGo}
                        onContextMenu={move.onContextMenu}
                        onKeyDown={(event) => move.onKeyDown(event, block, day)}
                      />
                      {block.entry.canAccept && !block.folded && (
                        <AcceptInBlock block={block} roomy={days.length === 1} timeZone={timeZone} now={now} />
                      )}
                    </li>
                  ))}
                  {collapsedBlocksOf(blocks).map((fold) => (
                    <li key={`fold ${fold.from}`}>
                      <FoldView fold={fold} href={href} />
                    </li>
                  ))}
                </ul>
                {moving?.target.day === day && (
                  <Ghost
                    target={moving.target}
                    taken={isTaken(moving.target, blocks, moving.entry.key)}
                    follow={moving.by === 'keys'}
                  />
                )}
                {create.choice?.target.day === day && (
                  <Ghost
                    target={create.choice.target}
                    taken={isTaken(create.choice.target, blocks, '')}
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

type Handlers = Pick<
  React.ComponentProps<'a'>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onContextMenu' | 'onKeyDown'
>

function BlockView(props: { block: CalendarBlock; href: (id: string) => string; lifted: boolean } & Handlers) {
  const { block, href, lifted, ...handlers } = props
  const { entry, from } = block
  const path = linkOf(entry, href)
  const label = useStateLabel()
  const style = boxOf(block)
  const short = style.height < LINES_ROOM_PX
  const look = clsx(
    'absolute overflow-clip rounded-control px-2 text-start text-xs',
    short ? 'flex items-center' : 'py-1',
    blockClassOf(entry),
    entry.canAccept && style.height >= BUTTON_ROOM_PX && style.height < STACK_ROOM_PX && 'pe-11 pointer-coarse:pe-13',
    entry.canAccept && style.height >= STACK_ROOM_PX && 'pb-11 pointer-coarse:pb-13',
    lifted && 'opacity-60',
  )
  const time = <span className="tabular-nums">{clockOf(from)}</span>
  // The title stays at the visible edge while the block is scrolled partly out of view: as high as a line, the sticky
  // part can follow to the end of the block, which cuts off the rest.
  const content = (
    <span className="sticky top-1 block h-4 w-full">
      {short ? (
        <span className="block truncate">
          {time} <bdi className="font-semibold">{nameOf(entry)}</bdi> <bdi>{entry.who}</bdi>
        </span>
      ) : (
        <>
          <span
            dir="auto"
            className={clsx('font-semibold', style.height >= TITLE_ROOM_PX ? 'line-clamp-2' : 'block truncate')}
          >
            {nameOf(entry)}
          </span>
          {entry.who && style.height >= PHOTO_ROOM_PX ? (
            <>
              <span className="block">{time}</span> <CustomerLine name={entry.who} avatar={entry.avatar} />
            </>
          ) : (
            <span className="block truncate">
              {time} <bdi>{entry.who}</bdi>
            </span>
          )}
        </>
      )}
      {entry.status && <span className="sr-only">{label(entry.status)}</span>}
    </span>
  )
  if (path === undefined)
    return (
      <div className={look} style={style}>
        {content}
      </div>
    )
  if (entry.kind !== 'booking')
    return (
      <Link to={path} draggable={false} className={look} style={style}>
        {content}
      </Link>
    )
  return (
    <Link
      to={path}
      {...handlers}
      draggable={false}
      aria-keyshortcuts={entry.movable ? 'M' : undefined}
      className={clsx(look, 'select-none [-webkit-touch-callout:none]', entry.movable && 'cursor-pointer')}
      style={style}
    >
      {content}
    </Link>
  )
}

/** Position and size of a block in its column. */
function boxOf({ from, to, lane, lanes, besideFold }: CalendarBlock) {
  const width = `(100% - ${besideFold ? COLLAPSED_WIDTH_PX : 0}px)`
  return {
    top: heightOf(from) + 1,
    height: Math.max(22, heightOf(to - from) - 2),
    insetInlineStart: `calc(${width} * ${lane / lanes} + 2px)`,
    width: `calc(${width} / ${lanes} - 4px)`,
  }
}

/** Height below which a block has no room for two lines. */
const LINES_ROOM_PX = 40
/** Height below which a block has no room for a line with the customer's photo. */
const PHOTO_ROOM_PX = 68
/** Height from which a block has room for a title of two lines. */
const TITLE_ROOM_PX = 92
/** Height from which a block has room for a button below the text. */
const STACK_ROOM_PX = 124
/** Height below which a block has no room for a button. */
const BUTTON_ROOM_PX = 44

/** Accepts a request from its block. Short blocks have no room: they are answered on their page. */
function AcceptInBlock(props: { block: CalendarBlock; roomy: boolean; timeZone: string; now: Date }) {
  const { block, roomy, timeZone, now } = props
  const { id, title } = block.entry
  const style = boxOf(block)
  if (style.height < BUTTON_ROOM_PX) return null
  return (
    <span
      className={clsx(
        'pointer-events-none absolute flex justify-end p-1',
        style.height >= STACK_ROOM_PX ? 'items-end' : 'items-start',
      )}
      style={style}
    >
      <AcceptRequest
        id={id}
        title={title}
        timeZone={timeZone}
        now={now}
        compact={!roomy || block.lanes > 1}
        className="pointer-events-auto sticky top-1 pointer-fine:px-2"
      />
    </span>
  )
}

/** Height below which a strip has no room for the travel time. */
const TRAVEL_TEXT_PX = 18

/** Travel to a job, as a hatched strip that ends when the job starts. */
function Travel({ from, to, block }: { from: number; to: number; block: CalendarBlock }) {
  const { travelMinutes, isTight, title } = block.entry
  const { insetInlineStart, width } = boxOf(block)
  const duration = durationText(travelMinutes ?? 0)
  const height = heightOf(to - from)
  return (
    <li
      className="pointer-events-none absolute grid place-items-center"
      style={{ top: heightOf(from), height, insetInlineStart, width }}
    >
      <span
        aria-hidden="true"
        className={clsx('absolute inset-0 hatched', isTight ? 'text-danger' : 'text-text-muted')}
      />
      {height >= TRAVEL_TEXT_PX && (
        <span
          aria-hidden="true"
          className={clsx(
            'relative truncate rounded-full bg-surface-raised px-1.5 text-xs tabular-nums',
            isTight ? 'text-danger' : 'text-text-muted',
          )}
        >
          {duration}
        </span>
      )}
      <span className="sr-only">
        {isTight ? t`${duration} drive to ${title}: not enough time in between` : t`${duration} drive to ${title}`}
      </span>
    </li>
  )
}

/** Width reserved for the count of collapsed blocks. */
const COLLAPSED_WIDTH_PX = 36

/** Count of collapsed blocks at this time; a tap lists them. */
function FoldView({ fold: { from, blocks }, href }: { fold: CollapsedBlocks; href: (id: string) => string }) {
  const count = blocks.length
  return (
    <Menu
      label={t`${count} more at ${clockOf(from)}`}
      trigger={(attributes) => (
        <button
          {...attributes}
          type="button"
          aria-label={t`${count} more at ${clockOf(from)}`}
          className="absolute end-0.5 grid h-8 place-items-center rounded-control border border-line-strong bg-surface-raised text-xs font-semibold tabular-nums hover:bg-surface-hover"
          style={{ top: heightOf(from) + 1, width: COLLAPSED_WIDTH_PX - 4 }}
        >
          +{count}
        </button>
      )}
    >
      {blocks.map(({ entry, from: starts }) => {
        const path = linkOf(entry, href)
        const text = (
          <span className="grid min-w-0">
            <span dir="auto" className="truncate font-medium">
              {nameOf(entry)}
            </span>
            <span className="truncate text-sm text-text-muted tabular-nums">
              {clockOf(starts)} <bdi>{entry.who}</bdi>
            </span>
          </span>
        )
        return path === undefined ? (
          <div dir="auto" key={entry.key} role="menuitem" aria-disabled="true" className={menuItemClass}>
            {text}
          </div>
        ) : (
          <Link dir="auto" key={entry.key} to={path} role="menuitem" tabIndex={-1} className={menuItemClass}>
            {text}
          </Link>
        )
      })}
    </Menu>
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

/** Preview of the drop target, marked when taken; scrolled into view while moved by keyboard. */
function Ghost(props: { target: DropTarget; taken: boolean; follow: boolean; withEnd?: boolean }) {
  const { target, taken, follow, withEnd } = props
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
        taken ? 'border-danger bg-danger-soft text-danger' : 'border-success bg-success-soft text-success',
      )}
      style={{ top: heightOf(target.from), height: heightOf(target.minutes) }}
    >
      {clockOf(target.from)}
      {withEnd && `–${clockOf(target.from + target.minutes)}`} {taken ? <Trans>Taken</Trans> : <Trans>Free</Trans>}
    </div>
  )
}
