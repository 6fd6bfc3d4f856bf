import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { Row } from './message-rows.ts'

/** Starts at the first unread message when the unread ones do not fit the screen; otherwise at the end. */
export function useStartAtUnread(options: {
  rows: readonly Row[]
  list: Virtualizer<HTMLDivElement, Element>
  height: number
  release: () => void
}): void {
  const { rows, list, height, release } = options
  const hasStarted = useRef(false)
  useLayoutEffect(() => {
    const room = list.scrollRect?.height
    if (hasStarted.current || height === 0 || !room) return
    hasStarted.current = true
    const index = rows.findIndex(({ kind }) => kind === 'unread')
    const [start] = (index >= 0 && list.getOffsetForIndex(index, 'start')) || []
    if (start === undefined || height - start <= room) return
    release()
    list.scrollToIndex(index, { align: 'start' })
  }, [rows, list, height, release])
}
