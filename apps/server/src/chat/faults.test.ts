import { createMessageId, systemClock, type ChatClient } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { limits } from '@fettle/protocol'
import { describe, expect, it, vi } from 'vitest'
import { setUpTestChat } from '../../testing/app/test-chat.ts'
import { setUpChatClients, textsOf, untilReconnected, wait } from '../../testing/fixtures/chat-clients.ts'
import { createPair, say } from '../../testing/fixtures/chat-scenario.ts'
import { setUp } from '../../testing/app/set-up.ts'
import { startCuttableProxy } from '../../testing/fakes/cuttable-proxy.ts'
import { sql } from '../platform/db/db.ts'
import { createHeartbeat } from './connections/heartbeat.ts'

const testChat = setUpTestChat({ rateLimits: false })
const arrive = setUpChatClients(testChat)
const line = setUp(() => startCuttableProxy(testChat.url))

const dropped = (client: ChatClient) =>
  vi.waitFor(() => expect(client.getSnapshot()).toMatchObject({ connected: false, reconnecting: true }), wait)

const shown = (client: ChatClient, cid: string) => client.channel(cid).getSnapshot().messages

describe('a dropped connection', () => {
  it('at any point of a send neither loses nor duplicates messages', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [ownClient, otherClient] = [await arrive(me, line.origin), await arrive(other)]
    await Promise.all([ownClient, otherClient].map((client) => client.channel(cid).open()))
    const sentTexts: string[] = []
    // A send is about 150 bytes up, its response about 400 down.
    const points = [1, 7, 40, 90, 140, 200, 320, 450].flatMap((bytes) => [
      ['up', bytes] as const,
      ['down', bytes] as const,
    ])
    for (const [direction, bytes] of points) {
      line.cutAfter(direction, bytes)
      sentTexts.push(`${direction} after ${bytes}`)
      ownClient.channel(cid).send(sentTexts.at(-1) ?? '')
      // If the send was shorter than that, the following bytes are cut, including the next handshake.
      ownClient.channel(cid).keystroke()
      // Wait until it has arrived or the connection was cut.
      await vi.waitFor(() => {
        const isCut = !ownClient.getSnapshot().connected
        expect(isCut || shown(ownClient, cid).at(-1)?.seq).toBeTruthy()
      }, wait)
      line.cut()
      await dropped(ownClient)
      await untilReconnected(ownClient)
      await vi.waitFor(() => expect(shown(ownClient, cid).every(({ seq }) => seq !== null)).toBe(true), wait)
    }
    await vi.waitFor(() => expect(textsOf(otherClient, cid)).toEqual(sentTexts), wait)
    expect(textsOf(ownClient, cid)).toEqual(sentTexts)
    const { messages } = await testChat.http('messages.list', { cid, limit: 100 })
    expect(messages.map(({ seq, text }) => [seq, text])).toEqual(sentTexts.map((text, index) => [index + 1, text]))
  })

  it('of ten thousand messages ends in a fresh snapshot with the right count and history', async () => {
    const { me, other, cid } = await createPair(testChat)
    await say(testChat, cid, other, 'before')
    const client = await arrive(me, line.origin)
    await client.channel(cid).open()
    line.cut()
    await dropped(client)
    await testChat.db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
        select ${cid}, n + 1, '0193e8a0-0000-7000-8000-' || lpad(n::text, 12, '0'), ${other}, 'regular', 'No. ' || n, ${testChat.clock.now()}
        from generate_series(1, 10000) as n`)
      await tx.execute(sql`update chat.channels set last_seq = 10001 where cid = ${cid}`)
      await tx.execute(sql`
        update chat.members set unread_count = 10000, has_unread = true, read_state_version = read_state_version + 10000
        where cid = ${cid} and user_id = ${me}`)
    })
    client.channel(cid).close()
    await untilReconnected(client)
    await vi.waitFor(() => expect(client.getSnapshot().totalUnread).toBe(10_000), wait)
    await vi.waitFor(() => expect(textsOf(client, cid).at(-1)).toBe('No. 10000'), wait)
    const store = client.channel(cid)
    await store.loadOlder()
    const messages = shown(client, cid)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => 10_002 - messages.length + index))
    expect(messages.length).toBeLessThan(200)
    expect(store.getSnapshot().hasOlder).toBe(true)
  })

  it('with the channel open replaces the visible messages', async () => {
    const { me, other, cid } = await createPair(testChat)
    await say(testChat, cid, other, 'before')
    const client = await arrive(me, line.origin)
    await client.channel(cid).open()
    line.cut()
    await dropped(client)
    for (let n = 0; n < 5; n += 1) await say(testChat, cid, other, `No. ${n}`)
    await untilReconnected(client)
    await vi.waitFor(
      () => expect(textsOf(client, cid)).toEqual(['before', 'No. 0', 'No. 1', 'No. 2', 'No. 3', 'No. 4']),
      wait,
    )
  })
})

describe('two devices of one user', () => {
  it('converge, whichever sent and whichever read', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [phone, desktop, them] = [await arrive(me), await arrive(me), await arrive(other)]
    await Promise.all([phone, desktop].map((client) => client.channel(cid).open()))
    phone.channel(cid).send('from the phone')
    await vi.waitFor(() => expect(textsOf(desktop, cid)).toEqual(['from the phone']), wait)
    expect(shown(desktop, cid)).toMatchObject([{ isMine: true }])
    desktop.channel(cid).close()
    phone.channel(cid).close()
    await them.channel(cid).open()
    for (const text of ['one', 'two']) them.channel(cid).send(text)
    for (const client of [phone, desktop])
      await vi.waitFor(() => expect(client.getSnapshot()).toMatchObject({ totalUnread: 2, unreadChannels: 1 }), wait)
    await desktop.channel(cid).open()
    for (const client of [phone, desktop])
      await vi.waitFor(() => expect(client.getSnapshot()).toMatchObject({ totalUnread: 0, unreadChannels: 0 }), wait)
    // Pinning or muting on one device applies to the other.
    await phone.setChannel(cid, { pinned: true })
    await vi.waitFor(
      () => expect(desktop.channel(cid).getSnapshot().membership?.settings.pinnedAt).not.toBeNull(),
      wait,
    )
    expect(shown(desktop, cid).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(textsOf(phone, cid)).toEqual(textsOf(desktop, cid))
  })
})

describe('a clock that is ten minutes wrong', () => {
  it('ahead or behind, affects neither the order nor muting', async () => {
    const { me, other, cid } = await createPair(testChat)
    for (const wrong of [600_000, -600_000]) {
      const clock = { ...systemClock, now: () => testChat.clock.now().getTime() + wrong }
      const [ownClient, otherClient] = [await arrive(me, testChat.url, { clock }), await arrive(other)]
      await Promise.all([ownClient, otherClient].map((client) => client.channel(cid).open()))
      const frames: string[] = []
      ownClient.onMessage(({ text, isMuted }) => frames.push(isMuted ? `${text} (muted)` : text))
      const before = shown(ownClient, cid).length
      otherClient.channel(cid).send('one')
      await vi.waitFor(() => expect(frames).toEqual(['one']), wait)
      ownClient.channel(cid).send('two')
      await vi.waitFor(() => expect(textsOf(otherClient, cid).slice(before)).toEqual(['one', 'two']), wait)
      // Muted for five minutes by the server's clock, not the device's.
      const until = new Date(testChat.clock.now().getTime() + 300_000).toISOString()
      await ownClient.setChannel(cid, { mutedUntil: until })
      otherClient.channel(cid).send('quiet')
      await vi.waitFor(() => expect(textsOf(ownClient, cid).at(-1)).toBe('quiet'), wait)
      expect(frames).toEqual(['one', 'quiet (muted)'])
      await ownClient.setChannel(cid, { mutedUntil: null })
      ownClient.disconnect()
      otherClient.disconnect()
    }
  })
})

describe('a client that', () => {
  it('does not read has bounded cost, gets a resync frame, and blocks nobody', async () => {
    const { me } = await createPair(testChat)
    const [slow, quick] = [await testChat.openWebSocket(me), await testChat.connect(me)]
    const frames: { type: string; signal?: { type: string } }[] = []
    slow.on('message', (data: Buffer) => {
      const { frame } = JSON.parse(data.toString()) as { frame: (typeof frames)[number] }
      frames.push(frame)
    })
    slow.pause()
    const filling = 'x'.repeat(16_000)
    const all = 2_500
    for (let n = 0; n < all; n += 1) {
      testChat.chat.signal(me, { type: 'thing.changed', n, filling })
      if (n % 100 === 0) await quick.received('user.signal', ({ signal }) => signal['n'] === n)
    }
    const last = { type: 'thing.done' }
    testChat.chat.signal(me, last)
    await quick.received('user.signal', (frame) => frame.signal.type === 'thing.done')
    expect(quick.frames).toHaveLength(all + 1)
    slow.resume()
    await vi.waitFor(() => expect(frames.at(-1)).toEqual({ type: 'resync' }), wait)
    expect(frames.length).toBeLessThan(all)
    // The connection works again.
    testChat.chat.signal(me, { type: 'thing.more' })
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ signal: { type: 'thing.more' } }), wait)
    slow.close()
  })

  it('sends malformed data is refused or dropped without affecting others', async () => {
    const { me, other, cid } = await createPair(testChat)
    const them = await testChat.connect(other)
    const nonsense: (string | Buffer)[] = [
      '{"call"',
      '{"call":1}',
      '[1,2,3]',
      'null',
      '"text"',
      '',
      'x'.repeat(1_000),
      '{"call":{},"ref":{}}',
      `{"call":"messages.send","ref":1,"input":{"cid":"${'y'.repeat(1_000)}"}}`,
      `{"call":"channels.get","ref":1,"input":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      Buffer.from([0xff, 0xfe, 0x00]),
      '{"call":"unread.get","ref":-1e999}',
      '{"connect":{}}',
      '{"pong":0}',
      '{"__proto__":{}}',
    ]
    for (const frame of nonsense) {
      const socket = await testChat.openWebSocket(me)
      const over = new Promise((resolve) => socket.once('close', resolve))
      const answered = new Promise((resolve) => socket.once('message', resolve))
      socket.send(frame)
      socket.send('{"call":"unread.get","ref":2}')
      // It either answers or was dropped.
      await Promise.race([answered, over])
      socket.close()
    }
    expect((await them.call('channels.get', { cid })).channel.lastSeq).toBe(0)
    const healthy = await testChat.connect(me)
    await healthy.call('messages.send', { cid, message: { id: createMessageId(), text: 'Still here' } })
    await them.received('message.new')
  })

  it('impersonates another user is refused over every transport', async () => {
    const { me, other, cid } = await createPair(testChat)
    const token = testChat.chat.signToken(me)
    await expect(testChat.connect(other, { token })).rejects.toMatchObject({ failure: { code: 17 } })
    // The header is for servers: with a user's token it has no effect.
    const sent = await testChat.http(
      'messages.send',
      { cid, message: { id: createMessageId(), text: 'I am me' } },
      { token, actAs: other },
    )
    expect(sent.message.user?.id).toBe(me)
    const client = await testChat.connect(me)
    const claimed = { id: createMessageId(), text: 'And I', user: { id: other }, userId: other }
    expect((await client.call('messages.send', { cid, message: claimed })).message.user?.id).toBe(me)
  })
})

describe('the constants of the connection', () => {
  it('match the specification: a ping every 25 s, timeout after 35 s, 20 clients, 64 KiB', () => {
    vi.useFakeTimers()
    try {
      const heartbeat = createHeartbeat()
      const times: [string, number][] = []
      const started = Date.now()
      const note = (what: string) => times.push([what, Date.now() - started])
      const connection = { isAwaited: false, ping: () => note('ping'), close: () => note('close') }
      const remove = heartbeat.add(connection)
      vi.advanceTimersByTime(26_000)
      connection.isAwaited = false
      vi.advanceTimersByTime(34_000)
      expect(times).toEqual([
        ['ping', 25_000],
        ['ping', 50_000],
        ['close', 60_000],
      ])
      remove()
      vi.advanceTimersByTime(60_000)
      expect(times).toHaveLength(3)
      heartbeat.close()
    } finally {
      vi.useRealTimers()
    }
    expect([limits.chatPingIntervalMs, limits.chatPingTimeoutMs, limits.chatReconnectDelayMs]).toEqual([
      25_000, 35_000, 5_000,
    ])
    expect([chatLimits.connectionsPerUser, chatLimits.payloadBytes]).toEqual([20, 65_536])
  })
})
