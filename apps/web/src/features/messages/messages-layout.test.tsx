import { expect, it, vi } from 'vitest'
import { setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import * as chatModule from './connection/chat.ts'
import * as draftsModule from './composer/drafts.ts'
import * as fetchConversationModule from './conversation/fetch-conversation.ts'
import * as profileModule from '../../shared/profile/profile.ts'
import * as foundMessagesModule from './search/found-messages.tsx'
import { MessagesLayout } from './messages-layout.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const chat = vi.hoisted(() => {
  const snapshot = { connected: false, isSynced: true, channels: [], online: {}, me: { id: 'usr_1' } }
  return {
    call: async () => ({ channels: [], messages: [] }),
    onFrame: () => () => undefined,
    onRecovery: () => () => undefined,
    onReset: () => () => undefined,
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
  }
})
replaceExports(chatModule, { chat, useChat: chat.getSnapshot, useStayConnected: () => undefined })
replaceExports(draftsModule, { useDraftSync: () => undefined })
replaceExports(fetchConversationModule, {
  fetchConversation: async () => ({ Conversation: () => 'The conversation' }),
})
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) })
replaceExports(foundMessagesModule, { FoundMessages: () => 'Found' })

const { draw, go, text } = setUpScreen()
const search = () => document.querySelector<HTMLInputElement>('input[type=search]')

it('still has the search of the list after looking at a conversation on a phone', async () => {
  Element.prototype.scrollTo ??= () => undefined
  await draw(<MessagesLayout />)
  await type(search()!, 'boiler')
  await go('/?channel=messaging:a')
  await waitFor(() => expect(text()).toContain('The conversation'))
  expect(search()).toBeNull()
  await go('/')
  expect(search()?.value).toBe('boiler')
  await waitFor(() => expect(text()).toContain('Found'))
})
