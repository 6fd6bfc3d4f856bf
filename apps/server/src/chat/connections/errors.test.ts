import { createMessageId } from '@fettle/chat-client'
import { chatErrors, isChatFailure, type ChatErrorName, type ChatFailure } from '@fettle/protocol/chat/core/errors'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { chatOperations } from '@fettle/protocol/chat/operations'
import { connect as connectTo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appKey,
  ChatCallError,
  secret,
  setUpTestChat,
  startTestChat,
  type TestChat,
} from '../../../testing/app/test-chat.ts'
import { createPair } from '../../../testing/fixtures/chat-scenario.ts'
import { signToken } from '../core/token.ts'
import { sql } from '../../platform/db/db.ts'

const testChat = setUpTestChat()
let shortTimeoutChat: TestChat
beforeAll(async () => {
  shortTimeoutChat = await startTestChat({ sharesDatabaseWith: testChat, options: { callTimeout: 30 } })
})
afterAll(() => shortTimeoutChat.stop())

const draft = (text = 'Hello') => ({ id: createMessageId(), text })
const signed = (claims: object) => signToken({ user_id: 'ada', ...claims }, secret)
const seconds = () => testChat.clock.now().getTime() / 1000
const withToken = (token: string) => testChat.httpRefusal('unread.get', {}, { token })
const refused = async (answer: Promise<unknown>): Promise<ChatFailure> => {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ChatCallError)) throw new Error('It was not refused')
  return error.failure
}

/** Sends raw bytes and returns the failure. */
const raw = (request: string) =>
  new Promise<ChatFailure>((resolve, reject) => {
    let answer = ''
    const socket = connectTo(Number(new URL(testChat.url).port), '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')) || 'null')
      if (isChatFailure(body) && answer.startsWith(`HTTP/1.1 ${body.statusCode} `)) resolve(body)
      else reject(new Error(answer))
    })
  })

/** How to provoke each specified error, or why that is impossible here. */
const table: Record<ChatErrorName, (() => Promise<ChatFailure>) | `cannot: ${string}`> = {
  async INTERNAL() {
    const broken = await startTestChat({ sharesDatabaseWith: testChat })
    await broken.db.close()
    const failure = await broken.httpRefusal('unread.get', {}, { actAs: 'ada' })
    expect(JSON.stringify(failure)).not.toMatch(/pool|database|at /)
    await broken.stop().catch(() => undefined)
    return failure
  },
  ACCESS_KEY: () => testChat.httpRefusal('unread.get', {}, { headers: { 'x-app-key': 'other' } }),
  AUTHENTICATION_FAILED: () => withToken('nonsense'),
  async INPUT() {
    const { cid, me } = await createPair(testChat)
    return testChat.httpRefusal('messages.send', { cid, message: { id: 'x', text: '' } }, { actAs: me })
  },
  DUPLICATE_USERNAME: 'cannot: names are not unique; people are told apart by their ids',
  async RATE_LIMIT() {
    const { token } = await testChat.person('eager')
    const { cid } = await createPair(testChat)
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`${testChat.url}${chatBase}/channels/${cid}/typing`, {
        method: 'POST',
        headers: { 'x-app-key': appKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ typing: true }),
      })
      if (answer.status !== 429) continue
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      return (await answer.json()) as ChatFailure
    }
    throw new Error('It was never refused')
  },
  DOES_NOT_EXIST: () => testChat.httpRefusal('channels.get', { cid: 'messaging:nothing' }),
  async NOT_ALLOWED() {
    const { token } = await testChat.person('plain')
    return testChat.httpRefusal('users.upsert', { users: [{ id: 'other' }] }, { token })
  },
  EVENT_NOT_SUPPORTED: () => testChat.httpRefusal('users.signal', { userId: 'ada', signal: { type: 'message.new' } }),
  async FEATURE_NOT_SUPPORTED() {
    const { cid, me } = await createPair(testChat)
    return testChat.httpRefusal('channels.leave', { cid }, { actAs: me })
  },
  async MESSAGE_TOO_LONG() {
    const { cid, me } = await createPair(testChat)
    return testChat.httpRefusal('messages.send', { cid, message: draft('x'.repeat(5_001)) }, { actAs: me })
  },
  async NESTING() {
    const { cid, me } = await createPair(testChat)
    const send = (message: object) => ({ cid, message: { ...draft(), ...message } })
    const { message } = await testChat.http('messages.send', send({}), { actAs: me })
    const reply = await testChat.http('messages.send', send({ parentId: message.id }), { actAs: me })
    return testChat.httpRefusal('messages.send', send({ parentId: reply.message.id }), { actAs: me })
  },
  async PAYLOAD_TOO_BIG() {
    const { cid, me } = await createPair(testChat)
    const big = { cid, message: { ...draft(), text: 'x'.repeat(70_000) } }
    const client = await testChat.connect(me)
    expect(await client.refusal('messages.send', big)).toMatchObject({ code: 22, details: { maximum: 65_536 } })
    await client.call('messages.send', { cid, message: draft() })
    return testChat.httpRefusal('messages.send', big, { actAs: me })
  },
  async REQUEST_TIMEOUT() {
    const { cid, other } = await createPair(testChat)
    // Another transaction holds the channel's lock for longer than the call may take.
    return testChat.db.transaction(async (tx) => {
      await tx.execute(sql`select from chat.channels where cid = ${cid} for update`)
      return shortTimeoutChat.httpRefusal('channels.block', { cid, blocked: true }, { actAs: other })
    })
  },
  HEADERS_TOO_BIG: () => raw(`GET ${chatBase}/unread HTTP/1.1\r\nhost: x\r\nx-much: ${'y'.repeat(40_000)}\r\n\r\n`),
  TOKEN_EXPIRED: () => withToken(signed({ exp: seconds() - 1 })),
  TOKEN_NOT_YET_VALID: () => withToken(signed({ nbf: seconds() + 60 })),
  TOKEN_USED_BEFORE_ISSUE: () => withToken(signed({ iat: seconds() + 60 })),
  TOKEN_SIGNATURE_INVALID: () => withToken(signToken({ user_id: 'ada' }, 'another secret')),
  async COMMAND_MISSING() {
    const { cid, me } = await createPair(testChat)
    return testChat.httpRefusal('commands.run', { cid, name: 'nobody', messageId: createMessageId() }, { actAs: me })
  },
  async COMMAND_FAILED() {
    const { cid, me } = await createPair(testChat)
    // A private address, which is never requested.
    await testChat.http('commands.save', { name: 'inward', description: 'Asks inside', url: 'http://127.0.0.1:9/' })
    return testChat.httpRefusal('commands.run', { cid, name: 'inward', messageId: createMessageId() }, { actAs: me })
  },
  CONNECTION_NOT_FOUND: () =>
    testChat.httpRefusal('channels.query', { watch: true, connectionId: 'no' }, { actAs: 'ada' }),
  async COOL_DOWN() {
    const { me, other } = await createPair(testChat)
    const { channel } = await testChat.http('channels.create', { id: 'slow', members: [other] }, { actAs: me })
    await testChat.http('channels.update', { cid: channel.cid, slowModeSeconds: 30 })
    const client = await testChat.connect(me)
    await client.call('messages.send', { cid: channel.cid, message: draft() })
    return client.refusal('messages.send', { cid: channel.cid, message: draft() })
  },
  WRONG_REGION: 'cannot: an installation is one region',
  async QUERY_PERMISSIONS() {
    const { me, other } = await createPair(testChat)
    return testChat.httpRefusal('channels.query', { filter: { members: [other] } }, { actAs: me })
  },
  async TOO_MANY_CONNECTIONS() {
    const { me } = await createPair(testChat)
    await Promise.all(Array.from({ length: 20 }, () => testChat.connect(me)))
    return refused(testChat.connect(me))
  },
  async APP_SUSPENDED() {
    const { token } = await testChat.person('innocent')
    await testChat.http('app.suspend', { suspended: true })
    const failure = await withToken(token)
    await testChat.http('app.suspend', { suspended: false })
    return failure
  },
}

describe('every refusal of the specification', () => {
  for (const [name, cause] of Object.entries(table)) {
    const { code, statusCode, retryable } = chatErrors[name as ChatErrorName]
    if (typeof cause === 'string') {
      it(`${code}, ${cause}`, () => expect(cause).toMatch(/^cannot: .{10}/))
    } else {
      it(`${code} is raised: ${name}`, async () => {
        expect(await cause()).toMatchObject({ code, statusCode, retryable })
      })
    }
  }
})

describe('the HTTP API of the chat', () => {
  it('documents every operation once, with its input and errors', async () => {
    const document = (await (await fetch(`${testChat.url}${chatBase}/openapi.json`)).json()) as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string; responses: Record<string, { description: string }> }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(
      chatOperations.map(({ name }) => name).sort(),
    )
    const send = document.paths[`${chatBase}/channels/{cid}/messages`]?.['post']
    expect(send?.responses['429']?.description).toContain('60: Slow mode is on.')
  })

  it('accepts JSON objects only', async () => {
    const post = async (body: string, type = 'application/json') => {
      const answer = await fetch(`${testChat.url}${chatBase}/channels/query`, {
        method: 'POST',
        headers: {
          'x-app-key': appKey,
          authorization: `Bearer ${testChat.chat.signServerToken()}`,
          'x-chat-user': 'ada',
          'content-type': type,
        },
        body,
      })
      return (await answer.json()) as ChatFailure
    }
    for (const body of ['{"filter":', '[1,2]', '"text"', '{"__proto__":{"admin":true}}'])
      expect(await post(body)).toMatchObject({ code: 4, statusCode: 400 })
    expect(await post('filter=x', 'text/plain')).toMatchObject({ code: 4 })
    expect(await post('{}')).toMatchObject({ channels: [] })
  })
})
