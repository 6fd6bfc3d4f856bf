import { createMessageId } from '@fettle/chat-client'
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'

let testChat: TestChat
let cid: string
let webhook: Server
let port: number
const received: { body: Record<string, unknown>; signature: string; raw: string }[] = []
let answer: { status: number; body: string } = { status: 200, body: '{}' }
beforeAll(async () => {
  webhook = createServer((request, response) => {
    let raw = ''
    request.on('data', (part: Buffer) => (raw += part.toString()))
    request.on('end', () => {
      received.push({
        raw,
        body: JSON.parse(raw) as Record<string, unknown>,
        signature: String(request.headers['x-chat-signature']),
      })
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => void webhook.listen(0, '127.0.0.1', resolve))
  port = (webhook.address() as AddressInfo).port
  testChat = await startTestChat({
    rateLimits: false,
    options: { safeFetch: { resolve: async () => ['127.0.0.1'], mayReach: (_, at) => at === port } },
  })
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id === 'ada' ? 'Ada Obi' : id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})
afterAll(async () => {
  await testChat.close()
  webhook.close()
})

const as = (actAs: string) => ({ actAs })
const register = (name: string, url?: string) =>
  testChat.http('commands.save', { name, description: `Does ${name}`, ...(url ? { url } : {}) })
const run = (name: string, user = 'ada') => ({ cid, name, messageId: createMessageId(), args: 'two rooms', user })

describe('a command of the app', () => {
  it('is run by its signed webhook, which answers with a message', async () => {
    const { secret } = await register('price', `http://app.test:${port}/price`)
    answer = { status: 200, body: JSON.stringify({ text: 'That is 40,000.', reply: 'Sent.' }) }
    const { user, ...input } = run('price')
    const { message, reply } = await testChat.http('commands.run', input, as(user))
    expect(message).toMatchObject({ id: input.messageId, text: 'That is 40,000.', custom: { command: 'price' } })
    expect(reply).toBe('Sent.')
    const lastRequest = received.at(-1)
    expect(lastRequest?.body).toMatchObject({ command: 'price', args: 'two rooms', cid, userId: 'ada' })
    expect(lastRequest?.signature).toBe(
      createHmac('sha256', secret)
        .update(lastRequest?.raw ?? '')
        .digest('hex'),
    )
    answer = { status: 200, body: '' }
    expect(await testChat.http('commands.run', { ...input, messageId: createMessageId() }, as(user))).toEqual({
      message: null,
      reply: null,
    })
  })

  it('again after a lost answer does not run twice, once it wrote its message', async () => {
    await register('twice', `http://app.test:${port}/twice`)
    answer = { status: 200, body: JSON.stringify({ text: 'Done.' }) }
    const { user, ...input } = run('twice')
    const { message } = await testChat.http('commands.run', input, as(user))
    const before = received.length
    expect(await testChat.http('commands.run', input, as(user))).toEqual({ message, reply: null })
    expect(received).toHaveLength(before)
  })

  it('keeps its secret when changed, and is gone when deleted', async () => {
    const first = await register('later', `http://app.test:${port}/later`)
    expect((await register('later')).secret).toBe(first.secret)
    await testChat.http('commands.delete', { name: 'later' })
    expect(await testChat.httpRefusal('commands.delete', { name: 'later' })).toMatchObject({ code: 16 })
  })

  it('is refused with 44 when it is unknown', async () => {
    await register('silent')
    for (const name of ['silent', 'unknown', 'poll']) {
      const { user, ...input } = run(name)
      expect(await testChat.httpRefusal('commands.run', input, as(user))).toMatchObject({ code: 44, statusCode: 400 })
    }
  })

  it('does not run in a blocked channel', async () => {
    await register('blocked', `http://app.test:${port}/blocked`)
    answer = { status: 200, body: JSON.stringify({ text: 'Done.' }) }
    const before = received.length
    const { user, ...input } = run('blocked')
    await testChat.http('channels.block', { cid, blocked: true }, as('tunde'))
    const refused = await testChat.httpRefusal('commands.run', input, as(user))
    await testChat.http('channels.block', { cid, blocked: false }, as('tunde'))
    expect(refused).toMatchObject({ code: 17, reason: { code: 'chat.channel-blocked' } })
    expect(received).toHaveLength(before)
  })

  it('is refused with 45 and retryable when its webhook fails, answers nonsense or is internal', async () => {
    await register('broken', `http://app.test:${port}/broken`)
    const { user, ...input } = run('broken')
    for (const each of [
      { status: 500, body: '{}' },
      { status: 302, body: '' },
      { status: 200, body: 'nonsense' },
      { status: 200, body: '{"text":7}' },
    ]) {
      answer = each
      expect(await testChat.httpRefusal('commands.run', input, as(user))).toMatchObject({ code: 45, retryable: true })
    }
    await register('inside', 'http://169.254.169.254/latest/meta-data/')
    const { user: who, ...extensions } = run('inside')
    expect(await testChat.httpRefusal('commands.run', extensions, as(who))).toMatchObject({ code: 45 })
  })

  it('can be registered by the app only, and not under a built-in name', async () => {
    const input = { name: 'mine', description: 'Mine' }
    const { token } = await testChat.person('ada', 'Ada Obi')
    expect(await testChat.httpRefusal('commands.save', input, { token })).toMatchObject({ code: 17 })
    expect(await testChat.httpRefusal('commands.save', { ...input, name: 'offer' })).toMatchObject({ code: 17 })
    const { user, ...outside } = run('price', 'mallory')
    expect(await testChat.httpRefusal('commands.run', outside, as(user))).toMatchObject({ code: 16 })
  })
})

describe('suggestions', () => {
  it('list commands by prefix, built-in ones first, ten at most', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => register(`step-${n}`)))
    const names = async (q: string) =>
      (await testChat.http('commands.list', { q }, as('ada'))).commands.map(({ name }) => name)
    expect(await names('po')).toEqual(['poll'])
    expect(await names('')).toHaveLength(10)
    expect((await names('')).slice(0, 3)).toEqual(['offer', 'booking', 'reschedule'])
    expect(await names('step')).toHaveLength(10)
    expect(await names('PRI')).toEqual(['price'])
  })

  it('list members by name prefix, in pages of ten', async () => {
    const people = Array.from({ length: 12 }, (_, n) => `amina-${String(n).padStart(2, '0')}`)
    await Promise.all(people.map((id) => testChat.person(id, `Amina ${id}`)))
    await testChat.person('outside', 'Amina Outside')
    const { channel } = await testChat.http('channels.create', { id: createMessageId(), members: ['ada', ...people] })
    const find = (q: string, after?: string) =>
      testChat.http('mentions.list', { cid: channel.cid, q, ...(after ? { after } : {}) }, as('ada'))
    const first = await find('ami')
    expect(first.users).toHaveLength(10)
    expect(first.hasMore).toBe(true)
    const secondPage = await find('ami', first.users.at(-1)?.id)
    expect(secondPage).toMatchObject({ hasMore: false })
    expect([...first.users, ...secondPage.users].map(({ id }) => id)).toEqual(people)
    expect((await find('obi')).users).toMatchObject([{ id: 'ada', name: 'Ada Obi' }])
    expect((await find('%')).users).toEqual([])
    expect(await testChat.httpRefusal('mentions.list', { cid: channel.cid, q: 'a' }, as('mallory'))).toMatchObject({
      code: 16,
    })
  })
})
