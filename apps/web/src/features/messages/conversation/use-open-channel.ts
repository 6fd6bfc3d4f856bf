import type { ChannelSnapshot, ChannelStore } from '@fettle/chat-client'
import { useEffect } from 'react'
import { chat } from '../connection/chat.ts'

/** Opens a channel once there is a connection, retries after a reconnect, and closes it when the screen changes. */
export function useOpenChannel(store: ChannelStore, connected: boolean, status: ChannelSnapshot['status']): void {
  // Data from the list is shown before.
  useEffect(() => {
    if (connected && status === 'closed') store.open().catch(() => undefined)
  }, [connected, status, store])
  useEffect(
    () =>
      chat.onRecovery(() => {
        if (store.getSnapshot().status === 'failed') store.open().catch(() => undefined)
      }),
    [store],
  )
  useEffect(() => () => store.close(), [store])
}
