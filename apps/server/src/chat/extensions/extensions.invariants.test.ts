import {
  createDrafts,
  createLocations,
  createMessageId,
  createPolls,
  createReminders,
  createScheduled,
  listReminders,
  listScheduled,
  type ClientHandle,
} from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput, ChatOperationName } from '@fettle/protocol/chat/operations'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat, type TestClient } from '../../../testing/app/test-chat.ts'

/**
 * Invariant for data beside the channel: an earlier state plus the events since equals what a fresh device loads.
 * Observed from the acting device, from another device of the same person, and from the other member's.
 */

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
let pollId: string
let shown: Message[]
let acting: TestClient
beforeAll(async () => {
  await Promise.all(['ada', 'tunde'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
  acting = await testChat.connect('ada')
  const options = ['A', 'B', 'C']
  const poll = { name: 'Which?', options, allowAnswers: true, allowUserSuggestedOptions: true, maxVotesAllowed: 2 }
  const created = await acting.call('polls.create', { cid, messageId: createMessageId(), poll })
  const live = await acting.call('location.share', { ...lekki, cid, messageId: createMessageId(), liveFor: 3_600_000 })
  const answer = await acting.call('messages.send', { cid, message: { id: createMessageId(), text: 'Remember this' } })
  pollId = created.poll.id
  shown = [created.message, live.message, answer.message]
})

const lekki = { latitude: 6.44, longitude: 3.45, deviceId: 'phone' }

/** All data a device keeps beside the channel. */
async function watch(client: TestClient) {
  let appliedFrames = 0
  const listeners = new Set<Parameters<ClientHandle['onFrame']>[0]>()
  const host: ClientHandle = {
    call: (name, input) => client.call(name, input),
    onFrame: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    onRecovery: () => () => undefined,
    onReset: () => () => undefined,
  }
  const polls = createPolls(host)
  const locations = createLocations(host, { deviceId: 'phone' })
  const reminders = createReminders(host)
  const scheduled = createScheduled(host)
  const drafts = createDrafts(host)
  await polls.show(cid, shown)
  await locations.show(cid, shown)
  await Promise.all([reminders.load(), scheduled.load(), drafts.load()])
  return {
    polls,
    locations,
    reminders,
    scheduled,
    /** Applies the recorded events twice and in reverse order. */
    seen() {
      const frames = client.frames.slice(appliedFrames)
      appliedFrames = client.frames.length
      for (const frame of [...frames.toReversed(), ...frames]) for (const listener of listeners) listener(frame)
      return {
        polls: polls.getSnapshot(),
        locations: locations.getSnapshot(),
        reminders: listReminders(reminders.getSnapshot()),
        scheduled: listScheduled(scheduled.getSnapshot()),
        drafts: Object.values(drafts.getSnapshot()).filter(({ text }) => text !== ''),
      }
    },
  }
}

type Command<Name extends ChatOperationName> = [name: Name, input: (subjects: Subjects) => ChatCallInput<Name>]
interface Subjects {
  cid: string
  pollId: string
  /** Ids of the live location and of the message with a reminder. */
  live: string
  messageId: string
  at: (milliseconds: number) => string
}
const later = { id: createMessageId(), text: 'Later' }
const command = <Name extends ChatOperationName>(name: Name, input: Command<Name>[1]): Command<Name> => [name, input]

const commands = [
  command('polls.vote', ({ cid, pollId }) => ({ cid, pollId, optionId: 'opt_1' })),
  command('polls.vote', ({ cid, pollId }) => ({ cid, pollId, optionId: 'opt_2' })),
  command('polls.unvote', ({ cid, pollId }) => ({ cid, pollId, optionId: 'opt_1' })),
  command('polls.answer', ({ cid, pollId }) => ({ cid, pollId, text: 'Neither' })),
  command('polls.suggest', ({ cid, pollId }) => ({ cid, pollId, text: 'D' })),
  command('polls.close', ({ cid, pollId }) => ({ cid, pollId })),
  command('location.move', ({ cid, live }) => ({ ...lekki, cid, messageId: live, latitude: 6.5 })),
  command('location.stop', ({ cid, live }) => ({ cid, messageId: live })),
  command('reminders.set', ({ cid, messageId, at }) => ({ cid, messageId, remindAt: at(120_000) })),
  command('reminders.set', ({ cid, messageId }) => ({ cid, messageId })),
  command('reminders.delete', ({ cid, messageId }) => ({ cid, messageId })),
  command('scheduled.create', ({ cid, at }) => ({ cid, message: later, sendAt: at(60_000) })),
  command('scheduled.update', () => ({ messageId: later.id, text: 'Much later' })),
  command('scheduled.delete', () => ({ messageId: later.id })),
  command('drafts.save', ({ cid }) => ({ cid, text: 'On my w' })),
  command('drafts.save', ({ cid }) => ({ cid, text: '' })),
] as Command<ChatOperationName>[]

describe('earlier state plus events equals a fresh state', () => {
  it.each(commands.map(([name, input], index) => [`${index + 1}. ${name}`, name, input] as const))(
    'after %s',
    async (_, name, input) => {
      const [, live, message] = shown
      const [desktop, tunde] = await Promise.all([testChat.connect('ada'), testChat.connect('tunde')])
      for (const client of [desktop, tunde]) await client.call('channels.get', { cid, watch: true })
      const before = await Promise.all([watch(desktop), watch(tunde)])
      const at = (milliseconds: number) => new Date(testChat.clock.now().getTime() + milliseconds).toISOString()
      await acting.call(name, input({ cid, pollId, live: live?.id ?? '', messageId: message?.id ?? '', at }))
      // Events published before this call arrive before its response.
      await Promise.all([desktop, tunde].map((client) => client.call('unread.get', {})))
      const after = await Promise.all([watch(desktop), watch(tunde)])
      expect(before.map((device) => device.seen())).toEqual(after.map((device) => device.seen()))
      for (const client of [desktop, tunde]) client.close()
    },
  )

  it('when time passes', async () => {
    const [, , message] = shown
    const at = (milliseconds: number) => new Date(testChat.clock.now().getTime() + milliseconds).toISOString()
    const soon = { id: createMessageId(), text: 'Soon' }
    await acting.call('reminders.set', { cid, messageId: message?.id ?? '', remindAt: at(60_000) })
    await acting.call('scheduled.create', { cid, message: soon, sendAt: at(60_000) })
    const live = await acting.call('location.share', { ...lekki, cid, messageId: createMessageId(), liveFor: 60_000 })
    shown.push(live.message)
    const desktop = await testChat.connect('ada')
    const before = await watch(desktop)
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    await desktop.call('unread.get', {})
    const after = await watch(desktop)
    const seen = before.seen()
    expect(seen).toEqual(after.seen())
    expect(seen).toMatchObject({ scheduled: [], reminders: [{ firedAt: expect.any(String) }] })
  })
})
