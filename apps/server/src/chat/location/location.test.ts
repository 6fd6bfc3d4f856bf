import { createMessageId } from '@fettle/chat-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat, startTestChat } from '../../../testing/app/test-chat.ts'

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })
const lekki = { latitude: 6.4474, longitude: 3.4553, deviceId: 'phone-1' }
const share = (more: object = {}) =>
  testChat.http('location.share', { cid, messageId: createMessageId(), ...lekki, ...more }, as('ada'))

describe('sharing a location', () => {
  it('once creates a message with a location', async () => {
    const { message, share: live } = await share()
    expect(live).toBeNull()
    expect(message).toMatchObject({ text: '', location: lekki })
    const { messages } = await testChat.http('messages.list', { cid }, as('tunde'))
    expect(messages.at(-1)).toEqual(message)
  })

  it('live continues until stopped from any device; only the sharing device updates it', async () => {
    const [watcher, desktop] = await Promise.all([testChat.connect('tunde'), testChat.connect('ada')])
    await watcher.call('channels.get', { cid, watch: true })
    const { message, share: live } = await share({ liveFor: 600_000 })
    const messageId = message.id
    const endsAt = new Date(testChat.clock.now().getTime() + 600_000).toISOString()
    expect(message.location).toEqual({ ...lekki, endsAt })
    expect(live).toMatchObject({ messageId, userId: 'ada', endsAt, endedAt: null, version: 1 })
    const moved = { ...lekki, latitude: 6.45 }
    await testChat.http('location.move', { cid, messageId, ...moved }, as('ada'))
    const { share: seen } = await watcher.received('location.changed')
    expect(seen).toMatchObject({ latitude: 6.45, version: 2 })
    expect((await testChat.http('location.list', { cid }, as('tunde'))).shares).toEqual([seen])
    const elsewhere = { cid, messageId, ...moved, deviceId: 'phone-2' }
    expect(await testChat.httpRefusal('location.move', elsewhere, as('ada'))).toMatchObject({ code: 17 })
    expect(await testChat.httpRefusal('location.stop', { cid, messageId }, as('tunde'))).toMatchObject({ code: 17 })
    const stopped = await desktop.call('location.stop', { cid, messageId })
    expect(stopped.share).toMatchObject({ endedAt: testChat.clock.now().toISOString(), version: 3 })
    expect(await watcher.received('location.changed', (frame) => frame.share.version === 3)).toMatchObject(stopped)
    expect(await desktop.call('location.stop', { cid, messageId })).toEqual(stopped)
    expect((await testChat.http('location.list', { cid }, as('tunde'))).shares).toEqual([])
    expect((await testChat.http('location.list', { cid, messageIds: [messageId] }, as('tunde'))).shares).toHaveLength(1)
    expect(await testChat.httpRefusal('location.move', { cid, messageId, ...lekki }, as('ada'))).toMatchObject({
      message: 'This location is no longer shared.',
    })
  })

  it('live ends once on time, after a restart and with two workers', async () => {
    const first = await startTestChat({ sharesDatabaseWith: testChat, bus: testChat.bus, rateLimits: false })
    const input = { cid, messageId: createMessageId(), ...lekki, liveFor: 60_000 }
    await first.http('location.share', input, as('ada'))
    await first.stop()
    const second = await startTestChat({ sharesDatabaseWith: testChat, bus: testChat.bus, rateLimits: false })
    const tunde = await testChat.connect('tunde')
    testChat.clock.advance(60_000)
    await Promise.all([testChat.jobs.runDue(), second.jobs.runDue()])
    await testChat.jobs.add(testChat.db, 'chat.location.expire', { cid, messageId: input.messageId })
    await second.jobs.runDue()
    const { shares } = await testChat.http('location.list', { cid, messageIds: [input.messageId] }, as('tunde'))
    expect(shares).toMatchObject([{ endedAt: testChat.clock.now().toISOString(), version: 2 }])
    await tunde.received('location.changed')
    await second.stop()
    expect(tunde.frames.filter(({ type }) => type === 'location.changed')).toHaveLength(1)
  })

  it('live ends when its message is deleted, and nobody reads the position any more', async () => {
    const tunde = await testChat.connect('tunde')
    await tunde.call('channels.get', { cid, watch: true })
    const { message } = await share({ liveFor: 600_000 })
    const messageId = message.id
    await testChat.http('messages.delete', { cid, messageId }, as('ada'))
    const { share: ended } = await tunde.received('location.changed')
    expect(ended).toMatchObject({ messageId, endedAt: testChat.clock.now().toISOString(), version: 2 })
    const moving = { cid, messageId, ...lekki, latitude: 6.46 }
    expect(await testChat.httpRefusal('location.move', moving, as('ada'))).toMatchObject({ code: 17 })
    expect((await testChat.http('location.list', { cid }, as('tunde'))).shares).toEqual([])
    expect((await testChat.http('location.list', { cid, messageIds: [messageId] }, as('tunde'))).shares).toEqual([])
  })

  it('live ends when the conversation is blocked, and does not resume after that', async () => {
    const { channel } = await testChat.http('channels.create', { members: ['ada', 'mallory'] })
    const input = { cid: channel.cid, messageId: createMessageId(), ...lekki, liveFor: 600_000 }
    await testChat.http('location.share', input, as('ada'))
    const [ada, mallory] = await Promise.all([testChat.connect('ada'), testChat.connect('mallory')])
    for (const blocked of [true, false])
      await testChat.http('channels.block', { cid: channel.cid, blocked }, as('mallory'))
    const ended = { messageId: input.messageId, endedAt: testChat.clock.now().toISOString(), version: 2 }
    for (const side of [ada, mallory]) expect((await side.received('location.changed')).share).toMatchObject(ended)
    expect((await testChat.http('location.list', { cid: channel.cid }, as('ada'))).shares).toEqual([])
    expect(await testChat.httpRefusal('location.move', input, as('ada'))).toMatchObject({
      reason: { code: 'chat.location-ended' },
    })
  })

  it.each([
    ['leaves the conversation', (group: string) => testChat.http('channels.leave', { cid: group }, as('ada'))],
    ['is removed', (group: string) => testChat.http('members.remove', { cid: group, userIds: ['ada'] })],
  ])('live ends when the member who shares it %s', async (_, goes) => {
    const { channel } = await testChat.http('channels.create', {
      id: createMessageId(),
      members: ['ada', 'tunde', 'mallory'],
    })
    const shareAs = async (user: string) => {
      const input = { cid: channel.cid, messageId: createMessageId(), ...lekki, liveFor: 600_000 }
      return (await testChat.http('location.share', input, as(user))).message.id
    }
    const [messageId, stays] = [await shareAs('ada'), await shareAs('mallory')]
    const [ada, tunde] = await Promise.all([testChat.connect('ada'), testChat.connect('tunde')])
    await goes(channel.cid)
    const { shares } = await testChat.http('location.list', { cid: channel.cid }, as('tunde'))
    expect(shares.map((each) => each.messageId)).toEqual([stays])
    const ended = { messageId, endedAt: testChat.clock.now().toISOString(), version: 2 }
    for (const side of [ada, tunde]) expect((await side.received('location.changed')).share).toMatchObject(ended)
  })

  it.each([
    ['suspended', () => testChat.http('users.suspend', { userId: 'zoe', until: '2100-01-01T00:00:00Z' })],
    ['deactivated', () => testChat.http('users.deactivate', { userId: 'zoe', deactivated: true })],
  ])('live ends when the user who shares it is %s, who can move it no more', async (_, restrict) => {
    await testChat.person('zoe', 'zoe')
    const other = (await testChat.http('channels.create', { members: ['zoe', 'tunde'] })).channel.cid
    const input = { cid: other, messageId: createMessageId(), ...lekki, liveFor: 600_000 }
    await testChat.http('location.share', input, as('zoe'))
    const tunde = await testChat.connect('tunde')
    await restrict()
    expect((await testChat.http('location.list', { cid: other }, as('tunde'))).shares).toEqual([])
    expect((await tunde.received('location.changed')).share).toMatchObject({
      messageId: input.messageId,
      endedAt: testChat.clock.now().toISOString(),
    })
    await testChat.http('users.suspend', { userId: 'zoe', until: null })
  })

  it('is idempotent', async () => {
    const input = { cid, messageId: createMessageId(), ...lekki, liveFor: 60_000 }
    const first = await testChat.http('location.share', input, as('ada'))
    testChat.clock.advance(1_000)
    expect(await testChat.http('location.share', input, as('ada'))).toEqual(first)
  })
})

describe('sharing is refused', () => {
  it('in a blocked conversation, and starts no live location there', async () => {
    const messageId = createMessageId()
    const input = { cid, messageId, ...lekki, liveFor: 600_000 }
    await testChat.http('channels.block', { cid, blocked: true }, as('tunde'))
    expect(await testChat.httpRefusal('location.share', input, as('ada'))).toMatchObject({ code: 17 })
    await testChat.http('channels.block', { cid, blocked: false }, as('tunde'))
    expect(await testChat.httpRefusal('location.move', { cid, messageId, ...lekki }, as('ada'))).toMatchObject({
      code: 16,
    })
  })

  it('without coordinates, device or message id, for under a minute, and to non-members', async () => {
    const whole = { cid, ...lekki }
    const refused = (change: object, user = 'ada') =>
      testChat.httpRefusal('location.share', { messageId: createMessageId(), ...whole, ...change }, as(user))
    for (const field of ['latitude', 'longitude', 'messageId', 'deviceId'])
      expect([field, await refused({ [field]: undefined })]).toMatchObject([field, { code: 4 }])
    expect(await refused({ latitude: 91 })).toMatchObject({ message: 'Use a latitude from -90 to 90.' })
    expect(await refused({ longitude: -181 })).toMatchObject({ code: 4 })
    expect(await refused({ liveFor: 59_999 })).toMatchObject({ message: 'Share it for at least one minute.' })
    expect(await refused({}, 'mallory')).toMatchObject({ code: 16 })
    const nowhere = { cid, messageId: createMessageId() }
    expect(await testChat.httpRefusal('location.stop', nowhere, as('ada'))).toMatchObject({ code: 16 })
  })
})
