import type { Message } from '@fettle/protocol/chat/messages/messages'
import { expect, it } from 'vitest'
import { latestOf } from './channel-list.ts'

const message = (id: string, createdAt: string, lastReplyAt?: string) =>
  ({ id, createdAt, ...(lastReplyAt && { lastReplyAt }) }) as Message

it('has the last message, and the time of a reply in a thread only if that is newer', () => {
  const [asked, answered] = [message('a', '2026-11-21T08:00:00Z', '2026-11-21T10:00:00Z'), '2026-11-21T09:00:00Z']
  const last = message('b', answered)
  expect(latestOf([asked, last])).toEqual({ lastMessage: last, repliedAt: '2026-11-21T10:00:00Z' })
  const later = message('c', '2026-11-21T11:00:00Z')
  expect(latestOf([asked, last, later])).toEqual({ lastMessage: later, repliedAt: null })
  expect(latestOf([])).toEqual({ lastMessage: null, repliedAt: null })
})
