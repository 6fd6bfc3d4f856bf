import { describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { createPair, say } from '../../../testing/fixtures/chat-scenario.ts'

const testChat = setUpTestChat({ rateLimits: false })

const unread = (actAs: string) => testChat.http('unread.get', {}, { actAs })

describe('reading', () => {
  it('up to a sequence number leaves later messages unread, and never moves backwards', async () => {
    const { me, other, cid } = await createPair(testChat)
    for (let n = 0; n < 5; n += 1) await say(testChat, cid, other)
    const read = (seq?: number) =>
      testChat.http('channels.read', { cid, ...(seq === undefined ? {} : { seq }) }, { actAs: me })
    expect((await read(2)).reading).toMatchObject({ lastReadSeq: 2, unreadCount: 3 })
    expect((await read(1)).reading).toMatchObject({ lastReadSeq: 2, unreadCount: 3 })
    expect((await read(99)).reading).toMatchObject({ lastReadSeq: 5, unreadCount: 0 })
    await say(testChat, cid, other)
    expect((await read()).reading).toMatchObject({ lastReadSeq: 6, unreadCount: 0 })
  })

  it('publishes the position to others, and the unread count to own devices', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [phone, desktop, them] = await Promise.all([
      testChat.connect(me),
      testChat.connect(me),
      testChat.connect(other),
    ])
    await say(testChat, cid, other)
    await phone.call('channels.read', { cid })
    expect(await them.received('message.read')).toMatchObject({ cid, userId: me, lastReadSeq: 1 })
    expect(await desktop.received('reading.updated')).toMatchObject({ cid, reading: { unreadCount: 0 } })
    expect(them.frames.some(({ type }) => type === 'reading.updated')).toBe(false)
  })

  it('does not count own messages as unread', async () => {
    const { me, cid } = await createPair(testChat)
    await say(testChat, cid, me)
    expect(await unread(me)).toMatchObject({ totalUnread: 0, unreadChannels: 0, channels: [], complete: true })
  })

  it('counts exactly during concurrent sends', async () => {
    const { me, other, cid } = await createPair(testChat)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        ...Array.from({ length: 6 }, () => say(testChat, cid, other)),
        ...Array.from({ length: 3 }, () => testChat.http('channels.read', { cid }, { actAs: me })),
      ])
      const { membership, channel } = await testChat.http('channels.get', { cid }, { actAs: me })
      const { lastReadSeq = 0, unreadCount } = membership?.reading ?? {}
      expect(unreadCount).toBe(channel.lastSeq - lastReadSeq)
      expect((await unread(me)).totalUnread).toBe(unreadCount)
    }
  })

  it('sums up all channels and lists the first hundred', async () => {
    const me = (await testChat.person('busy')).id
    for (let n = 0; n < 102; n += 1) {
      const other = (await testChat.person(`caller-${n}`)).id
      const { channel } = await testChat.http('channels.create', { members: [other] }, { actAs: me })
      await say(testChat, channel.cid, other)
    }
    const overview = await unread(me)
    expect(overview).toMatchObject({ totalUnread: 102, unreadChannels: 102, complete: false })
    expect(overview.channels).toHaveLength(100)
    const client = await testChat.connect(me)
    expect(client.hello.unread).toEqual(overview)
  })
})

describe('delivery', () => {
  it('is reported to the sender, only increases, and stays within the existing messages', async () => {
    const { me, other, cid } = await createPair(testChat)
    const sender = await testChat.connect(other)
    await say(testChat, cid, other)
    await testChat.http('channels.delivered', { cid, seq: 7 }, { actAs: me })
    await testChat.http('channels.delivered', { cid, seq: 1 }, { actAs: me })
    expect(await sender.received('message.delivered')).toEqual({
      type: 'message.delivered',
      cid,
      userId: me,
      deliveredSeq: 1,
    })
    const { channel } = await testChat.http('channels.get', { cid })
    expect(channel.members.find(({ userId }) => userId === me)?.deliveredSeq).toBe(1)
  })
})
