import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { clientMessages } from './chat.messages.ts'
import { chatErrors, chatTexts, isChatFailure } from './core/errors.ts'
import { MessageDraft } from './messages/messages.ts'
import { chatOperations, type ChatCallInput, type ChatCallResult } from './operations.ts'
import { ChannelId, Cid, splitCid } from './core/values.ts'

describe('chat errors', () => {
  it('have the specified codes and tell which are retryable', () => {
    const numbers = Object.values(chatErrors).map((row) => row.code)
    expect(numbers).toEqual([
      -1, 2, 3, 4, 6, 9, 16, 17, 18, 19, 20, 21, 22, 23, 24, 40, 41, 42, 43, 44, 45, 46, 60, 69, 70, 71, 99,
    ])
    const retryable = Object.values(chatErrors).filter((row) => row.retryable)
    expect(retryable.map((row) => row.code)).toEqual([-1, 3, 9, 23, 45, 60, 71])
  })

  it('of the client have the specified texts', () => {
    expect(chatTexts).toMatchObject({
      userIdRequired: 'A user id is required to connect to chat.',
      tokenEmpty: 'User token can not be empty',
    })
    expect(clientMessages).toMatchObject({
      'chat-client.channel-failed': 'Failed to create or get channel',
      'chat-client.not-initialized': 'Stream Chat client not initialized',
      'chat-client.listen-failed': 'Failed to listen to channels',
      'chat-client.draft-failed': 'Failed to get the draft',
      'chat-client.poll-failed': 'Failed to create the poll',
      'chat-client.location-failed': 'Failed to share the location',
      'chat-client.uploads-running': 'Wait until all attachments have uploaded',
    })
  })

  it('are distinguished from other values', () => {
    const failure = { ...chatErrors.COOL_DOWN, message: 'Slow mode is on.', reason: { code: 'chat.slow-mode' } }
    expect(isChatFailure(failure)).toBe(true)
    expect(isChatFailure({ ...failure, reason: 'Slow mode is on.' })).toBe(false)
    expect(isChatFailure(null)).toBe(false)
    expect(isChatFailure(new Error('no'))).toBe(false)
  })
})

describe('chat operations', () => {
  it('have a name and a route each', () => {
    const names = chatOperations.map((operation) => operation.name)
    const routes = chatOperations.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(routes).size).toBe(routes.length)
  })

  it('accept the parameters of their path', () => {
    for (const { name, path, input } of chatOperations) {
      const fields = Object.keys((input as z.ZodMiniObject).shape)
      const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
      expect({ name, fields }).toEqual({ name, fields: expect.arrayContaining(named) })
    }
  })

  it('are typed by name', () => {
    expectTypeOf<ChatCallInput<'messages.list'>>().toHaveProperty('cid')
    expectTypeOf<ChatCallResult<'messages.send'>['message']['seq']>().toEqualTypeOf<number>()
  })
})

describe('chat ids', () => {
  it('of a channel cannot contain a colon', () => {
    const refused = z.safeParse(ChannelId, 'a:b')
    expect(refused.error?.issues[0]?.message).toBe('A chat channel id cannot contain a colon.')
    expect(z.safeParse(Cid, 'messaging:a:b').error?.issues[0]?.message).toBe(
      'A chat channel id cannot contain a colon.',
    )
    expect(z.safeParse(Cid, 'a').error?.issues[0]?.message).toBe('Use type:id.')
    expect(splitCid('messaging:dm-1')).toEqual({ type: 'messaging', id: 'dm-1' })
  })

  it('of a message are UUIDv7 created by the sender', () => {
    expect(z.safeParse(MessageDraft, { id: '0193e8a0-0000-7000-8000-000000000000', text: '' }).success).toBe(true)
    expect(z.safeParse(MessageDraft, { id: '0193e8a0-0000-4000-8000-000000000000', text: '' }).success).toBe(false)
  })
})
