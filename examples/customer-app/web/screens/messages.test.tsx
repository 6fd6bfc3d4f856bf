import { expect, it, vi } from 'vitest'
import { chat } from '../lib/chat.ts'
import { readScreen, show } from '../testing/screen.ts'
import { MessagesPage } from './messages.tsx'

it('says of each conversation what its latest message is', async () => {
  const file = (kind: string) => ({ attachments: [{ id: kind, kind, name: 'plan.pdf' }] })
  const message = { text: '', createdAt: '2026-12-02T18:00:00.000Z' }
  const latest = [
    { ...message, text: 'Hello' },
    { ...message, text: 'Hello', deletedAt: message.createdAt },
    { ...message, ...file('image') },
    { ...message, ...file('voice') },
    { ...message, ...file('file') },
    { ...message, location: { latitude: 6, longitude: 3 } },
    null,
  ]
  const channels = latest.map((lastMessage, index) => ({
    cid: `messaging:${index}`,
    channel: { members: [{ userId: 'usr_1', user: { name: 'Ada' } }] },
    lastMessage,
    unreadCount: 0,
  }))
  const snapshot = { ...chat.getSnapshot(), isSynced: true, channels } as unknown as ReturnType<typeof chat.getSnapshot>
  vi.spyOn(chat, 'getSnapshot').mockReturnValue(snapshot)
  await show(<MessagesPage />)
  expect(await readScreen()).toMatch(/Hello.*Message deleted.*Photo.*Voice message.*plan\.pdf.*Location.*Ada$/)
})
