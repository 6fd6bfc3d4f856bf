import { describe, expect, it } from 'vitest'
import { CID, toEvent } from '../testing/fake-service.ts'
import { createTestClient } from '../testing/test-client.ts'

describe('chat throttling', () => {
  it('sends typing at most every 2000 ms, and its end after silence or the message', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    const channel = client.channel(CID)
    const typingSent = () => service.named('typing.set').map(({ typing }) => typing)
    for (let stroke = 0; stroke < 41; stroke += 1) {
      channel.keystroke()
      await clock.advance(100)
    }
    expect(typingSent()).toEqual([true, true, true])
    await clock.advance(5_000)
    expect(typingSent()).toEqual([true, true, true, false])
    channel.keystroke()
    channel.send('Done')
    await clock.advance(0)
    expect(typingSent()).toEqual([true, true, true, false, true, false])
  })

  it('marks a channel read at most once a second, including the latest message', async () => {
    const { client, service, clock, connect } = createTestClient()
    service.say({ message: { id: 'm1', text: 'Hello' } }, 'tunde')
    await connect()
    await client.channel(CID).open()
    const hear = (id: string, version: number) => {
      const message = service.say({ message: { id, text: id } }, 'tunde')
      service.frame({ ...toEvent(message), reading: { version, lastReadSeq: 1, unreadCount: 1 } })
      client.channel(CID).markRead()
    }
    for (let n = 2; n <= 6; n += 1) hear(`m${n}`, 100 + n)
    await clock.advance(999)
    expect(service.named('channels.read')).toEqual([{ cid: CID, seq: 1 }])
    await clock.advance(1)
    expect(service.named('channels.read')).toEqual([
      { cid: CID, seq: 1 },
      { cid: CID, seq: 6 },
    ])
  })

  it('never marks messages read that arrived after the last request', async () => {
    const { client, service, clock, connect } = createTestClient()
    service.say({ message: { id: 'm1', text: 'Hello' } }, 'tunde')
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    channel.markRead()
    const unseen = service.say({ message: { id: 'm2', text: 'Behind your back' } }, 'tunde')
    service.frame({ ...toEvent(unseen), reading: { version: 102, lastReadSeq: 1, unreadCount: 1 } })
    await clock.advance(1_000)
    expect(service.named('channels.read')).toEqual([{ cid: CID, seq: 1 }])
  })

  it('clears typing at its end, after 7 s, on a message, and when the channel is opened', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await clock.advance(0)
    const typing = () => client.channel(CID).getSnapshot().typing
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    service.frame({ type: 'typing.start', cid: CID, userId: 'ada' })
    expect(typing()).toEqual(['tunde'])
    service.frame({ type: 'typing.stop', cid: CID, userId: 'tunde' })
    expect(typing()).toEqual([])
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    await clock.advance(7_000)
    expect(typing()).toEqual([])
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    service.frame(toEvent(service.say({ message: { id: 'm1', text: 'Hi' } }, 'tunde')))
    expect(typing()).toEqual([])
    service.frame({ type: 'typing.start', cid: CID, userId: 'tunde' })
    await client.channel(CID).open()
    expect(typing()).toEqual([])
  })
})
