import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { expect, it } from 'vitest'
import { createTestClientHandle } from '../testing/client-handle.ts'
import { createManualClock } from '../testing/clock.ts'
import { createReminders, listReminders, reminderOf } from './reminders.ts'

const CID = 'messaging:a'
const PAGE = 2
const savedMessage = (number: number): Reminder => ({
  cid: CID,
  messageId: `m${number}`,
  remindAt: null,
  firedAt: null,
  createdAt: '2026-03-02T11:00:00Z',
  updatedAt: '2026-03-02T11:00:00Z',
  excerpt: 'The left one',
  author: null,
  version: 1,
})

const message: Message = {
  id: 'm0',
  cid: CID,
  seq: 1,
  revision: 9,
  user: null,
  kind: 'regular',
  text: 'The left one',
  createdAt: '2026-03-02T11:00:00Z',
}
const change = { cid: CID, seq: 9, at: '2026-03-02T12:00:00Z', userId: 'tunde' }

/** A user with this many saved messages, in pages of two. */
function openSaved(count: number) {
  const saved = Array.from({ length: count }, (_, number) => savedMessage(number))
  const host = createTestClientHandle({
    'reminders.list': ({ cursor = '0' }: { cursor?: string }) => {
      const end = Number(cursor) + PAGE
      return { reminders: saved.slice(Number(cursor), end), nextCursor: end < count ? String(end) : null }
    },
  })
  return { host, reminders: createReminders(host, { clock: createManualClock() }) }
}

it('reminders of later pages are known too, also after a reconnect', async () => {
  const { host, reminders } = openSaved(5)
  await reminders.load()
  const last = () => reminderOf(reminders.getSnapshot(), CID, 'm4')
  expect(last()).toEqual(savedMessage(4))
  host.recover()
  await expect.poll(() => host.calls.length).toBe(6)
  expect(last()).toEqual(savedMessage(4))
  expect(reminders.getSnapshot().nextCursor).toBeNull()
})

it('of very many reminders the first pages are loaded, and more on request', async () => {
  const { host, reminders } = openSaved(25)
  await reminders.load()
  expect(host.calls).toHaveLength(10)
  expect(Object.keys(reminders.getSnapshot().reminders)).toHaveLength(20)
  await reminders.loadMore()
  expect(Object.keys(reminders.getSnapshot().reminders)).toHaveLength(25)
})

it.each<[string, ChatFrame, string]>([
  ['edited', { ...change, type: 'message.updated', message: { ...message, text: 'The right one' } }, 'The right one'],
  ['deleted', { ...change, type: 'message.deleted', message: { ...message, kind: 'deleted', text: '' } }, ''],
  ['deleted for oneself', { ...change, type: 'message.hidden', messageId: message.id, messageSeq: 1 }, ''],
])('a reminder shows its message as it is now: %s', async (_, frame, excerpt) => {
  const { host, reminders } = openSaved(2)
  await reminders.load()
  host.emit(frame)
  const shown = listReminders(reminders.getSnapshot()).map((reminder) => reminder.excerpt)
  expect(shown).toEqual([excerpt, 'The left one'])
})
