import type { ListedChannel } from '@fettle/chat-client'
import { describe, expect, it } from 'vitest'
import { channel, message } from '../../../testing/conversation.fixture.ts'
import { lastMessageAt, lastMessageOf } from './last-message.ts'

const listed = (overrides: Partial<ListedChannel> = {}): ListedChannel => ({
  cid: channel.cid,
  channel,
  membership: null,
  lastMessage: null,
  repliedAt: null,
  unreadCount: 0,
  typing: [],
  ...overrides,
})

describe('the preview of a conversation', () => {
  const lastMessage = { ...message('chidi', '2026-11-21T08:00:00Z'), seq: 1, text: '**Yes**, at nine\nplease' }

  it('is the last message without markup', () => {
    expect(lastMessageOf(listed({ lastMessage }), 'ada', undefined)).toEqual({
      kind: 'text',
      text: 'Yes, at nine please',
      isMine: false,
    })
    expect(lastMessageOf(listed({ lastMessage }), 'chidi', undefined)).toMatchObject({ isMine: true })
  })

  it('is truncated to a hundred characters and an ellipsis', () => {
    const word = lastMessageOf(listed({ lastMessage: { ...lastMessage, text: 'ü'.repeat(101) } }), 'ada', undefined)
    expect(word).toMatchObject({ text: `${'ü'.repeat(100)}…` })
    const exact = lastMessageOf(listed({ lastMessage: { ...lastMessage, text: 'ü'.repeat(100) } }), 'ada', undefined)
    expect(exact).toMatchObject({ text: 'ü'.repeat(100) })
  })

  it('is replaced by a draft, and by typing', () => {
    expect(lastMessageOf(listed({ lastMessage }), 'ada', 'I will')).toMatchObject({ kind: 'draft', text: 'I will' })
    expect(lastMessageOf(listed({ lastMessage, typing: ['chidi'] }), 'ada', 'I will')).toEqual({
      kind: 'typing',
      names: ['Chidi Okafor'],
    })
  })

  it('has the time of the message it shows, which may be a reply in a thread', () => {
    const channelWithMessage = { ...channel, lastMessageAt: '2026-11-21T10:00:00Z' }
    expect(lastMessageAt(listed({ channel: channelWithMessage, lastMessage }))).toBe('2026-11-21T08:00:00Z')
    const replied = listed({ channel: channelWithMessage, lastMessage, repliedAt: '2026-11-21T09:30:00Z' })
    expect(lastMessageOf(replied, 'ada', undefined)).toEqual({ kind: 'reply' })
    expect(lastMessageAt(replied)).toBe('2026-11-21T09:30:00Z')
    expect(lastMessageAt(listed({ channel: channelWithMessage }))).toBe('2026-11-21T10:00:00Z')
  })

  it('is empty without messages, and marks deleted ones', () => {
    expect(lastMessageOf(listed(), 'ada', undefined)).toEqual({ kind: 'none' })
    expect(
      lastMessageOf(listed({ lastMessage: { ...lastMessage, kind: 'deleted', text: '' } }), 'ada', undefined),
    ).toEqual({
      kind: 'deleted',
      isMine: false,
    })
  })
})
