import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState } from 'react'
import type { Row } from '../model.ts'

export interface UnreadAbove {
  isShown: boolean
  /** Whoever has answered knows what was said: nothing leads back up any more. */
  dismiss: () => void
}

/**
 * Whether what was unread begins above what is on screen and has not been seen yet. Scrolling draws the list anew, so
 * this is asked at every place one comes by.
 */
export function useUnreadAbove(given: {
  rows: readonly Row[]
  list: Virtualizer<HTMLDivElement, Element>
  begun: boolean
  /** It begins before the first message that is loaded. */
  isFurtherUp: boolean
}): UnreadAbove {
  const { rows, list, begun, isFurtherUp } = given
  const [seen, setSeen] = useState(false)
  const index = rows.findIndex(({ kind }) => kind === 'unread')
  const start = index >= 0 ? (list.measurementsCache[index]?.start ?? 0) : undefined
  const isAbove = start !== undefined && start < (list.scrollOffset ?? 0)

  useEffect(() => {
    if (begun && start !== undefined && !isAbove) setSeen(true)
  }, [begun, start, isAbove])

  const dismiss = useCallback(() => setSeen(true), [])
  return { isShown: begun && !seen && (isFurtherUp || isAbove), dismiss }
}
