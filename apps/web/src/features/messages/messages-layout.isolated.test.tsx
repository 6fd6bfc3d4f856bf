import { expect, it, vi } from 'vitest'
import { setUpScreen, type, waitFor } from '../../testing/screen.tsx'

const chat = vi.hoisted(() => {
  const snapshot = { connected: false, isSetUp: true, channels: [], online: {}, me: { id: 'usr_1' } }
  return {
    call: async () => ({ channels: [], messages: [] }),
    onFrame: () => () => undefined,
    onRecovery: () => () => undefined,
    onReset: () => () => undefined,
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
  }
})
vi.mock('./connection/chat.ts', () => ({ chat, useChat: chat.getSnapshot, useStayConnected: () => undefined }))
vi.mock('./composer/drafts.ts', () => ({ useDraftSync: () => undefined }))
vi.mock('./conversation/fetch-conversation.ts', () => ({
  fetchConversation: async () => ({ Conversation: () => 'The conversation' }),
}))
vi.mock('../../shared/profile/profile.ts', () => ({ useProfile: () => ({ id: 'usr_1' }) }))
vi.mock('./search/found-messages.tsx', () => ({ FoundMessages: () => 'Found' }))
const { MessagesLayout } = await import('./messages-layout.tsx')

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
