import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { expect, it } from 'vitest'
import { createTestClientHandle } from '../testing/client-handle.ts'
import { createManualClock } from '../testing/clock.ts'
import { createReminders, reminderOf } from './reminders.ts'

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
