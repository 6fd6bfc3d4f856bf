import { createThread, type ChannelStore } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { chat } from '../connection/chat.ts'
import type { MessageListWindow, MessageListStore } from '../conversation/list/list-context.ts'
import { toMessageView } from '../message/to-message-view.ts'

/** A thread as a message list: the root message first, once the oldest replies are loaded. */
export interface ThreadView {
  messageWindow: MessageListWindow
  source: MessageListStore
  /** Root message, once loaded. */
  parent: Message | null
  error: unknown
  open: () => void
  markRead: () => void
}

/** Opens a thread once connected and keeps it up to date while mounted. */
export function useThread(options: {
  store: ChannelStore
  channel: MessageListWindow['channel']
  parentId: string
  me: string | undefined
  connected: boolean
}): ThreadView {
  const { store, channel, parentId, me, connected } = options
  const thread = useMemo(() => createThread(chat, store.cid, parentId), [store, parentId])
  const snapshot = useSyncExternalStore(thread.subscribe, thread.getSnapshot)
  const [loading, setLoading] = useState<'older' | 'newer'>()
  const { status, parent, messages: replies, hasOlder, hasNewer, unreadAfter, error } = snapshot

  const open = useCallback(() => void thread.open().catch(() => undefined), [thread])
  useEffect(() => {
    if (connected && status === 'closed') open()
  }, [connected, status, open])
  useEffect(() => () => thread.close(), [thread])

  const source = useMemo((): MessageListStore => {
    const page = async (which: 'older' | 'newer', load: () => Promise<void>) => {
      setLoading(which)
      try {
        await load()
      } finally {
        setLoading(undefined)
      }
    }
    return {
      getSnapshot: thread.getSnapshot,
      jumpTo: thread.jumpTo,
      jumpToNewest: thread.jumpToNewest,
      loadOlder: () => page('older', thread.loadOlder),
      loadNewer: () => page('newer', thread.loadNewer),
      async jumpToMessage(messageId) {
        const loaded = thread.getSnapshot().messages.find(({ id }) => id === messageId)
        if (typeof loaded?.seq === 'number') return loaded.seq
        const { message } = await chat.call('messages.get', { cid: store.cid, messageId })
        await thread.jumpTo(message.seq)
        return message.seq
      },
    }
  }, [thread, store])

  const first = useMemo(() => (parent ? toMessageView(parent, me) : undefined), [parent, me])
  const messages = useMemo(() => (first && !hasOlder ? [first, ...replies] : replies), [first, hasOlder, replies])
  const messageWindow = useMemo(
    (): MessageListWindow => ({
      status,
      channel,
      messages,
      hasOlder,
      hasNewer,
      unreadAfter,
      isLoadingOlder: loading === 'older',
      isLoadingNewer: loading === 'newer',
    }),
    [status, channel, messages, hasOlder, hasNewer, unreadAfter, loading],
  )
  return { messageWindow, source, parent, error, open, markRead: thread.markRead }
}
