import type { ChannelStore } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { useMemo } from 'react'
import { chat } from '../connection/chat.ts'
import type { MessageListStore } from './list/list-context.ts'

/** A channel's store for its message list, which can jump to any message. A reply is opened with `openThread`. */
export function useListStore(store: ChannelStore, openThread: (message: Message) => void): MessageListStore {
  return useMemo(
    () => ({
      ...store,
      async jumpToMessage(messageId) {
        const loaded = store.getSnapshot().messages.find(({ id }) => id === messageId)
        if (typeof loaded?.seq === 'number') return loaded.seq
        const { message } = await chat.call('messages.get', { cid: store.cid, messageId })
        // A reply that is not shown in the channel opens in its thread.
        if (message.parentId !== undefined && !message.inChannel) openThread(message)
        await store.jumpTo(message.seq)
        return message.seq
      },
    }),
    [store, openThread],
  )
}
