import { createChatClient, createMessageId, socketTransport, type ChatClient } from '@fettle/chat-client'
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appKey, secret, startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'
import { connectClient, textsOf, untilReconnected, wait } from '../../../testing/fixtures/chat-clients.ts'
import { buildServer, runServer, type TestProcess } from '../../../testing/app/test-process.ts'
import { startRedis, type TestRedis } from '../../../testing/app/test-redis.ts'
import { createLog } from '../../platform/observability/log.ts'
import { openRedis, type Redis } from '../../platform/redis/redis.ts'

let redis: TestRedis
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  await buildServer()
  redis = await startRedis()
  closers.push(() => redis.kill())
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

const log = createLog({ logLevel: 'silent' })
async function connection(): Promise<Redis> {
  const opened = await openRedis(redis.url, { log })
  closers.push(() => opened.close())
  await vi.waitFor(() => expect([opened.commands.isReady, opened.subscriber.isReady]).toEqual([true, true]), wait)
  return opened
}

/** Load balancer: connects to the first process that accepts. */
async function balance(ports: readonly number[]): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const attempt = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void client.destroy()
      const upstream = connectTo(port, '127.0.0.1')
      upstream.once('error', () =>
        upstream.bytesRead === 0 && !upstream.connecting ? attempt(others) : client.destroy(),
      )
      upstream.once('connect', () => {
        client.pipe(upstream).pipe(client)
        upstream.on('close', () => client.destroy())
        client.on('close', () => upstream.destroy())
      })
    }
    open.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => open.delete(client))
    attempt(ports)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    for (const client of open) client.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function person(origin: string, testChat: TestChat, id: string): Promise<ChatClient> {
  const client = createChatClient({ transport: socketTransport(origin) })
  closers.push(async () => client.disconnect())
  await connectClient(client, testChat, id)
  return client
}

/** A process with only the chat, as it is deployed. */
async function startProcess(testChat: TestChat): Promise<{ main: TestProcess; port: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fettle-several-'))
  const main = runServer('main.js', [], {
    PORT: '0',
    FETTLE_ROLES: 'chat',
    FETTLE_DEMO: 'off',
    FETTLE_DATA_DIR: dataDir,
    DATABASE_URL: testChat.database.url,
    REDIS_URL: redis.url,
    CHAT_APP_KEY: appKey,
    CHAT_SECRET: secret,
    LOG_LEVEL: 'warn',
  })
  closers.push(async () => {
    main.child.kill('SIGKILL')
    await main.ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  const address = /Fettle is at (\S+)/.exec(await main.says('Ctrl-C stops it.'))?.[1] ?? ''
  return { main, port: Number(new URL(address).port) }
}

describe('two chat processes', () => {
  it('serve two users of a channel; when one is killed its user reconnects without losing or duplicating messages', async () => {
    // The processes have real clocks.
    const testChat = await startTestChat({ now: new Date().toISOString() })
    closers.push(() => testChat.close())
    const [one, two] = await Promise.all([startProcess(testChat), startProcess(testChat)])
    for (const id of ['ada', 'tunde']) await testChat.person(id)
    await testChat.http('channels.create', { members: ['ada', 'tunde'] })
    const ada = await person(await balance([one.port, two.port]), testChat, 'ada')
    const tunde = await person(await balance([two.port, one.port]), testChat, 'tunde')
    const cid = await ada.openDirect('tunde')
    await vi.waitFor(() => expect(tunde.getSnapshot().channels.map((each) => each.cid)).toEqual([cid]), wait)
    await Promise.all([ada, tunde].map((client) => client.channel(cid).open()))
    // Processes exchange signals through Redis.
    ada.channel(cid).keystroke()
    await vi.waitFor(() => expect(tunde.channel(cid).getSnapshot().typing).toEqual(['ada']), wait)
    expect(ada.getSnapshot().online).toMatchObject({ tunde: true })

    const texts = Array.from({ length: 60 }, (_, index) => `No. ${index}`)
    for (const text of texts.slice(0, 20)) ada.channel(cid).send(text)
    await vi.waitFor(() => expect(textsOf(tunde, cid).length).toBeGreaterThan(3), wait)
    // Killed in the middle, without warning.
    for (const text of texts.slice(20, 40)) ada.channel(cid).send(text)
    one.main.child.kill('SIGKILL')
    await vi.waitFor(() => expect(ada.getSnapshot().connected).toBe(false), wait)
    for (const text of texts.slice(40)) ada.channel(cid).send(text)
    await untilReconnected(ada)
    await vi.waitFor(() => expect(textsOf(tunde, cid)).toEqual(texts), wait)
    await vi.waitFor(() => expect(textsOf(ada, cid)).toEqual(texts), wait)
    const stored = await testChat.http('messages.list', { cid, limit: 100 })
    expect(stored.messages.map(({ text, seq }) => [seq, text])).toEqual(texts.map((text, index) => [index + 1, text]))
    expect(
      ada
        .channel(cid)
        .getSnapshot()
        .messages.every(({ seq }) => seq !== null),
    ).toBe(true)
  })
})

describe('two processes connected by Redis', () => {
  async function pair() {
    const one = await startTestChat({ redis: await connection(), resyncIntervalMs: 50 })
    closers.push(() => one.close())
    const two = await startTestChat({ redis: await connection(), resyncIntervalMs: 50, sharesDatabaseWith: one })
    closers.push(() => two.stop())
    const [me, other] = [`me-${closers.length}`, `other-${closers.length}`]
    await one.person(me)
    await one.person(other)
    const { channel } = await one.http('channels.create', { members: [other] }, { actAs: me })
    return { one, two, me, other, cid: channel.cid }
  }

  it('lose no message while Redis is down: sending continues, delivery is late and nothing is duplicated', async () => {
    const { one, two, me, other, cid } = await pair()
    const writer = await person(one.url, one, me)
    const reader = await person(two.url, one, other)
    await Promise.all([writer, reader].map((client) => client.channel(cid).open()))
    const frames: string[] = []
    reader.onMessage(({ text }) => frames.push(text))
    const write = async (text: string) => {
      const id = writer.channel(cid).send(text)
      await vi.waitFor(
        () =>
          expect(
            writer
              .channel(cid)
              .getSnapshot()
              .messages.find((message) => message.id === id)?.seq,
          ).toBeTruthy(),
        wait,
      )
    }
    await write('before')
    await vi.waitFor(() => expect(textsOf(reader, cid)).toEqual(['before']), wait)
    await redis.kill()
    await vi.waitFor(() => expect([one.bus.isConnected(), two.bus.isConnected()]).toEqual([false, false]), wait)
    await write('meanwhile')
    // Loaded from the database, although the event was lost.
    await vi.waitFor(() => expect(textsOf(reader, cid)).toEqual(['before', 'meanwhile']), wait)
    await write('still away')
    await redis.start()
    await vi.waitFor(() => expect([one.bus.isConnected(), two.bus.isConnected()]).toEqual([true, true]), wait)
    await write('afterwards')
    const all = ['before', 'meanwhile', 'still away', 'afterwards']
    await vi.waitFor(() => expect(textsOf(reader, cid)).toEqual(all), wait)
    expect(textsOf(writer, cid)).toEqual(all)
    await vi.waitFor(() => expect(frames).toContain('afterwards'), wait)
    expect(new Set(frames).size).toBe(frames.length)
  })

  it('keep answering while Redis accepts connections without responding', async () => {
    const { one, me, cid } = await pair()
    const client = await one.connect(me)
    redis.freeze()
    try {
      const sent = await client.call('messages.send', { cid, message: { id: createMessageId(), text: 'All the same' } })
      expect(sent.message.seq).toBe(1)
    } finally {
      redis.thaw()
    }
  })

  it('share presence with a third, and count a user of all as one', async () => {
    const { one, two, me, other, cid } = await pair()
    const three = await startTestChat({ redis: await connection(), sharesDatabaseWith: one })
    closers.push(() => three.stop())
    const watcher = await one.connect(me)
    const online = async () =>
      (await watcher.call('channels.get', { cid, watch: true })).channel.members.find(({ userId }) => userId === other)
        ?.user.online
    expect(await online()).toBe(false)
    const [phone, desktop, tablet] = [await one.connect(other), await two.connect(other), await three.connect(other)]
    await watcher.received('user.presence.changed', (frame) => frame.online)
    expect(await online()).toBe(true)
    for (const device of [phone, desktop]) {
      device.close()
      await vi.waitFor(async () => expect(await online()).toBe(true), wait)
    }
    tablet.close()
    await watcher.received('user.presence.changed', (frame) => !frame.online)
    expect(watcher.frames.filter(({ type }) => type === 'user.presence.changed')).toHaveLength(2)
    expect(await online()).toBe(false)
  })

  it('share rate limits with a third', async () => {
    const rateLimits = { default: { burst: 6, perSecond: 1 } }
    const one = await startTestChat({ redis: await connection(), rateLimits })
    closers.push(() => one.close())
    const two = await startTestChat({ redis: await connection(), rateLimits, sharesDatabaseWith: one })
    closers.push(() => two.stop())
    const three = await startTestChat({ redis: await connection(), rateLimits, sharesDatabaseWith: one })
    closers.push(() => three.stop())
    const { token } = await one.person('eager')
    for (const testChat of [one, two, three, one, two, three]) await testChat.http('unread.get', {}, { token })
    for (const testChat of [one, three])
      expect(await testChat.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 9 })
    expect(await two.httpRefusal('unread.get', {}, { token })).toMatchObject({ code: 9, details: { retryAfter: 1 } })
  })
})

describe('a process that crashes between commit and publishing', () => {
  it('loses nothing: the sender retries elsewhere, and the others receive it then', async () => {
    const silentBus = {
      publish: () => undefined,
      subscribe: () => () => undefined,
      flushSubscriptions: async () => undefined,
    }
    const crashingChat = await startTestChat({
      bus: { ...silentBus, isConnected: () => true, onGap: () => () => undefined, close: async () => undefined },
    })
    const next = await startTestChat({ sharesDatabaseWith: crashingChat })
    closers.push(() => crashingChat.close())
    closers.push(() => next.stop())
    const { id: me } = await crashingChat.person('me')
    const { id: other } = await crashingChat.person('other')
    const { channel } = await next.http('channels.create', { members: [other] }, { actAs: me })
    const reader = await next.connect(other)
    const message = { id: createMessageId(), text: 'Did you hear?' }
    await crashingChat.http('messages.send', { cid: channel.cid, message }, { actAs: me })
    expect(reader.frames).toEqual([])
    const secondAnswer = await next.http('messages.send', { cid: channel.cid, message }, { actAs: me })
    expect(secondAnswer.message.seq).toBe(1)
    expect(await reader.received('message.new')).toMatchObject({ seq: 1, message, reading: { unreadCount: 1 } })
  })
})
