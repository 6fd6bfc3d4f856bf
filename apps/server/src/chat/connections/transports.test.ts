import { createMessageId, socketTransport } from '@fettle/chat-client'
import { chatPollingPath, chatSocketPath } from '@fettle/protocol/chat/connection/socket'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { appKey, setUpTestChat, startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'
import { setUpChatClients, textsOf, wait } from '../../../testing/fixtures/chat-clients.ts'
import { createPair } from '../../../testing/fixtures/chat-scenario.ts'
import { setUp } from '../../../testing/app/set-up.ts'
import { startCuttableProxy } from '../../../testing/fakes/cuttable-proxy.ts'

const testChat = setUpTestChat({ rateLimits: false })
const arrive = setUpChatClients(testChat)
/** Lets no WebSocket through. */
const proxy = setUp(() => startCuttableProxy(testChat.url, { refusesUpgrades: true }))

const handshakeOf = (id: string) => ({ appKey, token: testChat.chat.signToken(id), user: { id } })

async function post(path: string, frame: unknown): Promise<Response> {
  return fetch(`${testChat.url}${chatPollingPath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(frame),
  })
}

async function openPolling(first: unknown): Promise<string> {
  return ((await (await post('', first)).json()) as { id: string }).id
}
const fetchFrames = async (id: string): Promise<Response> => fetch(`${testChat.url}${chatPollingPath}/${id}`)

describe('a client behind a proxy that refuses WebSockets', () => {
  it('sends and receives over long polling', async () => {
    const { me, other, cid } = await createPair(testChat)
    const [ownClient, otherClient] = [await arrive(me, proxy.origin), await arrive(other, testChat.url)]
    await Promise.all([ownClient, otherClient].map((client) => client.channel(cid).open()))
    ownClient.channel(cid).send('one')
    await vi.waitFor(() => expect(textsOf(otherClient, cid)).toEqual(['one']), wait)
    otherClient.channel(cid).send('two')
    await vi.waitFor(() => expect(textsOf(ownClient, cid)).toEqual(['one', 'two']), wait)
  })

  it('loses no message and gets none twice when its connection is cut', async () => {
    const { me, other, cid } = await createPair(testChat)
    const client = await arrive(me, proxy.origin)
    await client.channel(cid).open()
    const expected: string[] = []
    for (const bytes of [1, 200, 600]) {
      proxy.cutAfter('down', bytes)
      for (const text of [`received after ${bytes}`, `and after ${bytes}`]) {
        expected.push(text)
        await testChat.http('messages.send', { cid, message: { id: createMessageId(), text } }, { actAs: other })
      }
      proxy.cut()
      await vi.waitFor(() => expect(client.getSnapshot().connected).toBe(false), wait)
      await vi.waitFor(() => {
        client.retryNow()
        expect(client.getSnapshot()).toMatchObject({ connected: true, isSynced: true })
      }, wait)
      await vi.waitFor(() => expect(textsOf(client, cid)).toEqual(expected), wait)
    }
  })

  it('goes offline as soon as it disconnects', async () => {
    const { me, other, cid } = await createPair(testChat)
    const ownClient = await arrive(me, proxy.origin)
    const otherClient = await testChat.connect(other)
    await otherClient.call('channels.get', { cid, watch: true })
    ownClient.disconnect()
    expect(await otherClient.received('user.presence.changed')).toMatchObject({ userId: me, online: false })
  })
})

describe('a client whose browser forbids WebSockets', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('connects over long polling', async () => {
    const { me, cid } = await createPair(testChat)
    vi.stubGlobal('WebSocket', function WebSocket() {
      throw new Error('The operation is insecure.')
    })
    const client = await arrive(me)
    await client.channel(cid).open()
    expect(client.getSnapshot().connected).toBe(true)
  })
})

describe('long polling', () => {
  it('is refused with a wrong token, and closed', async () => {
    const id = await openPolling({ connect: { ...handshakeOf('ada'), token: 'x' } })
    expect(await (await fetchFrames(id)).json()).toMatchObject([{ refused: { statusCode: 401 } }])
    expect((await fetchFrames(id)).status).toBe(400)
  })

  it('is refused without an open connection, and with a first frame that does not connect', async () => {
    expect(await (await fetchFrames('unknown')).json()).toMatchObject({ code: 46 })
    expect(await (await post('/unknown', { call: 'unread.get', ref: 1 })).json()).toMatchObject({ code: 46 })
    const id = await openPolling({ call: 'unread.get', ref: 1 })
    expect((await fetchFrames(id)).status).toBe(400)
  })

  it('refuses oversized calls and oversized frames', async () => {
    const { me, cid } = await createPair(testChat)
    const id = await openPolling({ connect: handshakeOf(me) })
    await fetchFrames(id)
    const send = (length: number) =>
      post(`/${id}`, { call: 'messages.send', ref: 1, input: { cid, message: { text: 'x'.repeat(length) } } })
    expect((await send(70_000)).status).toBe(200)
    expect(await (await fetchFrames(id)).json()).toMatchObject([{ ref: 1, error: { code: 22 } }])
    expect((await send(200_000)).status).toBe(413)
  })

  it('buffers bounded data for a client that does not fetch, and sends it a resync frame', async () => {
    const { me } = await createPair(testChat)
    const id = await openPolling({ connect: handshakeOf(me) })
    await fetchFrames(id)
    const filling = 'x'.repeat(16_000)
    for (let n = 0; n < 1_000; n += 1) testChat.chat.signal(me, { type: 'thing.changed', filling })
    const kept = await (await fetchFrames(id)).text()
    expect(kept.length).toBeLessThan(5 * 1024 * 1024)
    expect(await (await fetchFrames(id)).json()).toEqual([{ frame: { type: 'resync' } }])
  })
})

describe('a stopping service', () => {
  it('announces a restart to clients of both transports', async () => {
    const stopping = await startTestChat({ sharesDatabaseWith: testChat })
    await testChat.person('ada')
    const open = async (transport: 'websocket' | 'polling') => {
      let closed = Promise.resolve<unknown>(undefined)
      await new Promise<void>((connected) => {
        closed = new Promise((resolve) => {
          socketTransport(stopping.url, { transports: [transport] }).open(handshakeOf('ada'), {
            hello: () => connected(),
            frame: () => undefined,
            closed: (_, isRestart) => resolve(isRestart),
          })
        })
      })
      return { closed }
    }
    const links = [await open('websocket'), await open('polling')]
    await stopping.stop()
    expect(await Promise.all(links.map(({ closed }) => closed))).toEqual([true, true])
  })
})

describe('a page', () => {
  const app = 'https://app.example.com'
  let strict: TestChat
  beforeAll(async () => {
    strict = await startTestChat({ sharesDatabaseWith: testChat, options: { origins: [app] } })
  })
  afterAll(() => strict.stop())

  const openFrom = (origin: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${strict.url.replace('http', 'ws')}${chatSocketPath}`, { origin })
      socket.on('open', () => socket.close())
      socket.on('close', () => resolve(101))
      socket.on('error', () => undefined)
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    })

  it('of the server or of an allowed origin may open a socket', async () => {
    expect(await Promise.all([strict.url, app].map(openFrom))).toEqual([101, 101])
  })

  it('of any other origin may not', async () => {
    const others = ['https://evil.example', `${app}.evil.example`, 'http://app.example.com', 'null']
    expect(await Promise.all(others.map(openFrom))).toEqual([403, 403, 403, 403])
  })

  it('that resets its refused connection does the service no harm', async () => {
    const reset = async () => {
      const { port, host } = new URL(strict.url)
      const socket = connect(Number(port), '127.0.0.1')
      const lines = [
        `GET ${chatSocketPath} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
        'Origin: https://evil.example',
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.resetAndDestroy()
      return answer.toString().split('\r\n')[0]
    }
    const answers = await Promise.all(Array.from({ length: 10 }, reset))
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 403 Forbidden']))
    expect(await openFrom(strict.url)).toBe(101)
  })
})

describe('other paths', () => {
  it('accept no WebSocket', async () => {
    const url = `${testChat.url.replace('http', 'ws')}${chatSocketPath}/other`
    const closed = await new Promise((resolve) => {
      const socket = new globalThis.WebSocket(url)
      socket.onopen = () => resolve(false)
      socket.onclose = () => resolve(true)
    })
    expect(closed).toBe(true)
  })
})
