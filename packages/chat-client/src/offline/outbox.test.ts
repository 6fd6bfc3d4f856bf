import { describe, expect, it } from 'vitest'
import type { ChatClient } from '../client.ts'
import { createMemoryStorage, type TabLock } from '../ports.ts'
import { TEST_START } from '../testing/clock.ts'
import { CID, createFakeService, toEvent } from '../testing/fake-service.ts'
import { createTestClient } from '../testing/test-client.ts'

describe('the chat outbox', () => {
  const textsOf = (client: ChatClient) =>
    client
      .channel(CID)
      .getSnapshot()
      .messages.map(({ text, state }) => `${text} ${state}`)

  it('keeps offline messages across a reload, and sends them in order', async () => {
    const storage = createMemoryStorage()
    const before = createTestClient(storage)
    before.service.reachable(false)
    void before.connect().catch(() => undefined)
    await before.clock.advance(0)
    for (const text of ['One', 'Two', 'Three']) before.client.channel(CID).send(text)
    expect(textsOf(before.client)).toEqual(['One queued', 'Two queued', 'Three queued'])
    await before.clock.advance(0)
    before.client.disconnect()

    const after = createTestClient(storage)
    await after.connect()
    await after.client.channel(CID).open()
    await after.clock.advance(0)
    expect(after.service.messages.map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
    expect(textsOf(after.client)).toEqual(['One sent', 'Two sent', 'Three sent'])
    expect(await storage.list('')).toEqual([])
  })

  it('duplicates nothing when a send is interrupted', async () => {
    for (const point of ['before', 'after'] as const) {
      const { client, service, clock, connect } = createTestClient()
      await connect()
      await client.channel(CID).open()
      const { 'messages.send': answer } = service.answers
      let cuts = 0
      service.answers['messages.send'] = (input) => {
        if (cuts++ > 0) return answer?.(input)
        if (point === 'after') service.say(input)
        service.cut()
        return undefined
      }
      client.channel(CID).send('Once')
      await clock.advance(20_000)
      expect(service.messages.map(({ text }) => text)).toEqual(['Once'])
      expect(textsOf(client)).toEqual(['Once sent'])
    }
  })

  it('shows one message when the event precedes the response', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    let release = () => undefined as void
    service.answers['messages.send'] = (input) => {
      const message = service.say(input)
      service.frame(toEvent(message))
      return new Promise((resolve) => (release = () => resolve({ message })))
    }
    client.channel(CID).send('Hello')
    await clock.advance(0)
    expect(textsOf(client)).toEqual(['Hello sent'])
    release()
    await clock.advance(0)
    expect(textsOf(client)).toEqual(['Hello sent'])
  })

  it('respects wait times, gives up on permanent failures, and continues', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    const { 'messages.send': answer } = service.answers
    let slow = true
    service.answers['messages.send'] = (input) => {
      const { text } = input['message'] as { text: string }
      if (text === 'Too long') return Promise.reject('MESSAGE_TOO_LONG')
      return slow ? Promise.reject('RATE_LIMIT') : answer?.(input)
    }
    const failed = client.channel(CID).send('Too long')
    client.channel(CID).send('Fine')
    await clock.advance(0)
    expect(textsOf(client)).toEqual(['Too long failed', 'Fine sending'])
    slow = false
    await clock.advance(2_000)
    expect(textsOf(client)).toEqual(['Fine sent', 'Too long failed'])
    expect(client.channel(CID).getSnapshot().messages[1]?.failure).toMatchObject({ code: 20 })
    service.answers['messages.send'] = answer ?? (() => undefined)
    client.channel(CID).retry(failed)
    await clock.advance(0)
    expect(textsOf(client)).toEqual(['Fine sent', 'Too long sent'])
  })

  it('sends a failed message with another text, and the rest of it', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    const { 'messages.send': answer } = service.answers
    service.answers['messages.send'] = () => Promise.reject('MESSAGE_TOO_LONG')
    const id = channel.send('Too long', { quotedMessageId: 'm1' })
    await clock.advance(0)
    const sent: object[] = []
    service.answers['messages.send'] = (input) => {
      sent.push(input['message'] as object)
      return answer?.(input)
    }
    expect(channel.retry(id, { text: 'Short', mentions: ['usr_2'] })).toBe(true)
    await clock.advance(0)
    expect(sent).toEqual([{ id, text: 'Short', mentions: ['usr_2'], quotedMessageId: 'm1' }])
    expect(textsOf(client)).toEqual(['Short sent'])
    expect(channel.retry('gone')).toBe(false)
  })

  it('discards a failed message', async () => {
    const storage = createMemoryStorage()
    const { client, service, clock, connect } = createTestClient(storage)
    await connect()
    service.answers['messages.send'] = () => Promise.reject('NOT_ALLOWED')
    const id = client.channel(CID).send('Never mind')
    await clock.advance(0)
    client.channel(CID).cancel(id)
    await clock.advance(0)
    expect(textsOf(client)).toEqual([])
    expect(await storage.list('')).toEqual([])
  })

  it('sends an answer to a message that is gone without the quote, once the user tries again', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    const channel = client.channel(CID)
    await channel.open()
    const { 'messages.send': answer } = service.answers
    service.answers['messages.send'] = (input) =>
      'quotedMessageId' in (input['message'] as object) ? Promise.reject('DOES_NOT_EXIST') : answer?.(input)
    const id = channel.send('Yes, at nine', { quotedMessageId: 'gone' })
    await clock.advance(0)
    expect(textsOf(client)).toEqual(['Yes, at nine failed'])
    channel.retry(id)
    await clock.advance(0)
    expect(textsOf(client)).toEqual(['Yes, at nine sent'])
  })

  it('sends each message from one of several tabs', async () => {
    const storage = createMemoryStorage()
    const offline = createTestClient(storage)
    offline.service.reachable(false)
    void offline.connect().catch(() => undefined)
    await offline.clock.advance(0)
    for (const text of ['One', 'Two']) offline.client.channel(CID).send(text)
    await offline.clock.advance(0)
    offline.client.disconnect()

    let lock = Promise.resolve()
    const withTabLock: TabLock = (run) => (lock = lock.then(run))
    const tabs = [1, 2].map(() => createTestClient(storage, createFakeService(), withTabLock))
    for (const tab of tabs) await tab.connect()
    for (const tab of tabs) await tab.clock.advance(0)
    const sent = tabs.flatMap(({ service }) => service.messages.map(({ text }) => text))
    expect(sent.toSorted()).toEqual(['One', 'Two'])
    expect(await storage.list('')).toEqual([])
  })

  it('sends what an earlier version of the app has stored', async () => {
    const storage = createMemoryStorage()
    const store = (id: string, state: string) => {
      const entry = { id, cid: CID, message: { id, text: id }, createdAt: new Date(TEST_START).toISOString(), state }
      return storage.set(`chat.outbox.ada.${id}`, JSON.stringify({ ...entry, failure: null }))
    }
    await store('m1', 'queued')
    await store('m2', 'failed')
    const { client, service, clock, connect } = createTestClient(storage)
    await connect()
    await client.channel(CID).open()
    await clock.advance(0)
    expect(service.messages.map(({ id }) => id)).toEqual(['m1'])
    expect(textsOf(client)).toEqual(['m1 sent', 'm2 failed'])
  })

  it('keeps its order with a wrong clock', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    clock.setBack(600_000)
    client.channel(CID).send('First')
    clock.setBack(600_000)
    client.channel(CID).send('Second')
    await clock.advance(0)
    expect(service.messages.map(({ text }) => text)).toEqual(['First', 'Second'])
    expect(textsOf(client)).toEqual(['First sent', 'Second sent'])
  })
})
