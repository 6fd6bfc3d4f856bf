import type { ChannelSnapshot, ChannelStore, MessageView } from '@fettle/chat-client'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import { createContext, useContext } from 'react'

/** Messages shown in a list, of a conversation or a thread. */
export type MessageListWindow = Pick<
  ChannelSnapshot,
  'status' | 'channel' | 'messages' | 'hasOlder' | 'hasNewer' | 'isLoadingOlder' | 'isLoadingNewer' | 'unreadAfter'
>

/** Source of a list's messages. */
export interface MessageListStore extends Pick<
  ChannelStore,
  'jumpTo' | 'jumpToMessage' | 'jumpToNewest' | 'loadOlder' | 'loadNewer'
> {
  getSnapshot: () => Pick<MessageListWindow, 'messages' | 'hasOlder' | 'hasNewer'>
}

/** Context a message needs from its list. */
export interface ListContext {
  /** The conversation's store, also in threads; used for actions on messages. */
  store: ChannelStore
  /** Finds a loaded message. */
  find: (messageId: string) => MessageView | undefined
  /** Root message of the thread; undefined in the conversation itself. */
  parentId: string | undefined
  /** Whether the chat is connected, so that pending messages are sent. */
  connected: boolean
  /** Shows sender names, in groups. */
  showNames: boolean
  /** The message with keyboard focus. */
  current: string | undefined
  /** The newest message, if everybody has seen it, and when. */
  seen: { id: string; at: string } | undefined
  /** Sequence number just jumped to. */
  highlighted: number | undefined
  jumpTo: (seq: number) => void
  me: string | undefined
  nameOfUser: (userId: string) => string
  faceOf: (userId: string) => UserRef | undefined
  actions: MessageActions
  /** Opens all actions of a message, for touch. */
  openActions: (message: MessageView) => void
}

export const MessageListContext = createContext<ListContext | undefined>(undefined)

export function useMessageListContext(): ListContext {
  const list = useContext(MessageListContext)
  if (!list) throw new Error('useMessageListContext must be used within a message list')
  return list
}
