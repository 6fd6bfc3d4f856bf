import type { BookingStatus } from '@fettle/protocol/bookings'
import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { isRightToLeft, towardsEnd } from '../../../lib/i18n/direction.ts'
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
  /** Photo of the customer. */
  avatar: string | null
  status?: BookingStatus
  startAt: string
  endAt: string
  /** Another time may be proposed. */
  movable: boolean
  /** A request that awaits the provider's answer. */
  canAccept: boolean
  /** Estimated travel to it, in minutes. */
  travelMinutes: number | null
  /** The travel takes longer than the time since the job before. */
  isTight: boolean
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
  isCollapsed: boolean
  /** Overlaps collapsed blocks and leaves room for their count. */
  isBesideCollapsed: boolean
}

/** Blocks without room of their own, shown as a count that opens a list. */
export interface CollapsedBlocks {
  from: number
  blocks: readonly CalendarBlock[]
}

export const DAY_MINUTES = 1440
/** Dragging snaps to this step. */
const STEP_MINUTES = 15
/** Hours of a day. */
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)

/** These bookings occupy no time. */
const finalStatuses: ReadonlySet<BookingStatus> = new Set(['DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'])

/** Entries that occupy time in the calendar's range, by start: bookings, visits, holds, time off and external events. */
export function entriesOf(view: CalendarView): CalendarEntry[] {
  const entry = (
    kind: BlockKind,
    fields: Pick<CalendarEntry, 'id' | 'title' | 'startAt' | 'endAt'> & Partial<CalendarEntry>,
  ): CalendarEntry => ({
    who: '',
    avatar: null,
    movable: false,
    canAccept: false,
    travelMinutes: null,
    isTight: false,
    ...fields,
    kind,
    key: `${kind} ${fields.id} ${fields.startAt}`,
  })
  return [
    ...view.bookings
      .filter(({ status }) => !finalStatuses.has(status))
      .map(
        ({
          id,
          title,
          customerName,
          customerAvatar,
          status,
          startAt,
          endAt,
          canAccept,
          canMove,
          travelMinutes,
          isTight,
        }) =>
          entry('booking', {
            id,
            title,
            who: customerName,
            avatar: customerAvatar,
            status,
            startAt,
            endAt,
            movable: canMove,
            canAccept,
            travelMinutes,
            isTight,
          }),
      ),
    ...view.occurrences.map(({ seriesId, title, customerName, customerAvatar, startAt, endAt }) =>
      entry('visit', { id: seriesId, title, who: customerName, avatar: customerAvatar, startAt, endAt }),
    ),
    ...view.holds.map(({ id, title, customerName, customerAvatar, startAt, endAt }) =>
      entry('hold', { id, title, who: customerName ?? '', avatar: customerAvatar, startAt, endAt }),
    ),
    ...view.timeOff.map(({ id, title, startAt, endAt }) => entry('off', { id, title, startAt, endAt })),
    ...view.external.map(({ id, title, startAt, endAt }) => entry('busy', { id, title, startAt, endAt })),
  ].sort((one, other) => one.startAt.localeCompare(other.startAt))
}

export type CalendarSpan = 'day' | 'week' | 'month'

const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index))

/** Weekday of a calendar day: 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** First day of the month of a day, or of a month before or after it. */
export function monthOf(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/**
 * Days of a view: one; seven starting with it, so that a week shows what is ahead even on a Sunday; or the whole weeks
 * of its month, which start on `firstWeekday`.
 */
export function daysOf(span: CalendarSpan, day: string, firstWeekday = 1): string[] {
  if (span !== 'month') return span === 'day' ? [day] : daysFrom(day, 7)
  const first = monthOf(day)
  const before = (weekdayOf(first) - firstWeekday + 7) % 7
  const length = (Date.parse(monthOf(day, 1)) - Date.parse(first)) / 86_400_000
  return daysFrom(addDays(first, -before), Math.ceil((before + length) / 7) * 7)
}

/** First day of the week where a language is spoken: 1 is Monday, 7 is Sunday. */
export function firstWeekdayIn(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

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

/** The part of an entry on a day. What ends within the hour that the end of summer time repeats keeps its length. */
function partOn(day: string, { startAt, endAt }: CalendarEntry, timeZone: string): DayPart {
  const from = minutesOn(day, startAt, timeZone)
  const to = minutesOn(day, endAt, timeZone)
  const isBackwards = to <= from && wallTime(startAt, timeZone).day === day
  const minutes = (Date.parse(endAt) - Date.parse(startAt)) / 60_000
  return { from, to: isBackwards ? Math.min(DAY_MINUTES, from + minutes) : to }
}

const overlaps = (one: DayPart, other: DayPart): boolean => one.from < other.to && other.from < one.to

/** Assigns blocks to lanes in their order and returns the number of lanes. */
function assignLanes(blocks: readonly CalendarBlock[]): number {
  const placed: CalendarBlock[] = []
  for (const block of blocks) {
    const takenLanes = new Set(placed.filter((other) => overlaps(block, other)).map(({ lane }) => lane))
    block.lane = 0
    while (takenLanes.has(block.lane)) block.lane += 1
    placed.push(block)
  }
  return Math.max(1, ...blocks.map(({ lane }) => lane + 1))
}

/** Lays out overlapping blocks. With more lanes than `maxLanes`, bookings come first and the rest collapses. */
function layOutGroup(group: CalendarBlock[], maxLanes: number): void {
  const lanes = assignLanes(group)
  if (lanes > maxLanes) {
    const isOther = ({ entry }: CalendarBlock) => Number(entry.kind !== 'booking')
    assignLanes([...group].sort((one, other) => isOther(one) - isOther(other) || one.from - other.from))
  }
  for (const block of group) {
    block.lanes = Math.min(lanes, maxLanes)
    block.isCollapsed = block.lane >= maxLanes
    block.isBesideCollapsed = lanes > maxLanes
  }
}

/** Groups the collapsed blocks of a day; each group is placed beside the first block it overlaps. */
export function collapsedBlocksOf(blocks: readonly CalendarBlock[]): CollapsedBlocks[] {
  const groups: { from: number; to: number; blocks: CalendarBlock[] }[] = []
  for (const block of blocks.filter(({ isCollapsed }) => isCollapsed)) {
    const last = groups.at(-1)
    if (last && block.from < last.to) {
      last.blocks.push(block)
      last.to = Math.max(last.to, block.to)
    } else groups.push({ from: block.from, to: block.to, blocks: [block] })
  }
  return groups.map((group) => {
    const neighbourStarts = blocks
      .filter((block) => !block.isCollapsed && overlaps(block, group))
      .map(({ from }) => from)
    return { from: Math.max(group.from, Math.min(...neighbourStarts)), blocks: group.blocks }
  })
}

/** Blocks of a day, with at most `maxLanes` lanes where they overlap. */
export function blocksOn(
  day: string,
  entries: readonly CalendarEntry[],
  timeZone: string,
  maxLanes = Infinity,
): CalendarBlock[] {
  const blocks = entries
    .map((entry) => ({
      entry,
      ...partOn(day, entry, timeZone),
      lane: 0,
      lanes: 1,
      isCollapsed: false,
      isBesideCollapsed: false,
    }))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from || other.to - one.to)
  let group: CalendarBlock[] = []
  let end = -1
  const close = () => {
    layOutGroup(group, maxLanes)
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

/** A stretch of a day, in minutes of local time. */
export interface DayPart {
  from: number
  to: number
}

/** The parts of a day outside the working hours. */
export function closedPartsOf(
  day: string,
  hours: readonly { startAt: string; endAt: string }[],
  timeZone: string,
): DayPart[] {
  const closed: DayPart[] = []
  let from = 0
  for (const { startAt, endAt } of hours) {
    const to = minutesOn(day, startAt, timeZone)
    if (to > from) closed.push({ from, to })
    from = Math.max(from, minutesOn(day, endAt, timeZone))
  }
  if (from < DAY_MINUTES) closed.push({ from, to: DAY_MINUTES })
  return closed
}

/** Start of the day in minutes, if no day has opening hours. */
const USUAL_START_MINUTES = 8 * 60

/**
 * The earliest minute at which one of the days opens or an entry starts. What starts at midnight does not count: that is
 * time off for whole days, or hours around the clock.
 */
export function firstMinuteOf(
  days: readonly string[],
  entries: readonly CalendarEntry[],
  loads: readonly { hours: readonly { startAt: string }[] }[],
  timeZone: string,
): number {
  const startsOf = (parts: readonly { startAt: string }[]) =>
    parts
      .map(({ startAt }) => wallTime(startAt, timeZone))
      .filter(({ day, minutes }) => days.includes(day) && minutes > 0)
      .map(({ minutes }) => minutes)
  const openings = startsOf(loads.flatMap(({ hours }) => hours))
  return Math.min(...(openings.length > 0 ? openings : [USUAL_START_MINUTES]), ...startsOf(entries))
}

/** Travel to the jobs of a day, each part ending when its job starts. */
export const travelOn = (blocks: readonly CalendarBlock[]): (DayPart & { block: CalendarBlock })[] =>
  blocks.flatMap((block) => {
    const { travelMinutes } = block.entry
    if (!travelMinutes || block.isCollapsed || block.from === 0) return []
    return [{ from: Math.max(0, block.from - travelMinutes), to: block.from, block }]
  })

/** Length of a new booking whose end was not chosen. */
const NEW_BOOKING_MINUTES = 60

/** The time between two points of a day, from the earlier to the later step. */
export function targetBetween(day: string, one: number, other: number): DropTarget {
  const from = Math.floor(Math.min(one, other) / STEP_MINUTES) * STEP_MINUTES
  const to = Math.ceil(Math.max(one, other) / STEP_MINUTES) * STEP_MINUTES
  return { day, from, minutes: Math.max(STEP_MINUTES, Math.min(DAY_MINUTES, to) - from) }
}

/** The time a click on a point of a day stands for: from the half hour before, within the day. */
export const targetAt = (day: string, minute: number): DropTarget => ({
  day,
  from: Math.min(DAY_MINUTES - NEW_BOOKING_MINUTES, Math.floor(Math.max(0, minute) / 30) * 30),
  minutes: NEW_BOOKING_MINUTES,
})

/** Makes the target a step longer or shorter, within the day. */
export const resizeTarget = (target: DropTarget, steps: 1 | -1): DropTarget => ({
  ...target,
  minutes: Math.max(STEP_MINUTES, Math.min(DAY_MINUTES - target.from, target.minutes + steps * STEP_MINUTES)),
})

/** Place of a block: its day, the minute of its upper edge and its length. */
export interface DropTarget {
  day: string
  from: number
  minutes: number
}

/** Returns the place of a block before it is dragged. */
export const targetOf = ({ from, to }: CalendarBlock, day: string): DropTarget => ({ day, from, minutes: to - from })

/** Returns the place of a block dropped with its upper edge at a point of the page, in steps and within the day. */
export function dropTargetAt(
  { x, y }: { x: number; y: number },
  { from, to }: Pick<CalendarBlock, 'from' | 'to'>,
  { days, boxes, hour }: { days: readonly string[]; boxes: readonly DOMRect[]; hour: number },
): DropTarget {
  const index = columnAt(x, boxes)
  const minutes = to - from
  const minute = ((y - (boxes[index]?.top ?? 0)) / hour) * 60
  const step = Math.round(minute / STEP_MINUTES) * STEP_MINUTES
  return { day: days[index] ?? '', from: Math.max(0, Math.min(DAY_MINUTES - minutes, step)), minutes }
}

/** Index of the day's column at a point across the page; the nearest one beside them. */
export function columnAt(x: number, columns: readonly Pick<DOMRect, 'left' | 'right'>[]): number {
  const at = columns.findIndex(({ left, right }) => (isRightToLeft() ? x >= left : x < right))
  return at < 0 ? columns.length - 1 : at
}

/** Whether a target is free, has too little time for the travel before or after it, or overlaps an entry. */
export function roomAt(
  { from, minutes }: Pick<DropTarget, 'from' | 'minutes'>,
  blocks: readonly CalendarBlock[],
  movedEntry?: CalendarEntry,
): 'free' | 'tight' | 'taken' {
  const others = blocks.filter(({ entry }) => entry.key !== movedEntry?.key)
  const target = { from, to: from + minutes }
  if (others.some((other) => overlaps(other, target))) return 'taken'
  const withTravel = { ...target, from: from - (movedEntry?.travelMinutes ?? 0) }
  const isTight =
    others.some((other) => overlaps(other, withTravel)) || travelOn(others).some((travel) => overlaps(travel, target))
  return isTight ? 'tight' : 'free'
}

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
    case 'ArrowRight':
      return { ...target, day: days[at + towardsEnd(key === 'ArrowRight' ? 1 : -1)] ?? target.day }
    default:
      return undefined
  }
}

/** Minutes of the day as a time field takes them: `07:45`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
