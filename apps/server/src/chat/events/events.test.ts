import { createMessageId } from '@fettle/chat-client'
import { describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'
import { createPair, say } from '../../../testing/fixtures/chat-scenario.ts'
import { sql } from '../../platform/db/db.ts'

const testChat = setUpTestChat({ rateLimits: false })

describe('catching up', () => {
  it('returns the events after a sequence number, with current read states', async () => {
    const { me, other, cid } = await createPair(testChat)
    for (let n = 0; n < 4; n += 1) await say(testChat, cid, other)
    await testChat.http('channels.read', { cid, seq: 3 }, { actAs: me })
    const caught = await testChat.http('channels.events', { cid, after: 2 }, { actAs: me })
    expect(caught).toMatchObject({
      reset: false,
      lastSeq: 4,
      membership: { reading: { lastReadSeq: 3, unreadCount: 1 } },
    })
    expect(caught.events.map(({ seq, type }) => ({ seq, type }))).toEqual([
      { seq: 3, type: 'message.new' },
      { seq: 4, type: 'message.new' },
    ])
    expect(await testChat.http('channels.events', { cid, after: 4 }, { actAs: me })).toMatchObject({
      events: [],
      lastSeq: 4,
    })
  })

  it('names the members as they are now, and keeps no names of those who were deleted', async () => {
    const [me, other] = [await testChat.person('kept', 'Kept'), await testChat.person('gone', 'Chidi Okafor')]
    const { channel } = await testChat.http('channels.create', { id: createMessageId(), members: [me.id, other.id] })
    const { cid } = channel
    await testChat.http('channels.update', { cid, name: 'The kitchen' })
    await testChat.http('users.delete', { userId: other.id })
    const { events } = await testChat.http('channels.events', { cid, after: 0 }, { actAs: me.id })
    const named = events.flatMap((event) => ('channel' in event ? event.channel.members : []))
    expect(named.map(({ user }) => user.name).toSorted()).toEqual(['Deleted user', 'Kept'])
    const stored = await testChat.db.query(sql`select data from chat.events where cid = ${cid}`)
    expect(JSON.stringify(stored)).not.toContain('Chidi')
  })

  it('requires a fresh snapshot when the position is too old or in the future', async () => {
    const { me, other, cid } = await createPair(testChat)
    await say(testChat, cid, other)
    expect(await testChat.http('channels.events', { cid, after: 9 }, { actAs: me })).toMatchObject({
      reset: true,
      events: [],
    })
    for (let n = 0; n < 5; n += 1) await Promise.all(Array.from({ length: 100 }, () => say(testChat, cid, other)))
    expect(await testChat.http('channels.events', { cid, after: 0 }, { actAs: me })).toMatchObject({
      reset: true,
      lastSeq: 501,
    })
    const near = await testChat.http('channels.events', { cid, after: 1 }, { actAs: me })
    expect(near).toMatchObject({ reset: false, lastSeq: 501 })
    expect(near.events).toHaveLength(500)
  })

  it('leaves nothing stored that no client can catch up with', async () => {
    const { me, other, cid } = await createPair(testChat)
    // Of the events of new messages, nothing is stored besides the message.
    const send499 = async () => {
      for (let n = 0; n < 6; n += 1) await Promise.all(Array.from({ length: 83 }, () => say(testChat, cid, other)))
      return (await say(testChat, cid, other)).id
    }
    const messageId = await send499()
    for (const text of ['Too old to be caught up with', 'Just new enough'])
      await testChat.http('messages.edit', { cid, messageId, text }, { actAs: other })
    await send499()
    await testChat.jobs.start()
    testChat.clock.advance(3_600_000)
    await testChat.jobs.runDue()
    expect(await testChat.db.query(sql`select seq from chat.events where cid = ${cid}`)).toEqual([{ seq: 501 }])
    const catchUp = (after: number) => testChat.http('channels.events', { cid, after }, { actAs: me })
    expect((await catchUp(500)).events).toHaveLength(500)
    expect(await catchUp(499)).toMatchObject({ reset: true, lastSeq: 1_000 })
  })
})
