import { useEffect, useRef } from 'react'
import { isRefused } from '../is-refused.ts'
import type { MessageListStore } from './list-context.ts'

/** Jumps once to the message named by the address, after a reconnect if the connection broke; ignores deleted messages. */
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
    store.jumpToMessage(id).then(jumpTo, (error: unknown) => {
      if (!isRefused(error)) jumpedKey.current = undefined
    })
  }, [ready, id, key, store, jumpTo])
}
