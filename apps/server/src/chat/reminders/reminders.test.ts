import { createMessageId } from '@fettle/chat-client'
import { limits } from '@fettle/protocol/common/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat, startTestChat } from '../../../testing/app/test-chat.ts'
import { sql } from '../../platform/db/db.ts'

let cid: string
/** Reminder webhooks the app received. */
const firedReminders: string[] = []
const options = {
  onReminder: async (
    tx: { execute: (statement: ReturnType<typeof sql>) => Promise<void> },
    userId: string,
    reminder: { excerpt: string },
  ) => {
    await tx.execute(sql`insert into fired_reminders (who) values (${`${userId}: ${reminder.excerpt}`})`)
    firedReminders.push(`${userId}: ${reminder.excerpt}`)
  },
}
const testChat = setUpTestChat({ rateLimits: false, options })
beforeAll(async () => {
  await testChat.db.execute(sql`create table fired_reminders (who text not null)`)
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })
async function say(text: string) {
  const message = { id: createMessageId(), text }
  await testChat.http('messages.send', { cid, message }, as('tunde'))
  return { cid, messageId: message.id }
}
const inMilliseconds = (n: number) => new Date(testChat.clock.now().getTime() + n).toISOString()

describe('a reminder', () => {
  it.each(limits.reminderOffsetsMs.map((offset) => [offset]))('can come after %d ms', async (offset) => {
    const where = await say('Bring the long ladder')
    const { reminder } = await testChat.http('reminders.set', { ...where, offset }, as('ada'))
    expect(reminder).toMatchObject({
      remindAt: inMilliseconds(offset),
      firedAt: null,
      excerpt: 'Bring the long ladder',
      author: { id: 'tunde' },
    })
    await testChat.http('reminders.delete', where, as('ada'))
  })

  it('fires once and on time with two workers retrying, and notifies the app even when the user is offline', async () => {
    const where = await say('Call back')
    const second = await startTestChat({ sharesDatabaseWith: testChat, bus: testChat.bus, rateLimits: false, options })
    try {
      await testChat.http('reminders.set', { ...where, remindAt: inMilliseconds(5_000) }, as('ada'))
      const ada = await testChat.connect('ada')
      await Promise.all([testChat.jobs.runDue(), second.jobs.runDue()])
      expect(firedReminders).toEqual([])
      testChat.clock.advance(5_000)
      await Promise.all([testChat.jobs.runDue(), second.jobs.runDue()])
      const { reminder } = await ada.received('reminder.due')
      expect(reminder).toMatchObject({
        messageId: where.messageId,
        firedAt: testChat.clock.now().toISOString(),
        version: 2,
      })
      // The queue repeats a job after a crash.
      await testChat.jobs.add(testChat.db, 'chat.reminder.fire', { userId: 'ada', ...where })
      await second.jobs.runDue()
      expect(firedReminders).toEqual(['ada: Call back'])
      expect(ada.frames.filter(({ type }) => type === 'reminder.due')).toHaveLength(1)
    } finally {
      await second.stop()
    }
  })

  it('survives a restart', async () => {
    const where = await say('After the restart')
    const first = await startTestChat({ sharesDatabaseWith: testChat, bus: testChat.bus, rateLimits: false, options })
    await first.http('reminders.set', { ...where, offset: 120_000 }, as('ada'))
    await first.stop()
    testChat.clock.advance(120_000)
    const secondChat = await startTestChat({
      sharesDatabaseWith: testChat,
      bus: testChat.bus,
      rateLimits: false,
      options,
    })
    await secondChat.jobs.runDue()
    expect(firedReminders.at(-1)).toBe('ada: After the restart')
    await secondChat.stop()
  })

  it("is reported again when the app's handling of it failed", async () => {
    const where = await say('Second try')
    let fails = true
    const failingChat = await startTestChat({
      sharesDatabaseWith: testChat,
      options: {
        onReminder: async (tx, ...rest) => {
          await options.onReminder(tx, ...rest)
          if (fails) throw new Error('not now')
        },
      },
    })
    await testChat.http('reminders.set', { ...where, offset: 120_000 }, as('ada'))
    testChat.clock.advance(120_000)
    await expect(failingChat.jobs.runDue()).rejects.toThrow('not now')
    fails = false
    testChat.clock.advance(60_000)
    await failingChat.jobs.runDue()
    const rows = await testChat.db.query<{ who: string }>(
      sql`select who from fired_reminders where who like '%Second try'`,
    )
    expect(rows).toHaveLength(1)
    await failingChat.stop()
  })

  it('can be rescheduled, saved without a time, and deleted', async () => {
    const where = await say('Maybe')
    await testChat.http('reminders.set', { ...where, offset: 120_000 }, as('ada'))
    const { reminder } = await testChat.http('reminders.set', where, as('ada'))
    expect(reminder).toMatchObject({ remindAt: null, version: 2 })
    testChat.clock.advance(120_000)
    const before = firedReminders.length
    await testChat.jobs.runDue()
    expect(firedReminders).toHaveLength(before)
    const phone = await testChat.connect('ada')
    await testChat.http('reminders.delete', where, as('ada'))
    expect(await phone.received('reminder.deleted')).toMatchObject({ messageId: where.messageId, version: 3 })
    const secondAnswer = await testChat.http('reminders.set', where, as('ada'))
    expect(secondAnswer.reminder.version).toBe(4)
  })
})

describe('the list of reminders', () => {
  it('is private, sorted by time with untimed ones last, and paged', async () => {
    await testChat.person('zoe')
    const { channel } = await testChat.http('channels.create', { members: ['zoe', 'tunde'] })
    const ids: string[] = []
    for (let n = 0; n < 33; n += 1) {
      const message = { id: createMessageId(), text: `${n}` }
      await testChat.http('messages.send', { cid: channel.cid, message }, as('tunde'))
      const remindAt = n % 3 === 0 ? null : inMilliseconds((40 - n) * 1_000)
      await testChat.http('reminders.set', { cid: channel.cid, messageId: message.id, remindAt }, as('zoe'))
      ids.push(message.id)
    }
    const first = await testChat.http('reminders.list', {}, as('zoe'))
    expect(first.reminders).toHaveLength(30)
    const secondPage = await testChat.http('reminders.list', { cursor: first.nextCursor ?? '' }, as('zoe'))
    const all = [...first.reminders, ...secondPage.reminders]
    expect(secondPage.nextCursor).toBeNull()
    expect(new Set(all.map(({ messageId }) => messageId))).toEqual(new Set(ids))
    const times = all.map(({ remindAt }) => remindAt ?? '9999')
    expect(times).toEqual(times.toSorted())
    expect((await testChat.http('reminders.list', {}, as('tunde'))).reminders).toEqual([])
  })
})

describe('the reminder of a message that its user no longer sees', () => {
  it.each([
    [
      'because it was deleted for oneself',
      (where: { cid: string; messageId: string }) =>
        testChat.http('messages.delete', { ...where, onlyForMe: true }, as('ada')),
    ],
    [
      'because the conversation was cleared',
      (where: { cid: string }) => testChat.http('channels.truncate', { cid: where.cid }, as('ada')),
    ],
  ])('stays without its text, %s', async (_, removeFor) => {
    const where = await say('The code of the door')
    await testChat.http('reminders.set', { ...where, offset: 120_000 }, as('ada'))
    await removeFor(where)
    const { reminders } = await testChat.http('reminders.list', {}, as('ada'))
    expect(reminders.find(({ messageId }) => messageId === where.messageId)).toMatchObject({ excerpt: '' })
    await testChat.http('reminders.delete', where, as('ada'))
  })
})

describe('a user who was removed from the channel', () => {
  it('keeps the reminder, without text and author of the message', async () => {
    const { channel } = await testChat.http('channels.create', { id: createMessageId(), members: ['mallory', 'tunde'] })
    const message = { id: createMessageId(), text: 'The code of the door' }
    const where = { cid: channel.cid, messageId: message.id }
    await testChat.http('messages.send', { cid: channel.cid, message }, as('tunde'))
    await testChat.http('reminders.set', { ...where, offset: 120_000 }, as('mallory'))
    await testChat.http('members.remove', { cid: channel.cid, userIds: ['mallory'] })
    await testChat.http('messages.edit', { ...where, text: 'The new code of the door' }, as('tunde'))
    const { reminders } = await testChat.http('reminders.list', {}, as('mallory'))
    expect(reminders).toMatchObject([{ messageId: message.id, excerpt: '', author: null }])
  })
})

describe('a reminder is refused', () => {
  it('for past times, unknown offsets, and messages the user cannot see', async () => {
    const where = await say('Refuse')
    const refused = (input: object, user = 'ada') =>
      testChat.httpRefusal('reminders.set', { ...where, ...input }, as(user))
    expect(await refused({ remindAt: inMilliseconds(0) })).toMatchObject({
      code: 4,
      message: 'Choose a time in the future.',
    })
    expect(await refused({ offset: 5 })).toMatchObject({ code: 4, message: 'Use one of the offsets.' })
    expect(await refused({}, 'mallory')).toMatchObject({ code: 16 })
    expect(await refused({ messageId: createMessageId() })).toMatchObject({ code: 16 })
    await testChat.http('messages.delete', { ...where, onlyForMe: true }, as('ada'))
    expect(await refused({})).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('reminders.delete', where, as('ada'))).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('reminders.list', { cursor: 'x' }, as('ada'))).toMatchObject({ code: 4 })
  })
})
