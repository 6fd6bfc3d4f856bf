import type { BookingStatus } from '@fettle/protocol/bookings'
import type { CalendarView } from '@fettle/protocol/calendar'
import { dayName } from '../../../lib/dates.ts'
import { addDays, instantAt, wallTime, weekStart } from '../../../lib/wall-time.ts'

/** What stands where in a calendar, computed without drawing it. */

export type BlockKind = 'booking' | 'visit' | 'hold' | 'off' | 'busy'

/** Something that takes time. */
export interface Entry {
  key: string
  kind: BlockKind
  id: string
  title: string
  who: string
  status?: BookingStatus
  startAt: string
  endAt: string
  /** Its time may be proposed anew. */
  movable: boolean
}

/** The part of an entry that falls on one day, in minutes of the wall clock. */
export interface Block {
  entry: Entry
  from: number
  to: number
  /** Beside others at the same time: which of how many columns. */
  lane: number
  lanes: number
}

export const DAY_MINUTES = 1440
/** Dragging snaps to it. */
export const STEP = 15

const movable: ReadonlySet<BookingStatus> = new Set(['REQUESTED', 'CONFIRMED', 'PAUSED'])
/** What came to nothing takes no time. */
const gone: ReadonlySet<BookingStatus> = new Set(['DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'])

export function entriesOf(view: CalendarView): Entry[] {
  const entry = (
    kind: BlockKind,
    given: Omit<Entry, 'kind' | 'key' | 'movable' | 'who'> & { who?: string; movable?: boolean },
  ): Entry => ({
    who: '',
    movable: false,
    ...given,
    kind,
    key: `${kind} ${given.id} ${given.startAt}`,
  })
  return [
    ...view.bookings
      .filter(({ status }) => !gone.has(status))
      .map(({ id, title, customerName, status, startAt, endAt }) =>
        entry('booking', { id, title, who: customerName, status, startAt, endAt, movable: movable.has(status) }),
      ),
    ...view.occurrences.map(({ seriesId, title, customerName, startAt, endAt }) =>
      entry('visit', { id: seriesId, title, who: customerName, startAt, endAt }),
    ),
    ...view.holds.map(({ id, title, reference, startAt, endAt }) =>
      entry('hold', { id, title, who: reference, startAt, endAt }),
    ),
    ...view.timeOff.map(({ id, title, startAt, endAt }) => entry('off', { id, title, startAt, endAt })),
    ...view.external.map(({ id, title, startAt, endAt }) => entry('busy', { id, title, startAt, endAt })),
  ].sort((one, other) => one.startAt.localeCompare(other.startAt))
}

/** The days a look shows: one, or the week it is in. */
export const daysOf = (look: 'day' | 'week', day: string): string[] =>
  look === 'day' ? [day] : Array.from({ length: 7 }, (_, index) => addDays(weekStart(day), index))

/** The stretch of time these days are, on the clock of a zone. */
export const stretchOf = (days: readonly string[], timeZone: string): { from: string; to: string } => ({
  from: instantAt(days[0] ?? '', '00:00', timeZone).toISOString(),
  to: instantAt(addDays(days.at(-1) ?? '', 1), '00:00', timeZone).toISOString(),
})

/** `Today`, `Tomorrow` or the date, as it is on the clock of a zone: near midnight that is another day than in London. */
export const nameOfDay = (day: string, timeZone: string, now: Date): string =>
  dayName(instantAt(day, '12:00', timeZone), timeZone, now)

/** Minutes of the wall clock on a day; what begins before or ends after it is cut off there. */
function minutesOn(day: string, at: string, timeZone: string): number {
  const wall = wallTime(at, timeZone)
  if (wall.day < day) return 0
  return wall.day > day ? DAY_MINUTES : wall.minutes
}

/** The blocks of a day, side by side where they overlap. */
export function blocksOn(day: string, entries: readonly Entry[], timeZone: string): Block[] {
  const blocks = entries
    .map((entry) => ({
      entry,
      from: minutesOn(day, entry.startAt, timeZone),
      to: minutesOn(day, entry.endAt, timeZone),
      lane: 0,
      lanes: 1,
    }))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from || other.to - one.to)
  let group: Block[] = []
  let end = -1
  const close = () => {
    const lanes = Math.max(1, ...group.map(({ lane }) => lane + 1))
    for (const block of group) block.lanes = lanes
    group = []
  }
  for (const block of blocks) {
    if (block.from >= end) close()
    const taken = new Set(group.filter(({ to }) => to > block.from).map(({ lane }) => lane))
    while (taken.has(block.lane)) block.lane += 1
    group.push(block)
    end = Math.max(end, block.to)
  }
  close()
  return blocks
}

/** Where something is about to be put. */
export interface Target {
  day: string
  from: number
  minutes: number
}

/** Whether a place is taken by anything but the one that is moved. */
export const isTaken = (
  { from, minutes }: Pick<Target, 'from' | 'minutes'>,
  blocks: readonly Block[],
  moved: string,
): boolean => blocks.some(({ entry, from: start, to }) => entry.key !== moved && start < from + minutes && from < to)

/** Moved by steps with the keys, never past the ends of a day or of the days that are shown. */
export function stepped(target: Target, key: string, days: readonly string[]): Target | undefined {
  const at = days.indexOf(target.day)
  const clamp = (from: number) => Math.max(0, Math.min(DAY_MINUTES - STEP, from))
  switch (key) {
    case 'ArrowUp':
      return { ...target, from: clamp(target.from - STEP) }
    case 'ArrowDown':
      return { ...target, from: clamp(target.from + STEP) }
    case 'ArrowLeft':
      return { ...target, day: days[Math.max(0, at - 1)] ?? target.day }
    case 'ArrowRight':
      return { ...target, day: days[Math.min(days.length - 1, at + 1)] ?? target.day }
    default:
      return undefined
  }
}

/** `07:45` from minutes of the day. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
