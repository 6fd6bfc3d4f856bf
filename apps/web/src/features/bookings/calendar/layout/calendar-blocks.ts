import { wallTime } from '../../../../lib/format/wall-time.ts'
import type { CalendarEntry } from './calendar-entries.ts'

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

/** Hours of a day. */
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)

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

/** Whether two parts of a day have a minute in common. */
export const overlaps = (one: DayPart, other: DayPart): boolean => one.from < other.to && other.from < one.to

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
