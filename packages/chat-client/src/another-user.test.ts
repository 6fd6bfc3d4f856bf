import { describe, expect, it } from 'vitest'
import { createDrafts } from './composer/drafts.ts'
import { createScheduled } from './composer/scheduled.ts'
import { createLocations } from './locations.ts'
import { createPolls } from './polls.ts'
import { CID } from './testing/fake-service.ts'
import { createTestClient } from './testing/test-client.ts'
import { createReminders } from './threads/reminders.ts'
import { createThreadList } from './threads/threads.ts'
import { createThread } from './threads/thread.ts'

const at = '2026-03-02T11:00:00.000Z'
const reading = { version: 1, lastReadSeq: 0, unreadCount: 1 }

/** The stores beside a client whose user has something in each of them. */
async function setUp() {
  const test = createTestClient()
  const { client, service, clock } = test
  const parent = service.say({ message: { id: 'm1', text: 'One' } }, 'tunde')
  const thread = { cid: CID, parent, lastReply: null, lastReplySeq: 1, reading }
  Object.assign(service.answers, {
    'drafts.list': () => ({ drafts: [{ cid: CID, parentId: null, text: 'On my way', version: 1 }] }),
    'drafts.save': () => ({ draft: { cid: CID, parentId: null, text: '', version: 2 } }),
    'scheduled.list': () => ({ scheduled: [{ messageId: 'm2', cid: CID, sendAt: at, state: 'waiting', version: 1 }] }),
    'reminders.list': () => ({
      reminders: [{ cid: CID, messageId: 'm1', remindAt: at, version: 1 }],
      nextCursor: null,
    }),
    'polls.query': () => ({ polls: [{ poll: { id: 'p1', version: 1 }, own: { version: 1 } }] }),
    'location.list': () => ({ shares: [{ messageId: 'm3', cid: CID, endsAt: at, endedAt: null, version: 1 }] }),
    'threads.list': () => ({ threads: [thread], unreadThreads: 1, nextCursor: 'next' }),
    'threads.unread': () => ({ threads: [{ parentId: 'm1', reading }] }),
    'threads.replies': () => ({ parent, messages: [], hasOlder: false, hasNewer: false, reading }),
  })
  await test.connect()
  const drafts = createDrafts(client, { clock })
  const scheduled = createScheduled(client, { clock })
  const reminders = createReminders(client, { clock })
  const polls = createPolls(client, { clock })
  const locations = createLocations(client, { deviceId: 'phone', clock })
  const threads = createThreadList(client, { clock })
  const open = createThread(client, CID, 'm1', { clock })
  const stores = { drafts, scheduled, reminders, polls, locations, threads, open }
  const snapshots = () => Object.entries(stores).map(([name, { getSnapshot }]) => [name, getSnapshot()])
  const empty = snapshots()
  const showOthers = async () => {
    await polls.show(CID, [{ pollId: 'p1' }])
    const location = { latitude: 0, longitude: 0, deviceId: 'phone', endsAt: at }
    await locations.show(CID, [{ id: 'm3', location }])
  }
  for (const { load } of [drafts, scheduled, reminders]) await load()
  await threads.open()
  await open.open()
  await showOthers()
  return { ...test, drafts, empty, snapshots, showOthers }
}

describe('what is kept beside a chat client', () => {
  it('is forgotten when another user connects or the user disconnects', async () => {
    const { client, credentials, empty, snapshots } = await setUp()
    const filled = snapshots()
    empty.forEach((each, index) => expect(filled[index]).not.toEqual(each))
    await client.connect({ ...credentials, user: { id: 'bola' } })
    expect(snapshots()).toEqual(empty)
  })

  it('is loaded again for another user', async () => {
    const { client, credentials, service, showOthers } = await setUp()
    await client.connect({ ...credentials, user: { id: 'bola' } })
    service.calls.length = 0
    await showOthers()
    expect(service.calls.map(({ name }) => name)).toEqual(['polls.query', 'location.list'])
  })

  it('does not save the draft of an earlier user for the next one', async () => {
    const { client, credentials, service, clock, drafts } = await setUp()
    drafts.write(CID, null, { text: 'Only for Tunde' })
    await client.connect({ ...credentials, user: { id: 'bola' } })
    await clock.advance(5_000)
    expect(service.named('drafts.save')).toEqual([])
  })
})
