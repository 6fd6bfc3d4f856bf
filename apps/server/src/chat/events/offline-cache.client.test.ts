import {
  createChatClient,
  createMemoryStorage,
  createOfflineCache,
  socketTransport,
  systemClock,
  type ChatClient,
  type ClientClock,
  type Storage,
  type Transport,
} from '@fettle/chat-client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { appKey, setUpTestChat } from '../../../testing/app/test-chat.ts'
import { textsOf, wait } from '../../../testing/fixtures/chat-clients.ts'
import { say } from '../../../testing/fixtures/chat-scenario.ts'

/** The client against the real service, on a device that loses its connection and reloads. */

const testChat = setUpTestChat({ rateLimits: false })
const open: ChatClient[] = []
beforeAll(async () => {
  for (const id of ['ada', 'tunde', 'bola']) await testChat.person(id)
})
afterEach(() => open.splice(0).forEach((client) => client.disconnect()))

/** Timers run a hundred times faster. */
const fastClock: ClientClock = {
  now: () => Date.now(),
  after: (milliseconds, work) => systemClock.after(milliseconds / 100, work),
}

/** A device with its storage and connection state. */
function createDevice() {
  const device = { online: true, storage: createMemoryStorage(), kept: createMemoryStorage() }
  const real = socketTransport(testChat.url)
  const transport: Transport = {
    open(handshake, events) {
      if (device.online) return real.open(handshake, events)
      queueMicrotask(() => events.closed(undefined))
      return { call: () => Promise.reject(new Error('There is no line')), close: () => undefined }
    },
  }
  const load = (id: string): ChatClient => {
    const { storage, kept } = device
    const client = createChatClient({ transport, storage, offlineCache: createOfflineCache(kept), clock: fastClock })
    open.push(client)
    client.connect({ appKey, user: { id }, token: () => testChat.chat.signToken(id) }).catch(() => undefined)
    return client
  }
  return { device, load }
}

let channels = 0
async function conversation(actAs = 'ada') {
  channels += 1
  const { channel } = await testChat.http(
    'channels.create',
    { id: `kept-${channels}`, members: ['ada', 'tunde'] },
    { actAs },
  )
  const { cid } = channel
  return { cid, say: (who: string, text: string) => say(testChat, cid, who, text) }
}

const keptOf = async (kept: Storage, cid: string) =>
  (await kept.list('chat.kept.ada ')).find(([key]) => key.endsWith(cid))

describe('conversations offline', () => {
  it('are available after a reload with the newest page of each; unsent messages are sent once', async () => {
    const { cid, say } = await conversation()
    for (let n = 1; n <= 24; n += 1) await say('tunde', `${n}`)
    const { device, load } = createDevice()
    load('ada')
    // The list contains ten messages of each channel; the rest of a page is prefetched.
    await vi.waitFor(async () => expect((await keptOf(device.kept, cid))?.[1]).toContain('"text":"1"'), wait)
    open.pop()?.disconnect()

    device.online = false
    const before = load('ada')
    await vi.waitFor(() => expect(before.getSnapshot().channels.map((listed) => listed.cid)).toContain(cid), wait)
    expect(before.getSnapshot()).toMatchObject({ me: { id: 'ada' }, isSynced: false, totalUnread: 24 })
    expect(textsOf(before, cid)).toEqual(Array.from({ length: 24 }, (_, n) => `${n + 1}`))
    before.channel(cid).send('From the cellar')
    await vi.waitFor(async () => expect(await device.storage.list('chat.outbox.ada.')).toHaveLength(1), wait)
    open.pop()?.disconnect()

    const reloadedClient = load('ada')
    await vi.waitFor(() => expect(textsOf(reloadedClient, cid).at(-1)).toBe('From the cellar'), wait)
    expect(reloadedClient.channel(cid).getSnapshot().messages.at(-1)?.state).toBe('queued')
    await say('tunde', 'Are you there?')
    device.online = true
    reloadedClient.retryNow()
    await vi.waitFor(() => expect(textsOf(reloadedClient, cid)).toContain('Are you there?'), wait)
    await vi.waitFor(() => expect(reloadedClient.channel(cid).getSnapshot().messages.at(-1)?.state).toBe('sent'), wait)
    const { messages } = await testChat.http('messages.list', { cid }, { actAs: 'tunde' })
    expect(messages.filter(({ text }) => text === 'From the cellar')).toHaveLength(1)
    expect(textsOf(reloadedClient, cid).slice(-2)).toEqual(['Are you there?', 'From the cellar'])
  })

  it('opened right after reconnecting show where unread messages begin', async () => {
    const { cid, say } = await conversation()
    await say('tunde', 'Old')
    const { device, load } = createDevice()
    const first = load('ada')
    await first
      .channel(cid)
      .open()
      .catch(() => undefined)
    await vi.waitFor(() => expect(first.getSnapshot().isSynced).toBe(true), wait)
    await first.channel(cid).open()
    await vi.waitFor(async () => expect((await keptOf(device.kept, cid))?.[1]).toContain('"unreadCount":0'), wait)
    open.pop()?.disconnect()
    const seen = await say('tunde', 'While nobody was there')
    const client = load('ada')
    await vi.waitFor(() => expect(client.getSnapshot().connected).toBe(true), wait)
    await client.channel(cid).open()
    expect(client.channel(cid).getSnapshot().unreadAfter).toBe(seen.seq - 1)
  })

  it('are private to their user and removed with their membership', async () => {
    const { cid, say } = await conversation()
    await say('tunde', 'Ours')
    const { device, load } = createDevice()
    load('ada')
    await vi.waitFor(async () => expect(await keptOf(device.kept, cid)).toBeDefined(), wait)
    await testChat.http('channels.leave', { cid }, { actAs: 'ada' })
    await vi.waitFor(async () => expect(await keptOf(device.kept, cid)).toBeUndefined(), wait)
    open.pop()?.disconnect()
    device.online = false
    const bola = load('bola')
    await vi.waitFor(() => expect(bola.getSnapshot().reconnecting).toBe(true), wait)
    expect(bola.getSnapshot()).toMatchObject({ me: null, channels: [] })
  })
})
