import type { ChannelSnapshot, ChannelStore } from '@fettle/chat-client'
import { useEffect, useState } from 'react'

/** Whether the page is visible. */
export function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return visible
}

/** Marks messages as read when the tab is visible and the newest message is in view. */
export function useMarkRead(options: {
  store: ChannelStore
  channel: ChannelSnapshot
  atEnd: boolean
  connected: boolean
}): void {
  const { store, channel, atEnd, connected } = options
  const visible = useVisible()
  const unread = channel.membership?.reading.unreadCount ?? 0
  const reads = channel.status === 'ready' && atEnd && connected && visible
  // `unread` changes with each new message.
  useEffect(() => {
    if (reads && unread > 0) store.markRead()
  }, [reads, unread, store])
}
