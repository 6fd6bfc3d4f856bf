import { describe, expect, it } from 'vitest'
import { createDrafts } from './composer/drafts.ts'
import { createScheduled } from './composer/scheduled.ts'
import { refusalError } from './errors.ts'
import { createLocations } from './locations.ts'
import { createPolls } from './polls.ts'
import { chatFailure } from './testing/chat-failure.ts'
import { createTestClientHandle } from './testing/client-handle.ts'
import { createManualClock } from './testing/clock.ts'
import { createReminders } from './threads/reminders.ts'
import { createThreadList } from './threads/threads.ts'

const cid = 'messaging:a'

describe('what a screen shows, when loading it again after a reconnect is refused for now,', () => {
  it('is loaded a few seconds later, until that succeeds', async () => {
    const clock = createManualClock()
    let isBusy = false
    const answer = (value: object) => () => {
      if (isBusy) throw refusalError(chatFailure('RATE_LIMIT'))
      return value
    }
    const share = { messageId: 'm2', cid, userId: 'ada', latitude: 0, longitude: 0, endedAt: null, version: 1 }
    const at = new Date(clock.now() + 3_600_000).toISOString()
    const host = createTestClientHandle({
      'polls.query': answer({ polls: [] }),
      'location.list': answer({ shares: [{ ...share, endsAt: at, updatedAt: at }] }),
      'scheduled.list': answer({ scheduled: [] }),
      'drafts.list': answer({ drafts: [] }),
      'reminders.list': answer({ reminders: [], nextCursor: null }),
      'threads.list': answer({ threads: [], unreadThreads: 0, nextCursor: null }),
      'threads.unread': answer({ threads: [] }),
    })
    const polls = createPolls(host, { clock })
    await polls.show(cid, [{ pollId: 'pol_1' }])
    await createLocations(host, { deviceId: 'phone', clock }).show(cid, [
      { id: 'm2', location: { latitude: 0, longitude: 0, deviceId: 'phone', endsAt: at } },
    ])
    await createScheduled(host, { clock }).load()
    await createDrafts(host, { clock }).load()
    await createReminders(host, { clock }).load()
    await createThreadList(host, { clock }).open()
    const callsAfter = async (milliseconds: number) => {
      host.calls.length = 0
      await clock.advance(milliseconds)
      return host.calls.map(({ name }) => name).toSorted()
    }
    const all = [
      'drafts.list',
      'location.list',
      'polls.query',
      'reminders.list',
      'scheduled.list',
      'threads.list',
      'threads.unread',
    ]
    isBusy = true
    host.recover()
    await clock.advance(0)
    expect(await callsAfter(5_000)).toEqual(all)
    isBusy = false
    expect(await callsAfter(5_000)).toEqual(all)
    expect(await callsAfter(60_000)).toEqual([])
  })
})

it('what a screen has asked for before frames were missed, is asked for again', async () => {
  const answers: (() => void)[] = []
  const answer = (value: object) => () => new Promise((resolve) => answers.push(() => resolve(value)))
  const host = createTestClientHandle({
    'drafts.list': answer({ drafts: [] }),
    'scheduled.list': answer({ scheduled: [] }),
    'threads.list': answer({ threads: [], unreadThreads: 0, nextCursor: null }),
    'threads.unread': answer({ threads: [] }),
  })
  const [drafts, scheduled, threads] = [createDrafts(host), createScheduled(host), createThreadList(host)]
  const show = () => Promise.all([drafts.load(), scheduled.load(), threads.open()])
  const shown = show()
  for (const arrive of answers.splice(0)) arrive()
  await shown
  const shownAgain = show()
  host.calls.length = 0
  host.recover()
  const all = ['drafts.list', 'scheduled.list', 'threads.list', 'threads.unread']
  expect(host.calls.map(({ name }) => name).toSorted()).toEqual(all)
  for (const arrive of answers.splice(0)) arrive()
  await shownAgain
})

it('what a screen asks for again as it is connected again, is loaded once', async () => {
  const host = createTestClientHandle({
    'drafts.list': () => ({ drafts: [] }),
    'scheduled.list': () => ({ scheduled: [] }),
    'threads.list': () => ({ threads: [], unreadThreads: 0, nextCursor: null }),
    'threads.unread': () => ({ threads: [] }),
  })
  const [drafts, scheduled, threads] = [createDrafts(host), createScheduled(host), createThreadList(host)]
  const show = () => Promise.all([drafts.load(), scheduled.load(), threads.open()])
  const all = ['drafts.list', 'scheduled.list', 'threads.list', 'threads.unread']
  await show()
  for (const reconnect of [() => host.recover(), () => undefined]) {
    host.calls.length = 0
    reconnect()
    await show()
    expect(host.calls.map(({ name }) => name).toSorted()).toEqual(all)
  }
})
