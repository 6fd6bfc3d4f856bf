import { isRightToLeft, towardsEnd } from '../../../../lib/i18n/direction.ts'
import { type CalendarBlock, DAY_MINUTES, type DayPart, overlaps, travelOn } from './calendar-blocks.ts'
import type { CalendarEntry } from './calendar-entries.ts'

/** Dragging snaps to this step. */
const STEP_MINUTES = 15

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

/**
 * Whether a target is free, has too little time for the travel before or after it, reaches into closed hours, or
 * overlaps an entry.
 */
export function roomAt(
  { from, minutes }: Pick<DropTarget, 'from' | 'minutes'>,
  { blocks, closed }: { blocks: readonly CalendarBlock[]; closed: readonly DayPart[] },
  movedEntry?: CalendarEntry,
): 'free' | 'tight' | 'closed' | 'taken' {
  const others = blocks.filter(({ entry }) => entry.key !== movedEntry?.key)
  const target = { from, to: from + minutes }
  if (others.some((other) => overlaps(other, target))) return 'taken'
  if (closed.some((part) => overlaps(part, target))) return 'closed'
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
