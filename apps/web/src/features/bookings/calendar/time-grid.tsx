import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Link } from 'react-router'
import { useMedia } from '../../../lib/browser/media.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import { Menu, menuItemClass } from '../../../ui/overlays/menu.tsx'
import { useStateLabel } from '../../../ui/feedback/status-chip.tsx'
import type { AgendaProps } from './agenda.tsx'
import { linkOf, blockClassOf, nameOf, shortLoad } from './block-labels.ts'
import {
  blocksOn,
  clockOf,
  collapsedBlocksOf,
  isTaken,
  nameOfDay,
  type CalendarBlock,
  type CalendarEntry,
  type CollapsedBlocks,
  type DropTarget,
} from './model.ts'
import { useMove } from './use-move.ts'

/** Narrower blocks show no text. */
const MIN_READABLE_WIDTH_PX = 112
const GUTTER_WIDTH_PX = 56
const HOUR_HEIGHT_PX = 48
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const heightOf = (minutes: number) => (minutes / 60) * HOUR_HEIGHT_PX

/** Grid of days and hours. Bookings can be dragged to another time. */
export function TimeGrid(props: AgendaProps & { onMove: (entry: CalendarEntry, target: DropTarget) => void }) {
  const { days, entries, loads, timeZone, now, href, onMove } = props
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
  const byTouch = useMedia('(pointer: coarse)')
  const wall = wallTime(now, timeZone)
  const first = Math.min(8 * 60, ...[...byDay.values()].flat().map(({ from }) => (from === 0 ? 8 * 60 : from)))

  // Scroll to the current time where today is shown, with a little of the past above it; otherwise to working hours.
  const shownDays = days.join()
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = days.includes(wall.day)
      ? heightOf(wall.minutes) - element.clientHeight / 3
      : heightOf(Math.max(0, first - 30))
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
              <span key={hour} className="absolute end-2" style={{ top: heightOf(hour * 60) - 9 }}>
                {clockOf(hour * 60)}
              </span>
            ))}
          </div>
          {days.map((day) => {
            const blocks = byDay.get(day) ?? []
            return (
              <div
                key={day}
                ref={(element) => {
                  if (element) columns.current.set(day, element)
                  else columns.current.delete(day)
                }}
                className="relative border-s border-line"
              >
                {hours.slice(1).map((hour) => (
                  <span
                    key={hour}
                    aria-hidden="true"
                    className="absolute inset-x-0 border-b border-line"
                    style={{ top: heightOf(hour * 60) - 1 }}
                  />
                ))}
                <ul aria-label={nameOfDay(day, timeZone, now)}>
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
                {day === wall.day && (
                  <span
                    aria-hidden="true"
                    data-now
                    className="absolute inset-x-0 h-0.5 bg-accent"
                    style={{ top: heightOf(wall.minutes) }}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
      <p className="border-t border-line px-4 py-2.5 text-sm text-text-muted">
        {byTouch ? (
          <Trans>Press and hold a job, then drag it to propose another time.</Trans>
        ) : (
          <Trans>Drag a job to propose another time. Keyboard: press M, then the arrow keys and Enter.</Trans>
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
  const { entry, from, to, lane, lanes, besideFold } = block
  const path = linkOf(entry, href)
  const label = useStateLabel()
  const width = `(100% - ${besideFold ? COLLAPSED_WIDTH_PX : 0}px)`
  const style = {
    top: heightOf(from) + 1,
    height: Math.max(22, heightOf(to - from) - 2),
    insetInlineStart: `calc(${width} * ${lane / lanes} + 2px)`,
    width: `calc(${width} / ${lanes} - 4px)`,
  }
  const look = clsx(
    'absolute overflow-hidden rounded-control px-2 py-1 text-start text-xs',
    blockClassOf(entry),
    lifted && 'opacity-60',
  )
  const content = (
    <>
      <span dir="auto" className="block truncate font-semibold">
        {nameOf(entry)}
      </span>
      <span className="block truncate tabular-nums">
        {clockOf(from)} <bdi>{entry.who}</bdi>
      </span>
      {entry.status && <span className="sr-only">{label(entry.status)}</span>}
    </>
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
function Ghost({ target, taken, follow }: { target: DropTarget; taken: boolean; follow: boolean }) {
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
      {clockOf(target.from)} {taken ? <Trans>Taken</Trans> : <Trans>Free</Trans>}
    </div>
  )
}
