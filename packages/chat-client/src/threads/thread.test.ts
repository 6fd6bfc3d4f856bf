import type { Message } from '@fettle/protocol/chat/messages/messages'
import { expect, it } from 'vitest'
import { CID, toEvent } from '../testing/fake-service.ts'
import { createTestClient } from '../testing/test-client.ts'
import { createThread, type ThreadStore } from './thread.ts'

type Page = { before?: number; around?: number }

/** A thread of 100 replies whose answers wait for the test. */
async function openThread() {
  const { client, service, clock, connect } = createTestClient()
  const say = (id: string) => service.say({ message: { id, text: id } }, 'tunde')
  const parent = say('parent')
  const replies: Message[] = Array.from({ length: 100 }, (_, n) => ({ ...say(`r${n + 1}`), parentId: parent.id }))
  const answers: (() => void)[] = []
  service.answers['threads.replies'] = (input) =>
    new Promise((resolve) => {
      const { before, around } = input as Page
      const [from, to] = around !== undefined ? [0, 20] : before !== undefined ? [before - 52, before - 2] : [50, 100]
      answers.push(() =>
        resolve({
          parent,
          messages: replies.slice(from, to),
          hasOlder: from > 0,
          hasNewer: to < 100,
          reading: { version: 1, lastReadSeq: 0, unreadCount: 100 },
        }),
      )
    })
  const answer = async (index: number) => {
    await clock.advance(0)
    answers[index]?.()
    await clock.advance(0)
  }
  await connect()
  const thread = createThread(client, CID, parent.id, { clock })
  const opening = thread.open()
  const shown = () => {
    const { messages, hasNewer } = thread.getSnapshot()
    return [messages[0]?.id, messages.at(-1)?.id, messages.length, hasNewer]
  }
  /** A reply that arrives now. */
  const receiveReply = (id: string) => service.frame(toEvent({ ...say(id), parentId: parent.id }))
  return { service, clock, thread, parent, opening, answer, shown, receiveReply }
}

it('a thread that is opened while a reply arrives has its older replies too', async () => {
  const { service, thread, opening, answer, receiveReply } = await openThread()
  receiveReply('r101')
  await answer(0)
  await opening
  expect(thread.getSnapshot()).toMatchObject({ hasOlder: true, hasNewer: false })
  expect(thread.getSnapshot().messages.slice(-2)).toMatchObject([{ id: 'r100' }, { id: 'r101' }])
  expect(service.named('threads.replies')).toHaveLength(1)
})

it('a thread that is opened again shows no reply as it was before it was closed', async () => {
  const { service, thread, opening, answer, shown, parent } = await openThread()
  await answer(0)
  await opening
  const older = thread.loadOlder()
  await answer(1)
  await older
  thread.close()
  const old = thread.getSnapshot().messages[0]
  const position = { cid: CID, seq: 200, at: parent.createdAt }
  const message = { ...service.messages[1], kind: 'deleted', text: '', revision: 200, parentId: parent.id } as Message
  expect(message.id).toBe(old?.id)
  service.frame({ type: 'message.deleted', ...position, userId: 'tunde', message })
  const secondOpening = thread.open()
  await answer(2)
  await secondOpening
  expect(shown()).toEqual(['r51', 'r100', 50, false])
})

it('a thread whose first reply arrives while it is opened has that reply', async () => {
  const { service, thread, opening, receiveReply, parent, clock } = await openThread()
  await clock.advance(0)
  thread.close()
  let answer = (): void => undefined
  service.answers['threads.replies'] = () =>
    new Promise((resolve) => {
      answer = () => resolve({ parent, messages: [], hasOlder: false, hasNewer: false, reading: null })
    })
  const secondOpening = thread.open()
  await clock.advance(0)
  receiveReply('r1')
  answer()
  await secondOpening
  expect(thread.getSnapshot()).toMatchObject({ messages: [{ id: 'r1' }], hasNewer: false })
  void opening
})

it.each([
  ['jumped to', (thread: ThreadStore) => thread.jumpToNewest()],
  ['reached by pages', (thread: ThreadStore) => thread.loadNewer()],
  ['loaded again', (thread: ThreadStore) => thread.open()],
])('a reply that arrives while the newest are %s is not missing', async (_, move) => {
  const { thread, opening, answer, receiveReply } = await openThread()
  await answer(0)
  await opening
  const jumped = thread.jumpTo(5)
  await answer(1)
  await jumped
  const moving = move(thread)
  receiveReply('r101')
  await answer(2)
  await moving
  expect(thread.getSnapshot().hasNewer).toBe(true)
})

it('a page of a thread that arrives after a jump does not mix with what the jump shows', async () => {
  const { thread, opening, answer, shown } = await openThread()
  await answer(0)
  await opening
  const older = thread.loadOlder()
  const jumped = thread.jumpTo(5)
  await answer(2)
  await jumped
  await answer(1)
  await older
  expect(shown()).toEqual(['r1', 'r20', 20, true])
})

it('jumping in a thread ends where the last jump leads, in whatever order the answers arrive', async () => {
  const { thread, opening, answer, shown } = await openThread()
  await answer(0)
  await opening
  const first = thread.jumpTo(5)
  first.catch(() => undefined)
  const second = thread.jumpToNewest()
  await answer(2)
  await second
  await answer(1)
  await expect(first).rejects.toThrow('A later jump followed')
  expect(shown()).toEqual(['r51', 'r100', 50, false])
})

it('replies that were seen are marked read again after a refusal that passes', async () => {
  const { service, clock, opening, answer } = await openThread()
  service.answers['threads.read'] = () => Promise.reject('RATE_LIMIT')
  await answer(0)
  await opening
  await clock.advance(1_000)
  service.answers['threads.read'] = ({ seq }) => ({ reading: { version: 2, lastReadSeq: seq, unreadCount: 0 } })
  await clock.advance(10_000)
  expect(service.named('threads.read').map(({ seq }) => seq)).toEqual([101, 101])
})

it('an open thread is loaded again after a reconnect, also when that is refused for now', async () => {
  const { service, clock, opening, answer } = await openThread()
  await answer(0)
  await opening
  service.answers['threads.replies'] = () => Promise.reject('RATE_LIMIT')
  service.cut()
  await clock.advance(6_000)
  const requestCount = service.named('threads.replies').length
  await clock.advance(10_000)
  expect(service.named('threads.replies').length).toBeGreaterThan(requestCount)
})

it('a thread closed before it loaded stays closed and unread', async () => {
  const { service, clock, thread, opening, answer } = await openThread()
  thread.close()
  await answer(0)
  await opening
  await clock.advance(2_000)
  expect(thread.getSnapshot().status).toBe('closed')
  expect(service.named('threads.read')).toEqual([])
})

it('a thread shows the new name of who wrote in it', async () => {
  const { service, thread, opening, answer } = await openThread()
  await answer(0)
  await opening
  const user = { id: 'tunde', name: 'Tunde Bello', image: null, role: 'provider' as const, online: true }
  service.frame({ type: 'user.updated', user: { ...user, lastActiveAt: null, custom: {} } })
  const { parent, messages } = thread.getSnapshot()
  expect([parent?.user?.name, messages[0]?.user?.name]).toEqual(['Tunde Bello', 'Tunde Bello'])
})
