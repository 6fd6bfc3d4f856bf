import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Link } from 'react-router'
import { clockText, durationText } from '../../../lib/format/dates.ts'
import { AcceptRequest } from '../../../shared/bookings/accept-request.tsx'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { bookingStateLabel } from '../../../shared/bookings/booking-chip.tsx'
import { usePendingStatus } from '../../../ui/feedback/undo.ts'
import { Menu, menuItemClass } from '../../../ui/overlays/menu.tsx'
import { linkOf, blockClassOf, nameOf } from './block-labels.ts'
import type { CalendarEntry } from './layout/calendar-entries.ts'
import type { CalendarBlock, CollapsedBlocks } from './layout/calendar-blocks.ts'

export const HOUR_HEIGHT_PX = 48
export const heightOf = (minutes: number): number => (minutes / 60) * HOUR_HEIGHT_PX

type Handlers = Pick<
  React.ComponentProps<'a'>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onContextMenu' | 'onKeyDown'
>

/** An entry of the calendar in its column. Bookings can be moved. */
export function BlockView(props: { block: CalendarBlock; href: (id: string) => string; lifted: boolean } & Handlers) {
  const { block, href, lifted, ...handlers } = props
  const { from } = block
  // Accepted, but still with a button to undo it.
  const pendingStatus = usePendingStatus(block.entry.id) as CalendarEntry['status']
  const entry = pendingStatus ? { ...block.entry, status: pendingStatus } : block.entry
  const path = linkOf(entry, href)
  const style = boxOf(block)
  const short = style.height < LINES_ROOM_PX
  const className = clsx(
    'absolute overflow-clip rounded-control px-2 text-start text-xs',
    short ? 'flex items-center' : 'py-1',
    blockClassOf(entry),
    entry.canAccept && style.height >= BUTTON_ROOM_PX && style.height < STACK_ROOM_PX && 'pe-11 pointer-coarse:pe-13',
    entry.canAccept && style.height >= STACK_ROOM_PX && 'pb-11 pointer-coarse:pb-13',
    lifted && 'opacity-60',
  )
  const time = <span className="shrink-0 tabular-nums">{clockText(from)}</span>
  // The title stays at the visible edge while the block is scrolled partly out of view: as high as a line, the sticky
  // part can follow to the end of the block, which cuts off the rest.
  const content = (
    <span className="sticky top-1 block h-4 w-full">
      {short ? (
        <span className="flex gap-1">
          {time}{' '}
          <span dir="auto" className="truncate">
            <span className="font-semibold">{nameOf(entry)}</span> <bdi>{entry.who}</bdi>
          </span>
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
            <span className="flex gap-1">
              {time}{' '}
              <span dir="auto" className="truncate">
                {entry.who}
              </span>
            </span>
          )}
        </>
      )}
      {entry.status && <span className="sr-only">{bookingStateLabel(entry.status)}</span>}
    </span>
  )
  if (path === undefined)
    return (
      <div className={className} style={style}>
        {content}
      </div>
    )
  if (entry.kind !== 'booking')
    return (
      <Link to={path} draggable={false} className={className} style={style}>
        {content}
      </Link>
    )
  return (
    <Link
      to={path}
      {...handlers}
      draggable={false}
      aria-keyshortcuts={entry.movable ? 'M' : undefined}
      className={clsx(className, 'select-none [-webkit-touch-callout:none]', entry.movable && 'cursor-pointer')}
      style={style}
    >
      {content}
    </Link>
  )
}

/** Position and size of a block in its column. */
function boxOf({ from, to, lane, lanes, isBesideCollapsed }: CalendarBlock) {
  const width = `(100% - ${isBesideCollapsed ? COLLAPSED_WIDTH_PX : 0}px)`
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
export function AcceptInBlock(props: { block: CalendarBlock; isWide: boolean; timeZone: string; now: Date }) {
  const { block, isWide, timeZone, now } = props
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
        compact={!isWide || block.lanes > 1}
        className="pointer-events-auto sticky top-1 pointer-fine:px-2"
      />
    </span>
  )
}

/** Height below which a strip has no room for the travel time. */
const TRAVEL_TEXT_PX = 18

/** Travel to a job, as a hatched strip that ends when the job starts. */
export function Travel({ from, to, block }: { from: number; to: number; block: CalendarBlock }) {
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
        {isTight ? t`${duration} drive to ${title}: not enough travel time` : t`${duration} drive to ${title}`}
      </span>
    </li>
  )
}

/** Width reserved for the count of collapsed blocks. */
const COLLAPSED_WIDTH_PX = 36

/** Count of collapsed blocks at this time; a tap lists them. */
export function CollapsedBlocksView({
  collapsed: { from, blocks },
  href,
}: {
  collapsed: CollapsedBlocks
  href: (id: string) => string
}) {
  const count = blocks.length
  return (
    <Menu
      label={t`${count} more at ${clockText(from)}`}
      trigger={(attributes) => (
        <button
          {...attributes}
          type="button"
          aria-label={t`${count} more at ${clockText(from)}`}
          className="absolute end-0.5 grid h-8 place-items-center rounded-control border border-line-strong bg-surface-raised text-xs font-semibold tabular-nums hover:bg-surface-hover"
          style={{ top: heightOf(from) + 1, width: COLLAPSED_WIDTH_PX - 4 }}
        >
          <bdi dir="ltr">+{count}</bdi>
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
              {clockText(starts)} <bdi>{entry.who}</bdi>
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
