import { createChatClient, createPolls, socketTransport, type ChatSnapshot } from '@fettle/chat-client'
import { useSyncExternalStore } from 'react'
import { get } from './api.ts'
import { session } from './session.ts'

const { customerId, name, avatar, fettleUrl } = session

/** The chat itself, without the back end between: it keeps messages, and sends later what was written offline. */
export const chat = createChatClient({ transport: socketTransport(fettleUrl) })

/** Polls in the conversations, with the customer's votes. */
export const polls = createPolls(chat)

const RETRY_MS = 5_000

/** Connects with tokens of an hour, which the back end gives out: the key stays there. */
export async function connectChat(): Promise<void> {
  const getToken = () => get<{ token: string; appKey: string }>('chat-token')
  const getFirst = (): ReturnType<typeof getToken> =>
    getToken().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return getFirst()
    })
  const { token, appKey } = await getFirst()
  await chat.connect({
    appKey,
    user: { id: customerId, name, ...(avatar !== null && { image: avatar }) },
    token: async ({ reload }) => (reload ? (await getToken()).token : token),
  })
}

export const useChat = (): ChatSnapshot => useSyncExternalStore(chat.subscribe, chat.getSnapshot)
