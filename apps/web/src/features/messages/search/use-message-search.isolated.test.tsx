import { createEmitter } from '@fettle/chat-client/store'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'

const CID = 'messaging:a'
const frames = createEmitter<ChatFrame>()
const call = vi.fn()
vi.mock('../connection/chat.ts', () => ({ chat: { call, onFrame: frames.on } }))
const { useMessageSearch } = await import('./use-message-search.ts')

const { draw } = setUpScreen()

function Found() {
  const { messages } = useMessageSearch('code', true)
  return <p>{messages.map(({ text }) => text).join()}</p>
}
const message = {
  id: 'm1',
  cid: CID,
  seq: 1,
  user: null,
  kind: 'regular' as const,
  text: 'The code',
  createdAt: '2026-03-02T11:00:00Z',
}
const position = { cid: CID, seq: 2, at: '2026-03-02T12:00:00Z' }
const settings = { version: 2, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null }

it.each<[string, ChatFrame]>([
  [
    'deleted',
    { ...position, userId: 'tunde', type: 'message.deleted', message: { ...message, kind: 'deleted', text: '' } },
  ],
  ['deleted for oneself', { ...position, type: 'message.hidden', messageId: 'm1', messageSeq: 1 }],
  ['cleared', { type: 'settings.updated', cid: CID, settings: { ...settings, truncatedSeq: 2 } }],
])('a found message that is %s is found no more', async (_, frame) => {
  call.mockResolvedValueOnce({ messages: [message], nextCursor: null })
  await draw(<Found />)
  await waitFor(() => expect(document.body.textContent).toBe('The code'))
  call.mockResolvedValue({ messages: [], nextCursor: null })
  await act(async () => frames.emit(frame))
  await waitFor(() => expect(document.body.textContent).toBe(''))
})
