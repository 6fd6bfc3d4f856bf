import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from './message-rows.ts'

export interface UnreadAbove {
  isShown: boolean
  /** Hides the unread indicator after the user has answered. */
  dismiss: () => void
}

/**
 * Whether the first unread message is above the view and has not been seen. Evaluated on every scroll position. A user
 * who scrolls up and returns to the end has answered too.
 */
export function useUnreadAbove(options: {
  rows: readonly Row[]
  list: Virtualizer<HTMLDivElement, Element>
  hasReachedEnd: boolean
  atEnd: boolean
  /** It is before the first loaded message. */
  isFurtherUp: boolean
}): UnreadAbove {
  const { rows, list, hasReachedEnd, atEnd, isFurtherUp } = options
  const [seen, setSeen] = useState(false)
  const index = rows.findIndex(({ kind }) => kind === 'unread')
  // The divider's end: in a list that opens at it, rounding leaves its start a fraction of a pixel above the view.
  const end = index >= 0 ? (list.measurementsCache[index]?.end ?? 0) : undefined
  const isAbove = end !== undefined && end <= (list.scrollOffset ?? 0)

  const hasLeftEnd = useRef(false)
  useEffect(() => {
    if (!hasReachedEnd) return
    if (end !== undefined && !isAbove) setSeen(true)
    if (!atEnd) hasLeftEnd.current = true
    else if (hasLeftEnd.current) setSeen(true)
  }, [hasReachedEnd, atEnd, end, isAbove])

  const dismiss = useCallback(() => setSeen(true), [])
  return { isShown: hasReachedEnd && !seen && (isFurtherUp || isAbove), dismiss }
}
