import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState } from 'react'
import type { Row } from '../../model.ts'

export interface UnreadAbove {
  isShown: boolean
  /** Hides the unread indicator after the user has answered. */
  dismiss: () => void
}

/** Whether the first unread message is above the view and has not been seen. Evaluated on every scroll position. */
export function useUnreadAbove(given: {
  rows: readonly Row[]
  list: Virtualizer<HTMLDivElement, Element>
  hasReachedEnd: boolean
  /** It is before the first loaded message. */
  isFurtherUp: boolean
}): UnreadAbove {
  const { rows, list, hasReachedEnd, isFurtherUp } = given
  const [seen, setSeen] = useState(false)
  const index = rows.findIndex(({ kind }) => kind === 'unread')
  const start = index >= 0 ? (list.measurementsCache[index]?.start ?? 0) : undefined
  const isAbove = start !== undefined && start < (list.scrollOffset ?? 0)

  useEffect(() => {
    if (hasReachedEnd && start !== undefined && !isAbove) setSeen(true)
  }, [hasReachedEnd, start, isAbove])

  const dismiss = useCallback(() => setSeen(true), [])
  return { isShown: hasReachedEnd && !seen && (isFurtherUp || isAbove), dismiss }
}
