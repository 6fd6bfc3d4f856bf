import { wallTime } from '../../../lib/format/wall-time.ts'
import { AcceptInBlock, BlockView, CollapsedBlocksView, heightOf, Travel } from './calendar-block.tsx'
import { DropPreview } from './drop-preview.tsx'
import {
  closedPartsOf,
  collapsedBlocksOf,
  HOURS,
  travelOn,
  type CalendarBlock,
  type DayPart,
} from './layout/calendar-blocks.ts'
import { nameOfDay } from './layout/calendar-days.ts'
import { roomAt } from './layout/drop-target.ts'
import type { useCreate } from './use-create.ts'
import type { useMove } from './use-move.ts'

interface DayColumnProps {
  day: string
  blocks: readonly CalendarBlock[]
  /** Opening hours; undefined until they are loaded. */
  hours: Parameters<typeof closedPartsOf>[1] | undefined
  timeZone: string
  now: Date
  href: (id: string) => string
  /** There is only this day, and room for more. */
  isAlone: boolean
  move: Omit<ReturnType<typeof useMove>, 'surface'>
  create: ReturnType<typeof useCreate>
}

/** One day of the grid: its closed hours, its blocks, and where a booking is being moved to or created. */
export function DayColumn(props: DayColumnProps) {
  const { day, blocks, hours, timeZone, now, href, isAlone, move, create } = props
  const wall = wallTime(now, timeZone)
  const { moving } = move
  const { choice } = create
  const closed = hours ? closedPartsOf(day, hours, timeZone) : []
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- N does the same by keyboard
    <div
      data-day={day}
      onPointerDown={create.onPointerDown}
      onPointerMove={(event) => create.onPointerMove(event, day)}
      onPointerUp={create.onPointerUp}
      onPointerCancel={create.cancel}
      onClick={(event) => create.onClick(event, day)}
      className="relative cursor-cell border-s border-line"
    >
      <ColumnBackground closed={closed} nowMinutes={day === wall.day ? wall.minutes : undefined} />
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
              <AcceptInBlock block={block} isWide={isAlone} timeZone={timeZone} now={now} />
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
        <DropPreview
          target={moving.target}
          room={roomAt(moving.target, { blocks, closed }, moving.entry)}
          follow={moving.by === 'keys'}
        />
      )}
      {choice?.target.day === day && (
        <DropPreview
          target={choice.target}
          room={roomAt(choice.target, { blocks, closed })}
          follow={choice.by === 'keys'}
          withEnd
        />
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
      {HOURS.slice(1).map((hour) => (
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
