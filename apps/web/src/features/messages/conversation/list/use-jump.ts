import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { rowIndexOf, type Row } from './message-rows.ts'
import type { MessageListStore } from './list-context.ts'

interface Jump {
  /** Shows the message with a sequence number, or the first after it; loads it if necessary. */
  jumpTo: (seq: number) => void
  /** A jump is in progress: neighbouring pages must not be fetched meanwhile. */
  isJumping: boolean
  /** Sequence number to highlight briefly after a jump. */
  highlighted: number | undefined
}

const HIGHLIGHT_MS = 1_600

/** Jumps to a sequence number, however far away. */
export function useJump(options: {
  store: MessageListStore
  rows: readonly Row[]
  list: Virtualizer<HTMLDivElement, Element>
  release: () => void
}): Jump {
  const { store, rows, list, release } = options
  const [target, setTarget] = useState<{ seq: number; isLoaded: boolean }>()
  const [highlighted, setHighlighted] = useState<number>()

  const jumpTo = useCallback(
    (seq: number) => {
      const { messages, hasOlder, hasNewer } = store.getSnapshot()
      const seqs = messages.flatMap((message) => (message.seq === null ? [] : [message.seq]))
      const isLoaded = (!hasOlder || (seqs[0] ?? Infinity) <= seq) && (!hasNewer || (seqs.at(-1) ?? 0) >= seq)
      setTarget({ seq, isLoaded })
      if (isLoaded) return
      store.jumpTo(seq).then(
        () => setTarget({ seq, isLoaded: true }),
        () => setTarget(undefined),
      )
    },
    [store],
  )

  const index = target?.isLoaded ? rowIndexOf(rows, target.seq) : -1
  useLayoutEffect(() => {
    if (index < 0) return
    release()
    list.scrollToIndex(index, { align: rows[index]?.kind === 'unread' ? 'start' : 'center' })
    const frame = requestAnimationFrame(() => {
      setTarget(undefined)
      setHighlighted(target?.seq)
    })
    return () => cancelAnimationFrame(frame)
  }, [index, list, release, rows, target])

  useEffect(() => {
    if (highlighted === undefined) return
    const timer = setTimeout(() => setHighlighted(undefined), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlighted])

  return { jumpTo, isJumping: target !== undefined, highlighted }
}
