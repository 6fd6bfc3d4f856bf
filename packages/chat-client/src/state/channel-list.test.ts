import type { Message } from '@fettle/protocol/chat/messages/messages'
import { expect, it } from 'vitest'
import { latestOf } from './channel-list.ts'

const message = (createdAt: string) => ({ id: createdAt, createdAt }) as Message

it('has the last message, and the time of a reply in a thread only if that is newer', () => {
  const [first, last] = [message('2026-11-21T08:00:00Z'), message('2026-11-21T09:00:00Z')]
  const messages = [first, last]
  expect(latestOf({ messages, lastReplyAt: '2026-11-21T10:00:00Z' })).toEqual({
    lastMessage: last,
    repliedAt: '2026-11-21T10:00:00Z',
  })
  expect(latestOf({ messages, lastReplyAt: '2026-11-21T08:30:00Z' })).toEqual({ lastMessage: last, repliedAt: null })
  expect(latestOf({ messages, lastReplyAt: undefined })).toEqual({ lastMessage: last, repliedAt: null })
  expect(latestOf({ messages: [], lastReplyAt: '2026-11-21T10:00:00Z' })).toEqual({
    lastMessage: null,
    repliedAt: null,
  })
})
