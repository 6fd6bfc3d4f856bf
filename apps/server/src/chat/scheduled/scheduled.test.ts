import { createMessageId } from '@fettle/chat-client'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat, startTestChat } from '../../../testing/app/test-chat.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { pdf } from '../../../testing/fixtures/files.ts'
import { uploadAttachment } from '../../../testing/fixtures/chat-scenario.ts'
import { sql } from '../../platform/db/db.ts'

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory', 'busy'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })
const inMilliseconds = (n: number) => new Date(testChat.clock.now().getTime() + n).toISOString()
const later = (text: string, wait = 60_000) => ({
  cid,
  message: { id: createMessageId(), text },
  sendAt: inMilliseconds(wait),
})
const upload = (name: string, user = 'ada') => uploadAttachment(testChat, cid, pdf(), { user, name, kind: 'file' })
const newest = async () => (await testChat.http('messages.list', { cid }, as('tunde'))).messages.at(-1)

describe('a scheduled message', () => {
  it("is sent once at its time with two workers, and the author's devices are updated", async () => {
    const second = await startTestChat({ sharesDatabaseWith: testChat, bus: testChat.bus, rateLimits: false })
    const [phone, tunde] = await Promise.all([testChat.connect('ada'), testChat.connect('tunde')])
    const input = later('Good morning')
    const { scheduled } = await testChat.http('scheduled.create', input, as('ada'))
    expect(scheduled).toMatchObject({ text: 'Good morning', state: 'waiting', sendAt: input.sendAt, version: 1 })
    expect(await phone.received('scheduled.changed')).toMatchObject({ scheduled })
    expect((await testChat.http('scheduled.list', {}, as('ada'))).scheduled).toEqual([scheduled])
    testChat.clock.advance(59_000)
    await testChat.jobs.runDue()
    expect(await newest()).toBeUndefined()
    testChat.clock.advance(1_000)
    await Promise.all([testChat.jobs.runDue(), second.jobs.runDue()])
    const sent = await tunde.received('message.new')
    expect(sent.message).toMatchObject({ id: input.message.id, text: 'Good morning', user: { id: 'ada' } })
    expect(await phone.received('scheduled.changed', (frame) => frame.scheduled.state === 'sent')).toBeDefined()
    // The job is repeated after a crash between sending and recording it.
    await testChat.jobs.add(testChat.db, 'chat.scheduled.send', { userId: 'ada', messageId: input.message.id })
    await second.jobs.runDue()
    expect((await testChat.http('messages.list', { cid }, as('tunde'))).messages).toHaveLength(1)
    expect((await testChat.http('scheduled.list', {}, as('ada'))).scheduled).toEqual([])
    await second.stop()
  })

  it('can be edited, rescheduled and cancelled', async () => {
    const [first, second] = [later('One'), later('Two')]
    const { messageId } = (await testChat.http('scheduled.create', first, as('ada'))).scheduled
    await testChat.http('scheduled.create', second, as('ada'))
    const sendAt = inMilliseconds(120_000)
    await testChat.http('scheduled.update', { messageId, text: 'Uno', sendAt }, as('ada'))
    await testChat.http('scheduled.delete', { messageId: second.message.id }, as('ada'))
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    expect((await newest())?.text).toBe('Good morning')
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    expect((await newest())?.text).toBe('Uno')
    expect(await testChat.httpRefusal('scheduled.update', { messageId, text: 'X' }, as('ada'))).toMatchObject({
      code: 17,
    })
    expect(await testChat.httpRefusal('scheduled.delete', { messageId }, as('ada'))).toMatchObject({ code: 16 })
  })

  it('can be sent early with its latest text, and is not sent again at its time', async () => {
    const input = later('Wait for it', 600_000)
    const { messageId } = (await testChat.http('scheduled.create', input, as('ada'))).scheduled
    await testChat.http('scheduled.update', { messageId, text: 'Now then', now: true }, as('ada'))
    await testChat.jobs.runDue()
    expect(await newest()).toMatchObject({ id: messageId, text: 'Now then' })
    const { seq } = (await newest()) ?? {}
    testChat.clock.advance(600_000)
    await testChat.jobs.runDue()
    expect((await newest())?.seq).toBe(seq)
    const sendNow = { messageId, now: true }
    expect(await testChat.httpRefusal('scheduled.update', sendNow, as('ada'))).toMatchObject({ code: 17 })
  })

  it('has no preview of a link that was made longer', async () => {
    const url = 'https://shop.example/taps'
    await testChat.db.execute(sql`
      insert into chat.link_previews (url, preview, fetched_at)
      values (${url}, ${JSON.stringify({ url, title: 'Taps' })}::jsonb, ${testChat.clock.now()})`)
    const input = later(`Look: ${url}`)
    const message = { ...input.message, previewUrls: [url] }
    await testChat.http('scheduled.create', { ...input, message }, as('ada'))
    await testChat.http('scheduled.update', { messageId: message.id, text: `Look: ${url}/brass` }, as('ada'))
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    expect(await newest()).toMatchObject({ id: message.id, text: `Look: ${url}/brass` })
    expect(await newest()).not.toHaveProperty('previews')
  })

  it('that was sent or cancelled leaves no copy of its text after a month', async () => {
    await testChat.http('scheduled.create', later('Bring the long ladder'), as('ada'))
    const { scheduled } = await testChat.http('scheduled.create', later('Bring no ladder'), as('ada'))
    await testChat.http('scheduled.delete', { messageId: scheduled.messageId }, as('ada'))
    const waiting = later('Bring the ladder back', 40 * DAY_MS)
    await testChat.http('scheduled.create', waiting, as('ada'))
    await testChat.jobs.start()
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    expect((await newest())?.text).toBe('Bring the long ladder')
    testChat.clock.advance(31 * DAY_MS)
    await testChat.jobs.runDue()
    const kept = await testChat.db.query<{ text: string }>(sql`
      select draft ->> 'text' as text from chat.scheduled_messages where draft ->> 'text' like '%ladder%'`)
    expect(kept).toEqual([{ text: 'Bring the ladder back' }])
    await testChat.http('scheduled.delete', { messageId: waiting.message.id }, as('ada'))
  })

  it('that can no longer be sent reports why and can be edited', async () => {
    const { channel } = await testChat.http('channels.create', { id: createMessageId(), members: ['ada', 'tunde'] })
    const input = { ...later('Too late'), cid: channel.cid }
    await testChat.http('scheduled.create', input, as('ada'))
    await testChat.http('members.remove', { cid: channel.cid, userIds: ['ada'] })
    const ada = await testChat.connect('ada')
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    const { scheduled } = await ada.received('scheduled.changed')
    expect(scheduled).toMatchObject({ state: 'failed', problem: 'This conversation does not exist.' })
    expect((await testChat.http('scheduled.list', { cid: channel.cid }, as('ada'))).scheduled).toHaveLength(1)
  })
})

describe('a scheduled message that quotes a message deleted since', () => {
  it('is sent without the quote', async () => {
    const quoted = { id: createMessageId(), text: 'On Monday?' }
    await testChat.http('messages.send', { cid, message: quoted }, as('tunde'))
    const input = later('Monday suits me')
    const message = { ...input.message, quotedMessageId: quoted.id }
    await testChat.http('scheduled.create', { ...input, message }, as('ada'))
    await testChat.http('messages.delete', { cid, messageId: quoted.id }, as('tunde'))
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    const sent = await newest()
    expect(sent).toMatchObject({ id: message.id, text: 'Monday suits me' })
    expect(sent).not.toHaveProperty('quotedMessageId')
  })
})

describe('a scheduled message that cannot be sent for now', () => {
  it('fails after a day of attempts, and can be sent by hand then', async () => {
    const input = later('Stuck')
    const { messageId } = (await testChat.http('scheduled.create', input, as('ada'))).scheduled
    await testChat.db.execute(sql`
      alter table chat.messages add constraint not_stuck check (text <> 'Stuck') not valid`)
    for (let hours = 0; hours < 24; hours += 8) {
      testChat.clock.advance(8 * 3_600_000)
      await expect(testChat.jobs.runDue()).rejects.toThrow('not_stuck')
    }
    const waiting = { messageId, state: 'waiting' }
    expect((await testChat.http('scheduled.list', { cid }, as('ada'))).scheduled).toMatchObject([waiting])
    const phone = await testChat.connect('ada')
    testChat.clock.advance(8 * 3_600_000)
    await testChat.jobs.runDue()
    const { scheduled } = await phone.received('scheduled.changed')
    expect(scheduled).toMatchObject({ messageId, state: 'failed', reason: { code: 'chat.internal' } })
    await testChat.db.execute(sql`alter table chat.messages drop constraint not_stuck`)
    await testChat.http('scheduled.update', { messageId, now: true }, as('ada'))
    await testChat.jobs.runDue()
    expect(await newest()).toMatchObject({ id: messageId, text: 'Stuck' })
  })
})

describe('a scheduled message that is being sent', () => {
  it('can neither be deleted nor changed, and keeps its files', async () => {
    const attachment = await upload('plan.pdf')
    const input = later('With the plan')
    const message = { ...input.message, attachmentIds: [attachment.id] }
    const { messageId } = (await testChat.http('scheduled.create', { ...input, message }, as('ada'))).scheduled
    testChat.clock.advance(60_000)
    // Sending waits for the channel's lock.
    const running = await testChat.db.transaction(async (tx) => {
      await tx.execute(sql`select from chat.channels where cid = ${cid} for update`)
      const due = testChat.jobs.runDue()
      await waitForLocks(testChat)
      expect(await testChat.httpRefusal('scheduled.delete', { messageId }, as('ada'))).toMatchObject({ code: 16 })
      const change = { messageId, text: 'Without', now: true }
      expect(await testChat.httpRefusal('scheduled.update', change, as('ada'))).toMatchObject({ code: 17 })
      return { due }
    })
    await running.due
    expect(await newest()).toMatchObject({ id: messageId, text: 'With the plan', attachments: [attachment] })
    const [file] = await testChat.db.query<{ id: string }>(
      sql`select id from chat.attachments where message_id = ${messageId}`,
    )
    expect(file).toEqual({ id: attachment.id })
  })
})

describe('of a user who left the channel', () => {
  it('no scheduled message is sent, announced or listed', async () => {
    await testChat.person('zoe')
    const { channel } = await testChat.http('channels.create', { members: ['zoe', 'tunde'] })
    const at = { cid: channel.cid }
    const place = { latitude: 1, longitude: 1, deviceId: 'phone', liveFor: 600_000 }
    await testChat.http('scheduled.create', { ...later('From nobody'), ...at }, as('zoe'))
    const { message } = await testChat.http(
      'location.share',
      { ...at, messageId: createMessageId(), ...place },
      as('zoe'),
    )
    await testChat.http('reminders.set', { ...at, messageId: message.id, offset: 120_000 }, as('zoe'))
    await testChat.http('drafts.save', { ...at, text: 'Half a' }, as('zoe'))
    await testChat.http('users.delete', { userId: 'zoe' })
    testChat.clock.advance(120_000)
    await testChat.jobs.runDue()
    expect((await testChat.http('messages.list', at, as('tunde'))).messages).toHaveLength(1)
    expect((await testChat.http('location.list', at, as('tunde'))).shares).toEqual([])
    expect((await testChat.http('reminders.list', {}, as('zoe'))).reminders).toEqual([])
    expect((await testChat.http('drafts.list', {}, as('zoe'))).drafts).toEqual([])
  })

  it('or was removed, a scheduled message fails with a reason', async () => {
    await testChat.person('yaw')
    const { channel } = await testChat.http('channels.create', { members: ['yaw', 'tunde'] })
    const yaw = await testChat.connect('yaw')
    await testChat.http('scheduled.create', { ...later('No'), cid: channel.cid }, as('yaw'))
    await testChat.http('users.deactivate', { userId: 'yaw', deactivated: true })
    testChat.clock.advance(60_000)
    await testChat.jobs.runDue()
    yaw.close()
    expect((await testChat.http('scheduled.list', {}, as('yaw'))).scheduled).toMatchObject([
      { state: 'failed', problem: 'This user is deactivated.', reason: { code: 'chat.user-deactivated' } },
    ])
  })
})

describe('a scheduled message is refused', () => {
  it('for the past, for years ahead, without text, and to non-members', async () => {
    const refused = (input: object, user = 'ada') =>
      testChat.httpRefusal('scheduled.create', { ...later('No'), ...input }, as(user))
    expect(await refused({ sendAt: inMilliseconds(0) })).toMatchObject({ code: 4 })
    expect(await refused({ sendAt: inMilliseconds(400 * 86_400_000) })).toMatchObject({ code: 4 })
    expect(await refused({ message: { id: createMessageId(), text: ' ' } })).toMatchObject({ code: 4 })
    expect(await refused({ message: { id: createMessageId(), text: 'x'.repeat(5_001) } })).toMatchObject({ code: 20 })
    expect(await refused({}, 'mallory')).toMatchObject({ code: 16 })
    const nowhere = { messageId: createMessageId(), text: 'x' }
    expect(await testChat.httpRefusal('scheduled.update', nowhere, as('ada'))).toMatchObject({ code: 16 })
  })

  it('in a blocked channel', async () => {
    const { scheduled } = await testChat.http('scheduled.create', later('See you'), as('ada'))
    await testChat.http('channels.block', { cid, blocked: true }, as('tunde'))
    const refusedCreation = await testChat.httpRefusal('scheduled.create', later('Are you there?'), as('ada'))
    const sendNow = { messageId: scheduled.messageId, now: true }
    const refusedSending = await testChat.httpRefusal('scheduled.update', sendNow, as('ada'))
    await testChat.http('channels.block', { cid, blocked: false }, as('tunde'))
    await testChat.http('scheduled.delete', { messageId: scheduled.messageId }, as('ada'))
    for (const refused of [refusedCreation, refusedSending])
      expect(refused).toMatchObject({ code: 17, reason: { code: 'chat.channel-blocked' } })
  })

  it('with the id of an existing message, and beyond a hundred', async () => {
    const sent = { id: createMessageId(), text: 'There' }
    await testChat.http('messages.send', { cid, message: sent }, as('ada'))
    expect(await testChat.httpRefusal('scheduled.create', { ...later('x'), message: sent }, as('ada'))).toMatchObject({
      code: 17,
    })
    const inputs = Array.from({ length: 100 }, (_, n) => later(`${n}`))
    await Promise.all(inputs.map((input) => testChat.http('scheduled.create', input, as('tunde'))))
    const { id: fileId } = await upload('quote.pdf', 'tunde')
    const oneMore = { id: createMessageId(), text: 'One more', attachmentIds: [fileId] }
    const refused = await testChat.httpRefusal('scheduled.create', { ...later(''), message: oneMore }, as('tunde'))
    expect(refused).toMatchObject({ code: 17, reason: { code: 'chat.scheduled-limit' } })
    // Its file can be sent at once instead.
    const instead = { cid, message: { ...oneMore, id: createMessageId() } }
    expect((await testChat.http('messages.send', instead, as('tunde'))).message.attachments).toHaveLength(1)
    // The answer of the last one may have been lost.
    const secondAnswer = await testChat.http('scheduled.create', inputs[99] ?? later(''), as('tunde'))
    expect(secondAnswer.scheduled).toMatchObject({ text: '99', state: 'waiting' })
  })

  it('beyond a hundred, also when many are scheduled at once', async () => {
    const { channel } = await testChat.http('channels.create', { members: ['busy', 'ada'] })
    const results = await Promise.allSettled(
      Array.from({ length: 104 }, (_, n) =>
        testChat.http('scheduled.create', { ...later(`${n}`), cid: channel.cid }, as('busy')),
      ),
    )
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    expect(refused[0]).toMatchObject({ reason: { failure: { reason: { code: 'chat.scheduled-limit' } } } })
  })
})
