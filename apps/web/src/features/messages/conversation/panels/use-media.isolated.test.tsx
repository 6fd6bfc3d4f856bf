import { createEmitter } from '@fettle/chat-client/store'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../../../testing/screen.tsx'

const CID = 'messaging:a'
const frames = createEmitter<ChatFrame>()
const recoveries = createEmitter<void>()
const call = vi.fn()
vi.mock('../../connection/chat.ts', () => ({ chat: { call, onFrame: frames.on, onRecovery: recoveries.on } }))
const { useConversationMedia } = await import('./use-media.ts')

const { draw } = setUpScreen()

function Links() {
  const { data } = useConversationMedia(CID, 'links', true)
  return <p>{data?.pages.flatMap(({ messages }) => messages.map(({ text }) => text)).join()}</p>
}
const message = { id: 'm1', cid: CID, seq: 1, user: null, kind: 'regular' as const, createdAt: '2026-03-02T11:00:00Z' }
const position = { cid: CID, seq: 2, at: '2026-03-02T12:00:00Z', userId: 'tunde' }
const settings = { version: 2, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null }

it.each<[string, () => void]>([
  [
    'was edited out',
    () => frames.emit({ ...position, type: 'message.updated', message: { ...message, text: 'None' } }),
  ],
  [
    'was deleted for oneself',
    () => frames.emit({ ...position, type: 'message.hidden', messageId: 'm1', messageSeq: 1 }),
  ],
  [
    'was cleared with the conversation',
    () => frames.emit({ type: 'settings.updated', cid: CID, settings: { ...settings, truncatedSeq: 2 } }),
  ],
  ['is gone after a reconnect', () => recoveries.emit()],
])('the media of a conversation lose what %s', async (_, happen) => {
  call.mockResolvedValueOnce({ messages: [{ ...message, text: 'https://a.test' }], hasOlder: false })
  await draw(<Links />)
  await waitFor(() => expect(document.body.textContent).toBe('https://a.test'))
  call.mockResolvedValue({ messages: [], hasOlder: false })
  await act(async () => happen())
  await waitFor(() => expect(document.body.textContent).toBe(''))
})
