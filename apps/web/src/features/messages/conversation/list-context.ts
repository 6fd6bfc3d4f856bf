import type { ChannelSnapshot, ChannelStore, MessageView } from '@fettle/chat-client'
import type { UserRef } from '@fettle/protocol/chat/users'
import type { MessageActions } from '../message/use-message-actions.ts'
import { createContext, useContext } from 'react'

/** Messages as a list shows them: those of a conversation, or of one of its threads. */
export type MessageListWindow = Pick<
  ChannelSnapshot,
  'status' | 'channel' | 'messages' | 'hasOlder' | 'hasNewer' | 'isLoadingOlder' | 'isLoadingNewer' | 'unreadAfter'
>

/** Where a list's messages come from. */
export interface MessageListStore extends Pick<
  ChannelStore,
  'jumpTo' | 'jumpToMessage' | 'jumpToNewest' | 'loadOlder' | 'loadNewer'
> {
  getSnapshot: () => Pick<MessageListWindow, 'messages' | 'hasOlder' | 'hasNewer'>
}

/** What every message of a conversation needs from its list. */
export interface ListContext {
  /** Of the conversation, also in its threads: what one does to a message. */
  store: ChannelStore
  /** A message among those that are loaded. */
  find: (messageId: string) => MessageView | undefined
  /** The message the thread on screen is about; undefined in the conversation itself. */
  parentId: string | undefined
  /** There is a line: what waits will go by itself. */
  connected: boolean
  /** In a group somebody's name stands above what they say. */
  showNames: boolean
  /** The message the keyboard stands on. */
  current: string | undefined
  /** The place one has just jumped to. */
  highlighted: number | undefined
  jumpTo: (seq: number) => void
  me: string | undefined
  nameOfUser: (userId: string) => string
  faceOf: (userId: string) => UserRef | undefined
  actions: MessageActions
  /** Shows everything that can be done with a message: for fingers, which cannot hover. */
  openActions: (message: MessageView) => void
}

export const MessageListContext = createContext<ListContext | undefined>(undefined)

export function useMessageListContext(): ListContext {
  const list = useContext(MessageListContext)
  if (!list) throw new Error('A message was drawn outside of a conversation')
  return list
}
