import type { MessageView } from '@fettle/chat-client'
import { describe, expect, it } from 'vitest'
import { message } from '../../../../testing/conversation.fixture.ts'
import { readReceiptOf, rowIndexOf, rowsOf, unreadIsFurtherUp } from './message-rows.ts'

describe('the rows of a message list', () => {
  const rows = (
    messages: MessageView[],
    options: { unreadAfter?: number; hasOlder?: boolean; parentId?: string } = {},
  ) => rowsOf({ messages, hasOlder: false, unreadAfter: null, ...options }, 'Africa/Lagos')
  const drawn = (...args: Parameters<typeof rows>) =>
    rows(...args).map((row) =>
      row.kind === 'message' ? `${row.startsGroup ? '[' : ''}${row.message.id}${row.endsGroup ? ']' : ''}` : row.kind,
    )

  it("have a separator per day in the reader's time zone", () => {
    const messages = [
      message('chidi', '2026-11-20T22:59:00Z', { id: 'a' }),
      message('chidi', '2026-11-20T23:00:00Z', { id: 'b' }),
      message('chidi', '2026-11-20T23:01:00Z', { id: 'c' }),
    ]
    expect(drawn(messages)).toEqual(['day', '[a]', 'day', '[b', 'c]'])
  })

  it("separate a thread's root message from its replies, and never count it as unread", () => {
    const messages = [
      message('chidi', '2026-11-20T09:00:00Z', { id: 'a', seq: 4, replyCount: 9 }),
      message('chidi', '2026-11-20T09:01:00Z', { id: 'b', seq: 5 }),
      message('chidi', '2026-11-20T09:02:00Z', { id: 'c', seq: 6 }),
    ]
    expect(drawn(messages, { parentId: 'a', unreadAfter: 2 })).toEqual(['day', '[a]', 'replies', 'unread', '[b', 'c]'])
    expect(rows(messages, { parentId: 'a' })[2]).toMatchObject({ kind: 'replies', count: 9 })
    expect(drawn(messages.slice(0, 1), { parentId: 'a' })).toEqual(['day', '[a]'])
  })

  it('group consecutive messages of a person', () => {
    const messages = [
      message('chidi', '2026-11-21T08:00:00Z', { id: 'a' }),
      message('chidi', '2026-11-21T08:04:59Z', { id: 'b' }),
      message('chidi', '2026-11-21T08:09:59Z', { id: 'c' }),
      message('ada', '2026-11-21T08:10:00Z', { id: 'd' }),
      message('app', '2026-11-21T08:10:00Z', { id: 'e', kind: 'system', user: null }),
      message('ada', '2026-11-21T08:10:01Z', { id: 'f' }),
    ]
    expect(drawn(messages)).toEqual(['day', '[a', 'b]', '[c]', '[d]', '[e]', '[f]'])
  })

  it('have a separator above the first unread message of others', () => {
    const messages = [
      message('chidi', '2026-11-21T08:00:00Z', { id: 'a', seq: 1 }),
      message('ada', '2026-11-21T08:00:10Z', { id: 'b', seq: 2 }),
      message('chidi', '2026-11-21T08:00:20Z', { id: 'c', seq: 3 }),
      message('chidi', '2026-11-21T08:00:30Z', { id: 'd', seq: 4 }),
      message('ada', '2026-11-21T08:00:40Z', { id: 'e', seq: null, state: 'queued' }),
    ]
    expect(drawn(messages, { unreadAfter: 1 })).toEqual(['day', '[a]', '[b]', 'unread', '[c', 'd]', '[e]'])
    expect(drawn(messages, { unreadAfter: 3 })).toEqual(['day', '[a]', '[b]', '[c]', 'unread', '[d]', '[e]'])
    expect(drawn(messages, { unreadAfter: 4 })).not.toContain('unread')
  })

  it('have no separator when it is above the loaded messages', () => {
    const messages = [5, 6].map((place) => message('chidi', '2026-11-21T08:00:00Z', { id: `m${place}`, seq: place }))
    const spanOf = (unreadAfter: number, hasOlder: boolean) => ({ messages, hasOlder, unreadAfter })
    expect(drawn(messages, { unreadAfter: 3, hasOlder: true })).not.toContain('unread')
    expect(drawn(messages, { unreadAfter: 4, hasOlder: true })).toContain('unread')
    expect(drawn(messages, { unreadAfter: 3, hasOlder: false })).toContain('unread')
    expect([unreadIsFurtherUp(spanOf(3, true)), unreadIsFurtherUp(spanOf(4, true))]).toEqual([true, false])
  })

  it('are found by sequence number, including the separator above', () => {
    const messages = [5, 7].map((place) => message('chidi', '2026-11-21T08:00:00Z', { id: `m${place}`, seq: place }))
    const found = rows(messages, { unreadAfter: 5 })
    expect([5, 6, 7, 8].map((place) => rowIndexOf(found, place))).toEqual([1, 2, 2, -1])
    expect(found[2]?.kind).toBe('unread')
  })

  it('have stable keys while a message is pending', () => {
    const sending = message('ada', '2026-11-21T08:00:00Z', { id: 'x', seq: null, state: 'sending' })
    const sent = { ...sending, seq: 9, state: 'sent' as const }
    const [before, after] = [[sending], [sent]].map((messages) => rows(messages).map(({ key }) => key))
    expect(before).toEqual(after)
  })
})

describe('the time a message was seen', () => {
  const read = message('ada', '2026-11-21T08:00:00Z', { state: 'read' })
  const others = [{ lastReadAt: '2026-11-21T08:02:00Z' }, { lastReadAt: '2026-11-21T08:05:00Z' }]

  it('is that of the last reader of the newest message', () => {
    expect(readReceiptOf([read], others)).toEqual({ id: read.id, at: '2026-11-21T08:05:00Z' })
  })

  it('is unknown while it is unread, after an answer, and before anybody has read', () => {
    expect(readReceiptOf([{ ...read, state: 'delivered' }], others)).toBeUndefined()
    expect(readReceiptOf([read, message('chidi', '2026-11-21T08:06:00Z')], others)).toBeUndefined()
    expect(readReceiptOf([read], [{ lastReadAt: null }])).toBeUndefined()
    expect(readReceiptOf([], others)).toBeUndefined()
  })
})
