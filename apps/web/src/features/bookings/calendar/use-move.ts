import { useState } from 'react'
import type { CalendarMove, MoveOptions } from './move.types.ts'
import { useDragMove } from './use-drag-move.ts'
import { useKeyMove } from './use-key-move.ts'

/** Drags a booking by mouse, by long press, or with M and the arrow keys. Dropping only opens a reschedule proposal. */
export function useMove(options: MoveOptions) {
  // One state for both ways: there is only one booking being moved.
  const state = useState<CalendarMove>()
  const [moving] = state
  return { moving, ...useDragMove(state, options), ...useKeyMove(state, options) }
}
