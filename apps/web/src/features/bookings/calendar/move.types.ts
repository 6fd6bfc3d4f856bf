import type { Dispatch, RefObject, SetStateAction } from 'react'
import type { CalendarEntry } from './layout/calendar-entries.ts'
import type { DropTarget } from './layout/drop-target.ts'

export interface MoveOptions {
  days: readonly string[]
  /** Height of an hour, in pixels. */
  hour: number
  /** Elements of the days, in their order. */
  columns: () => readonly HTMLElement[]
  scroller: RefObject<HTMLElement | null>
  nameOf: (day: string) => string
  onMove: (entry: CalendarEntry, target: DropTarget) => void
}

/** Booking that is being moved, and where to. */
export interface CalendarMove {
  entry: CalendarEntry
  target: DropTarget
  by: 'pointer' | 'keys'
}

export type MoveState = [CalendarMove | undefined, Dispatch<SetStateAction<CalendarMove | undefined>>]
