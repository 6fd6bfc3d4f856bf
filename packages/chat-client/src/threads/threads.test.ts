import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Thread } from '@fettle/protocol/chat/messages/threads'
import { expect, it } from 'vitest'
import { createTestClientHandle } from '../testing/client-handle.ts'
import { createThreadList } from './threads.ts'

const CID = 'messaging:a'
const unset = { version: 1, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null }
const messageOf = (id: string, seq: number, parentId?: string): Message => ({
  id,
  cid: CID,
  seq,
  user: { id: 'tunde', name: 'Tunde', image: null },
  kind: 'regular',
  text: id,
  createdAt: new Date(Date.UTC(2026, 2, 2) + seq).toISOString(),
  ...(parentId !== undefined && { parentId }),
})
/** A thread whose last reply has this sequence number. */
const threadOf = (id: string, seq: number): Thread => ({
  cid: CID,
  parent: messageOf(id, 1),
  lastReply: messageOf(`${id}-${seq}`, seq, id),
  lastReplySeq: seq,
  reading: { version: seq, lastReadSeq: 0, unreadCount: 1 },
})
/** The event of a reply. */
const replyTo = (id: string, seq: number): ChatFrame => ({
  type: 'message.new',
  cid: CID,
  seq,
  at: new Date(Date.UTC(2026, 2, 2) + seq).toISOString(),
  message: messageOf(`${id}-${seq}`, seq, id),
  parent: messageOf(id, 1),
  thread: { version: seq, lastReadSeq: 0, unreadCount: 1 },
})

const renamed = {
  id: 'tunde',
  name: 'Tunde Bello',
  image: null,
  role: 'provider' as const,
  online: true,
  lastActiveAt: null,
  custom: {},
}

async function openList() {
  const answers: ((threads: Thread[], unreadThreads?: number) => Promise<void>)[] = []
  const host = createTestClientHandle({
    'threads.list': () =>
      new Promise((resolve) => {
        answers.push(async (threads, unreadThreads = threads.length) => {
          resolve({ threads, unreadThreads, nextCursor: null })
          for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
        })
      }),
    'threads.unread': () => ({ threads: [] }),
  })
  const list = createThreadList(host)
  const opening = list.open()
  const shown = () => list.getSnapshot().threads.map(({ lastReply }) => lastReply?.id)
  return { host, list, opening, answers, shown }
}

it('of two answers with the threads, the one that was asked for last counts', async () => {
  const { host, opening, answers, shown } = await openList()
  await answers[0]?.([])
  await opening
  host.emit(replyTo('p1', 5))
  host.emit(replyTo('p2', 6))
  await answers[2]?.([threadOf('p2', 6), threadOf('p1', 5)])
  await answers[1]?.([threadOf('p1', 5)])
  expect(shown()).toEqual(['p2-6', 'p1-5'])
})

it('a thread whose first message was deleted for oneself leaves the list', async () => {
  const { host, opening, answers, shown } = await openList()
  await answers[0]?.([threadOf('p1', 5), threadOf('p2', 6)])
  await opening
  host.emit({ type: 'message.hidden', cid: CID, seq: 7, at: '2026-03-02T11:00:00Z', messageId: 'p1', messageSeq: 1 })
  await answers[1]?.([threadOf('p2', 6)])
  expect(shown()).toEqual(['p2-6'])
})

it('shows the new name of who wrote in a thread', async () => {
  const { host, list, opening, answers } = await openList()
  await answers[0]?.([threadOf('p1', 5)])
  await opening
  host.emit({ type: 'user.updated', user: renamed })
  const [thread] = list.getSnapshot().threads
  expect([thread?.parent.user?.name, thread?.lastReply?.user?.name]).toEqual(['Tunde Bello', 'Tunde Bello'])
})

it('threads of a conversation the user was removed from leave the list', async () => {
  const { host, list, opening, answers, shown } = await openList()
  const ofOther = { ...threadOf('p2', 6), cid: 'messaging:b' }
  await answers[0]?.([threadOf('p1', 5), ofOther])
  await opening
  host.emit({ type: 'notification.removed_from_channel', cid: CID })
  await answers[1]?.([ofOther])
  expect(shown()).toEqual(['p2-6'])
  expect(list.getSnapshot().unreadThreads).toBe(1)
})

it.each<[string, ChatFrame]>([
  [
    'whose first message was deleted for oneself',
    { type: 'message.hidden', cid: CID, seq: 7, at: '2026-03-02T11:00:00Z', messageId: 'p1', messageSeq: 1 },
  ],
  ['of a conversation the user was removed from', { type: 'notification.removed_from_channel', cid: CID }],
  ['of a cleared conversation', { type: 'settings.updated', cid: CID, settings: { ...unset, truncatedSeq: 7 } }],
])('an unread thread that is not loaded yet, %s, is no longer counted', async (_, frame) => {
  const { host, list, opening, answers } = await openList()
  const listed = { ...threadOf('p2', 6), cid: 'messaging:b' }
  await answers[0]?.([listed], 2)
  await opening
  host.emit(frame)
  await answers[1]?.([listed], 1)
  expect(list.getSnapshot().unreadThreads).toBe(1)
})

it('a reply that arrives while the threads are loaded is not undone by the answer', async () => {
  const { host, list, opening, answers, shown } = await openList()
  await answers[0]?.([threadOf('p1', 5)])
  await opening
  const secondOpening = list.open()
  host.emit(replyTo('p1', 7))
  await answers[1]?.([threadOf('p1', 5)])
  await secondOpening
  expect(shown()).toEqual(['p1-7'])
})
