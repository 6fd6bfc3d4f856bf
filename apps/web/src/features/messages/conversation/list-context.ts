import type { ChannelStore, ShownMessage } from '@fettle/chat-client'
import type { MessageActions } from '../message/use-message-actions.ts'
import { createContext, useContext } from 'react'

/** What every message of a conversation needs from its list. */
export interface ListContext {
  store: ChannelStore
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
  actions: MessageActions
  /** Shows everything that can be done with a message: for fingers, which cannot hover. */
  openActions: (message: ShownMessage) => void
}

export const MessageListContext = createContext<ListContext | undefined>(undefined)

export function useList(): ListContext {
  const list = useContext(MessageListContext)
  if (!list) throw new Error('A message was drawn outside of a conversation')
  return list
}
