import { createMessageId, socketTransport } from '@fettle/chat-client'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { chatOperations, type ChatCallInput, type ChatOperationName } from '@fettle/protocol/chat/operations'
import { beforeAll, describe, expect, it } from 'vitest'
import { appKey, setUpTestChat } from '../../testing/app/test-chat.ts'

// Invalid input is refused with code 4, or normalized, before the chat reads it.

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await testChat.person('ada')
  await testChat.person('chidi')
  cid = (await testChat.http('channels.create', { members: ['chidi'] }, { actAs: 'ada' })).channel.cid
})

const HALF = '\ud83d'
const NULL_CHARACTER = 'Remove the null character from this text.'
const message = (text: string) => ({ id: createMessageId(), text })

describe('a text that ends in half a surrogate pair', () => {
  it('is stored with a replacement character, over HTTP and socket', async () => {
    const sent = await testChat.http('messages.send', { cid, message: message(`Ha ${HALF}`) }, { actAs: 'ada' })
    expect(sent.message.text).toBe('Ha \ufffd')
    const client = await testChat.connect('chidi')
    const answered = await client.call('messages.send', { cid, message: message(`Ho ${HALF}`) })
    expect(answered.message.text).toBe('Ho \ufffd')
    client.close()
  })
})

describe('a null character', () => {
  it('is refused by every operation, over HTTP and socket', async () => {
    const client = await testChat.connect('ada')
    const failure = { code: 4, message: NULL_CHARACTER }
    for (const { name, path, by } of chatOperations) {
      const ids = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, 'nothing']))
      const input = { ...ids, something: 'a\u0000b' } as ChatCallInput<ChatOperationName>
      expect([name, await testChat.httpRefusal(name as 'users.upsert', input as never)]).toMatchObject([name, failure])
      if (by === 'user')
        expect([name, await client.refusal(name as 'users.upsert', input as never)]).toMatchObject([name, failure])
    }
    client.close()
  }, 300_000)

  it('is refused in a path', async () => {
    const headers = { 'x-app-key': appKey, authorization: `Bearer ${testChat.chat.signToken('ada')}` }
    for (const path of ['/channels/messaging:direct-%00', '/channels/messaging:direct-%00/messages']) {
      const response = await fetch(`${testChat.url}${chatBase}${path}`, { headers })
      const body = (await response.json()) as { code?: number }
      expect([path, response.status < 500, body.code === -1]).toEqual([path, true, false])
    }
    const input = { cid: 'messaging:direct-\u0000' }
    expect(await testChat.httpRefusal('messages.list', input, { actAs: 'ada' })).toMatchObject({
      statusCode: 400,
      code: 4,
      message: NULL_CHARACTER,
    })
  })

  it("is refused in a user's name", async () => {
    const user = { id: 'ada', name: 'Ada\u0000' }
    const refused = await new Promise((resolve) => {
      socketTransport(testChat.url).open(
        { appKey, token: testChat.chat.signToken('ada'), user },
        { hello: resolve, frame: () => undefined, closed: resolve },
      )
    })
    expect(refused).toMatchObject({ code: 4, message: NULL_CHARACTER })
  })
})

describe('input that is nested too deep', () => {
  it('is refused', async () => {
    let nested: object = {}
    for (let level = 0; level < 8_000; level += 1) nested = { a: nested }
    const client = await testChat.connect('ada')
    const custom = { a: nested } as Record<string, unknown>
    const input = { cid, message: { ...message('Deep'), custom } }
    expect(await testChat.httpRefusal('messages.send', input, { actAs: 'ada' })).toMatchObject({ code: 4 })
    client.close()
  })
})

describe('an unknown cursor', () => {
  const cursorOf = (position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url')
  const long = '-200000-01-01T00:00:00.000Z'
  const id = createMessageId()

  it.each([
    [
      'channels.query',
      [
        [true, long, 'messaging:a'],
        [true, '2026-01-01T00:00:00.000Z', 'messaging:\u0000'],
        [1, 2, 3],
      ],
    ],
    [
      'messages.search',
      [
        [long, 'messaging:a', 1],
        ['2026-01-01T00:00:00.000Z', 'messaging:\u0000', 1],
      ],
    ],
    [
      'threads.list',
      [
        [long, 'messaging:a', id],
        ['2026-01-01T00:00:00.000Z', 'messaging:a', 'no id'],
      ],
    ],
    [
      'reminders.list',
      [
        [long, id],
        [null, 'no id'],
        [null, '\u0000'],
      ],
    ],
  ] as const)('is refused by %s', async (name, positions) => {
    expect(chatOperations.map((each) => each.name)).toContain(name)
    for (const position of positions) {
      const cursor = cursorOf([...position])
      const input = name === 'messages.search' ? { query: 'tap', cursor } : { cursor }
      const refused = await testChat.httpRefusal(name as 'reminders.list', input, { actAs: 'ada' })
      expect(refused).toMatchObject({ code: 4, message: 'This cursor is not valid.' })
    }
  })
})
