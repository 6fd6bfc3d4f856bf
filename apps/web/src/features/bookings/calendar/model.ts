import type { BookingStatus } from '@fettle/protocol/bookings'
import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { dayName } from '../../../lib/format/dates.ts'
import { addDays, instantAt, wallTime } from '../../../lib/format/wall-time.ts'

/** Calendar layout, computed without React. */

export type BlockKind = 'booking' | 'visit' | 'hold' | 'off' | 'busy'

/** A record that occupies time in the calendar. */
export interface CalendarEntry {
  key: string
  kind: BlockKind
  id: string
  title: string
  who: string
  status?: BookingStatus
  startAt: string
  endAt: string
  /** Another time may be proposed. */
  movable: boolean
}

/** The part of an entry on one day, in minutes of local time. */
export interface CalendarBlock {
  entry: CalendarEntry
  from: number
  to: number
  /** Column index among overlapping blocks. */
  lane: number
  lanes: number
  /** No room beside the other blocks: counted in `CollapsedBlocks`. */
  folded: boolean
  /** Overlaps collapsed blocks and leaves room for their count. */
  besideFold: boolean
}

/** Blocks without room of their own, shown as a count that opens a list. */
export interface CollapsedBlocks {
  from: number
  blocks: readonly CalendarBlock[]
}

export const DAY_MINUTES = 1440
/** Dragging snaps to this step. */
export const STEP_MINUTES = 15

const movable: ReadonlySet<BookingStatus> = new Set(['REQUESTED', 'CONFIRMED', 'PAUSED'])
/** These bookings occupy no time. */
const finalStatuses: ReadonlySet<BookingStatus> = new Set(['DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'])

export function entriesOf(view: CalendarView): CalendarEntry[] {
  const entry = (
    kind: BlockKind,
    given: Omit<CalendarEntry, 'kind' | 'key' | 'movable' | 'who'> & { who?: string; movable?: boolean },
  ): CalendarEntry => ({
    who: '',
    movable: false,
    ...given,
    kind,
    key: `${kind} ${given.id} ${given.startAt}`,
  })
  return [
    ...view.bookings
      .filter(({ status }) => !finalStatuses.has(status))
      .map(({ id, title, customerName, status, startAt, endAt }) =>
        entry('booking', { id, title, who: customerName, status, startAt, endAt, movable: movable.has(status) }),
      ),
    ...view.occurrences.map(({ seriesId, title, customerName, startAt, endAt }) =>
      entry('visit', { id: seriesId, title, who: customerName, startAt, endAt }),
    ),
    ...view.holds.map(({ id, title, customerName, startAt, endAt }) =>
      entry('hold', { id, title, who: customerName ?? '', startAt, endAt }),
    ),
    ...view.timeOff.map(({ id, title, startAt, endAt }) => entry('off', { id, title, startAt, endAt })),
    ...view.external.map(({ id, title, startAt, endAt }) => entry('busy', { id, title, startAt, endAt })),
  ].sort((one, other) => one.startAt.localeCompare(other.startAt))
}

/** Days of a view: one, or seven starting with it, so that a week shows what is ahead even on a Sunday. */
export const daysOf = (look: 'day' | 'week', day: string): string[] =>
  look === 'day' ? [day] : Array.from({ length: 7 }, (_, index) => addDays(day, index))

/** The time range of these days in a time zone. */
export const rangeOf = (days: readonly string[], timeZone: string): { from: string; to: string } => ({
  from: instantAt(days[0] ?? '', '00:00', timeZone).toISOString(),
  to: instantAt(addDays(days.at(-1) ?? '', 1), '00:00', timeZone).toISOString(),
})

/** Formats a day as `Today`, `Tomorrow` or a date. `Today` depends on the time zone. */
export const nameOfDay = (day: string, timeZone: string, now: Date): string =>
  dayName(instantAt(day, '12:00', timeZone), timeZone, now)

/** Minutes since local midnight of a day, clamped to that day. */
function minutesOn(day: string, at: string, timeZone: string): number {
  const wall = wallTime(at, timeZone)
  if (wall.day < day) return 0
  return wall.day > day ? DAY_MINUTES : wall.minutes
}

const overlaps = (one: Pick<CalendarBlock, 'from' | 'to'>, other: Pick<CalendarBlock, 'from' | 'to'>): boolean =>
  one.from < other.to && other.from < one.to

/** Assigns blocks to columns in their order and returns the number of columns. */
function layOutColumns(blocks: readonly CalendarBlock[]): number {
  const laid: CalendarBlock[] = []
  for (const block of blocks) {
    const taken = new Set(laid.filter((other) => overlaps(block, other)).map(({ lane }) => lane))
    block.lane = 0
    while (taken.has(block.lane)) block.lane += 1
    laid.push(block)
  }
  return Math.max(1, ...blocks.map(({ lane }) => lane + 1))
}

/** Lays out overlapping blocks. With more columns than `most`, bookings come first and the rest collapses. */
function layOut(group: CalendarBlock[], most: number): void {
  const lanes = layOutColumns(group)
  if (lanes > most) {
    const isOther = ({ entry }: CalendarBlock) => Number(entry.kind !== 'booking')
    layOutColumns([...group].sort((one, other) => isOther(one) - isOther(other) || one.from - other.from))
  }
  for (const block of group) {
    block.lanes = Math.min(lanes, most)
    block.folded = block.lane >= most
    block.besideFold = lanes > most
  }
}

/** Groups the collapsed blocks of a day; each group is placed beside the first block it overlaps. */
export function collapsedBlocksOf(blocks: readonly CalendarBlock[]): CollapsedBlocks[] {
  const folds: { from: number; to: number; blocks: CalendarBlock[] }[] = []
  for (const block of blocks.filter(({ folded }) => folded)) {
    const last = folds.at(-1)
    if (last && block.from < last.to) {
      last.blocks.push(block)
      last.to = Math.max(last.to, block.to)
    } else folds.push({ from: block.from, to: block.to, blocks: [block] })
  }
  return folds.map((fold) => {
    const beside = blocks.filter((block) => !block.folded && overlaps(block, fold)).map(({ from }) => from)
    return { from: Math.max(fold.from, Math.min(...beside)), blocks: fold.blocks }
  })
}

/** Blocks of a day, with at most `most` columns where they overlap. */
export function blocksOn(
  day: string,
  entries: readonly CalendarEntry[],
  timeZone: string,
  most = Infinity,
): CalendarBlock[] {
  const blocks = entries
    .map((entry) => ({
      entry,
      from: minutesOn(day, entry.startAt, timeZone),
      to: minutesOn(day, entry.endAt, timeZone),
      lane: 0,
      lanes: 1,
      folded: false,
      besideFold: false,
    }))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from || other.to - one.to)
  let group: CalendarBlock[] = []
  let end = -1
  const close = () => {
    layOut(group, most)
    group = []
  }
  for (const block of blocks) {
    if (block.from >= end) close()
    group.push(block)
    end = Math.max(end, block.to)
  }
  close()
  return blocks
}

/** Where a dragged block would be dropped. */
export interface DropTarget {
  day: string
  from: number
  minutes: number
}

/** Whether the target overlaps an entry other than the moved one. */
export const isTaken = (
  { from, minutes }: Pick<DropTarget, 'from' | 'minutes'>,
  blocks: readonly CalendarBlock[],
  moved: string,
): boolean => blocks.some(({ entry, from: start, to }) => entry.key !== moved && start < from + minutes && from < to)

/** Moves the target by a step for an arrow key, within the day and the days shown. */
export function moveByKey(target: DropTarget, key: string, days: readonly string[]): DropTarget | undefined {
  const at = days.indexOf(target.day)
  const clamp = (from: number) => Math.max(0, Math.min(DAY_MINUTES - STEP_MINUTES, from))
  switch (key) {
    case 'ArrowUp':
      return { ...target, from: clamp(target.from - STEP_MINUTES) }
    case 'ArrowDown':
      return { ...target, from: clamp(target.from + STEP_MINUTES) }
    case 'ArrowLeft':
      return { ...target, day: days[Math.max(0, at - 1)] ?? target.day }
    case 'ArrowRight':
      return { ...target, day: days[Math.min(days.length - 1, at + 1)] ?? target.day }
    default:
      return undefined
  }
}

/** Formats minutes of the day as `07:45`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
