import { createContext, useContext, useSyncExternalStore } from 'react'
import { createChatClient, socketTransport, type ChatClient, type ChatSnapshot } from '@fettle/chat-client'
import { get } from './api.ts'
import type { Session } from './session.ts'

/** Connects the customer to the chat itself. The back end gives out tokens of an hour, and never the key. */
export function connectChat({ customerId, name, avatar, fettleUrl }: Session): ChatClient {
  const client = createChatClient({ transport: socketTransport(fettleUrl) })
  const user = { id: customerId, name, ...(avatar !== null && { image: avatar }) }
  void get<{ token: string; appKey: string }>('chat-token').then(({ token, appKey }) =>
    client.connect({
      appKey,
      user,
      token: async ({ reload }) => (reload ? (await get<{ token: string }>('chat-token')).token : token),
    }),
  )
  return client
}

export const ChatContext = createContext<ChatClient | undefined>(undefined)

export function useChat(): [ChatClient, ChatSnapshot] {
  const client = useContext(ChatContext)
  if (!client) throw new Error('There is no chat.')
  return [client, useSyncExternalStore(client.subscribe, client.getSnapshot)]
}
