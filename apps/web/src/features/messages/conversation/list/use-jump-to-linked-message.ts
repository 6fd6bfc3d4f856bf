import { useEffect, useRef } from 'react'
import type { MessageListStore } from './list-context.ts'

/** Jumps once to the message named by the address; ignores deleted messages. */
export function useJumpToLinkedMessage(options: {
  startAt: { id: string; key: string } | undefined
  ready: boolean
  store: MessageListStore
  jumpTo: (seq: number) => void
}) {
  const { startAt: { id, key } = {}, ready, store, jumpTo } = options
  const jumpedKey = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || id === undefined || jumpedKey.current === key) return
    jumpedKey.current = key
    store.jumpToMessage(id).then(jumpTo, () => undefined)
  }, [ready, id, key, store, jumpTo])
}
