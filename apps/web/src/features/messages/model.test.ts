import type { ListedChannel, MessageView } from '@fettle/chat-client'
import type { Channel, Member } from '@fettle/protocol/chat/channels/channels'
import { describe, expect, it } from 'vitest'
import {
  actionsOn,
  byProximity,
  deservesNotification,
  isMuted,
  lastOwn,
  lastMessageOf,
  mutedUntilOf,
  nameOf,
  readMessageId,
  rowIndexOf,
  rowsOf,
  unreadIsFurtherUp,
  userOfToken,
} from './model.ts'

const member = (userId: string, name: string): Member => ({
  userId,
  user: { id: userId, name, image: null, role: 'customer', online: false, lastActiveAt: null, custom: {} },
  role: 'member',
  joinedAt: '2026-11-20T08:00:00Z',
  lastReadSeq: 0,
  lastReadAt: null,
  deliveredSeq: 0,
})
const channel: Channel = {
  cid: 'messaging:a',
  type: 'messaging',
  id: 'a',
  name: null,
  image: null,
  createdBy: 'ada',
  createdAt: '2026-11-20T08:00:00Z',
  lastMessageAt: null,
  lastSeq: 0,
  members: [member('ada', 'Ada Obi'), member('chidi', 'Chidi Okafor')],
  custom: {},
}

let seq = 0
const message = (author: string, createdAt: string, overrides: Partial<MessageView> = {}): MessageView => {
  seq += 1
  return {
    id: `m${seq}`,
    cid: channel.cid,
    seq,
    user: { id: author, name: author, image: null },
    kind: 'regular',
    text: `text ${seq}`,
    createdAt,
    isMine: author === 'ada',
    state: author === 'ada' ? 'sent' : null,
    failure: null,
    ...overrides,
  }
}
const listed = (overrides: Partial<ListedChannel> = {}): ListedChannel => ({
  cid: channel.cid,
  channel,
  membership: null,
  lastMessage: null,
  unreadCount: 0,
  typing: [],
  ...overrides,
})

describe('a conversation', () => {
  it('is called by the other one, or by its own name', () => {
    expect(nameOf(channel, 'ada')).toBe('Chidi Okafor')
    expect(nameOf({ ...channel, name: 'Site 12' }, 'ada')).toBe('Site 12')
  })
})

describe('the last word', () => {
  const lastMessage = { ...message('chidi', '2026-11-21T08:00:00Z'), seq: 1, text: '**Yes**, at nine\nplease' }

  it('is what was said, without its marks', () => {
    expect(lastMessageOf(listed({ lastMessage }), 'ada', undefined)).toEqual({
      kind: 'text',
      text: 'Yes, at nine please',
      mine: false,
    })
    expect(lastMessageOf(listed({ lastMessage }), 'chidi', undefined)).toMatchObject({ mine: true })
  })

  it('is cut to a hundred characters and an ellipsis', () => {
    const word = lastMessageOf(listed({ lastMessage: { ...lastMessage, text: 'ü'.repeat(101) } }), 'ada', undefined)
    expect(word).toMatchObject({ text: `${'ü'.repeat(100)}…` })
    const exact = lastMessageOf(listed({ lastMessage: { ...lastMessage, text: 'ü'.repeat(100) } }), 'ada', undefined)
    expect(exact).toMatchObject({ text: 'ü'.repeat(100) })
  })

  it('gives way to a draft, and both to somebody writing', () => {
    expect(lastMessageOf(listed({ lastMessage }), 'ada', 'I will')).toMatchObject({ kind: 'draft', text: 'I will' })
    expect(lastMessageOf(listed({ lastMessage, typing: ['chidi'] }), 'ada', 'I will')).toEqual({
      kind: 'typing',
      names: ['Chidi Okafor'],
    })
  })

  it('says when there is none, and when it was taken back', () => {
    expect(lastMessageOf(listed(), 'ada', undefined)).toEqual({ kind: 'none' })
    expect(
      lastMessageOf(listed({ lastMessage: { ...lastMessage, kind: 'deleted', text: '' } }), 'ada', undefined),
    ).toEqual({
      kind: 'deleted',
      mine: false,
    })
  })
})

describe('the rows', () => {
  const rows = (
    messages: MessageView[],
    options: { unreadAfter?: number; hasOlder?: boolean; parentId?: string } = {},
  ) => rowsOf({ messages, hasOlder: false, unreadAfter: null, ...options }, 'Africa/Lagos')
  const drawn = (...given: Parameters<typeof rows>) =>
    rows(...given).map((row) =>
      row.kind === 'message' ? `${row.startsGroup ? '[' : ''}${row.message.id}${row.endsGroup ? ']' : ''}` : row.kind,
    )

  it('name each day once, on the clock of the reader', () => {
    const messages = [
      message('chidi', '2026-11-20T22:59:00Z', { id: 'a' }),
      message('chidi', '2026-11-20T23:00:00Z', { id: 'b' }),
      message('chidi', '2026-11-20T23:01:00Z', { id: 'c' }),
    ]
    expect(drawn(messages)).toEqual(['day', '[a]', 'day', '[b', 'c]'])
  })

  it('part a thread’s first message from the replies to it, and never count it as new', () => {
    const messages = [
      message('chidi', '2026-11-20T09:00:00Z', { id: 'a', seq: 4, replyCount: 9 }),
      message('chidi', '2026-11-20T09:01:00Z', { id: 'b', seq: 5 }),
      message('chidi', '2026-11-20T09:02:00Z', { id: 'c', seq: 6 }),
    ]
    expect(drawn(messages, { parentId: 'a', unreadAfter: 2 })).toEqual(['day', '[a]', 'replies', 'unread', '[b', 'c]'])
    expect(rows(messages, { parentId: 'a' })[2]).toMatchObject({ kind: 'replies', count: 9 })
    expect(drawn(messages.slice(0, 1), { parentId: 'a' })).toEqual(['day', '[a]'])
  })

  it('put together what one person says in one breath', () => {
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

  it('draw the line above the first message of others that was unread', () => {
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

  it('draw no line while it belongs further up than what is loaded', () => {
    const messages = [5, 6].map((place) => message('chidi', '2026-11-21T08:00:00Z', { id: `m${place}`, seq: place }))
    const stretch = (unreadAfter: number, hasOlder: boolean) => ({ messages, hasOlder, unreadAfter })
    expect(drawn(messages, { unreadAfter: 3, hasOlder: true })).not.toContain('unread')
    expect(drawn(messages, { unreadAfter: 4, hasOlder: true })).toContain('unread')
    expect(drawn(messages, { unreadAfter: 3, hasOlder: false })).toContain('unread')
    expect([unreadIsFurtherUp(stretch(3, true)), unreadIsFurtherUp(stretch(4, true))]).toEqual([true, false])
  })

  it('are found by place, the line above what is new with it', () => {
    const messages = [5, 7].map((place) => message('chidi', '2026-11-21T08:00:00Z', { id: `m${place}`, seq: place }))
    const found = rows(messages, { unreadAfter: 5 })
    expect([5, 6, 7, 8].map((place) => rowIndexOf(found, place))).toEqual([1, 2, 2, -1])
    expect(found[2]?.kind).toBe('unread')
  })

  it('have keys of their own that stay while a message is on its way', () => {
    const sending = message('ada', '2026-11-21T08:00:00Z', { id: 'x', seq: null, state: 'sending' })
    const sent = { ...sending, seq: 9, state: 'sent' as const }
    const [before, after] = [[sending], [sent]].map((messages) => rows(messages).map(({ key }) => key))
    expect(before).toEqual(after)
  })
})

describe('a desktop notification', () => {
  const given = {
    message: { kind: 'regular' as const },
    conversationIsOpen: false,
    isVisible: true,
    mutedUntil: null,
    now: 0,
  }

  it('comes unless a conversation is open, in a background tab too', () => {
    expect(deservesNotification(given)).toBe(true)
    expect(deservesNotification({ ...given, conversationIsOpen: true })).toBe(false)
    expect(deservesNotification({ ...given, conversationIsOpen: true, isVisible: false })).toBe(false)
  })

  it('comes behind an open conversation where the device has chosen so, but not in front of the reader', () => {
    const chosen = { ...given, conversationIsOpen: true, behindConversation: true }
    expect(deservesNotification({ ...chosen, isVisible: false })).toBe(true)
    expect(deservesNotification({ ...chosen, isVisible: true })).toBe(false)
  })

  it('does not come from a muted conversation, until that is over', () => {
    const mutedUntil = '2026-11-21T08:00:00Z'
    expect(deservesNotification({ ...given, mutedUntil, now: Date.parse(mutedUntil) - 1 })).toBe(false)
    expect(deservesNotification({ ...given, mutedUntil, now: Date.parse(mutedUntil) })).toBe(true)
    const message = { ...given.message, mentions: ['ada'] }
    expect(deservesNotification({ ...given, message, mutedUntil, now: 0, me: 'ada' })).toBe(true)
    expect(deservesNotification({ ...given, message, mutedUntil, now: 0, me: 'bola' })).toBe(false)
  })

  it('does not come for what was taken back', () => {
    expect(deservesNotification({ ...given, message: { kind: 'deleted' } })).toBe(false)
  })
})

it('bookings come nearest first, what is ahead before what is over', () => {
  const row = (id: string, startAt: string, endAt: string) => ({ id, startAt, endAt })
  const rows = [
    row('last week', '2026-11-14T08:00:00Z', '2026-11-14T09:00:00Z'),
    row('next month', '2026-12-14T08:00:00Z', '2026-12-14T09:00:00Z'),
    row('now', '2026-11-21T07:30:00Z', '2026-11-21T08:30:00Z'),
    row('yesterday', '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'),
  ]
  expect(byProximity(rows, new Date('2026-11-21T08:00:00Z')).map(({ id }) => id)).toEqual([
    'now',
    'next month',
    'yesterday',
    'last week',
  ])
})

it('a token says whose it is', () => {
  const token = (claims: object) => `h.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.s`
  expect(userOfToken(token({ user_id: 'usr_1', iat: 1 }))).toBe('usr_1')
  expect([userOfToken('nonsense'), userOfToken(token({})), userOfToken('')]).toEqual([undefined, undefined, undefined])
})

describe('putting a conversation away', () => {
  it('is quiet for an hour, a working day, or until it is turned on again', () => {
    const now = new Date('2026-03-02T09:00:00Z')
    expect(mutedUntilOf('hour', now)).toBe('2026-03-02T10:00:00.000Z')
    expect(mutedUntilOf('workday', now)).toBe('2026-03-02T17:00:00.000Z')
    const settings = { version: 1, pinnedAt: null, archivedAt: null, hiddenSince: null }
    const membership = { reading: { version: 1, lastReadSeq: 0, unreadCount: 0 }, settings }
    const later = new Date('2099-01-01T00:00:00Z')
    const muted = (mutedUntil: string | null) => ({ ...membership, settings: { ...settings, mutedUntil } })
    expect(isMuted(muted(mutedUntilOf('always', now)), later)).toBe(true)
    expect(isMuted(muted(mutedUntilOf('hour', now)), later)).toBe(false)
  })
})

describe('what can be done with a message', () => {
  const said = { kind: 'regular', seq: 4, text: 'At nine', isMine: true } as const
  it('is everything for what one said oneself', () => {
    expect(actionsOn(said)).toEqual([
      'reply',
      'thread',
      'edit',
      'forward',
      'copy',
      'link',
      'pin',
      'remind',
      'save',
      'hide',
      'remove',
    ])
  })

  it('is neither changing nor taking back what others said, but marking it unread', () => {
    expect(actionsOn({ ...said, isMine: false, pinnedAt: '2026-03-02T09:00:00Z' })).toEqual([
      'reply',
      'thread',
      'forward',
      'copy',
      'link',
      'unpin',
      'remind',
      'save',
      'unread',
      'hide',
      'report',
    ])
  })

  it('is nothing that adds or changes where nobody can write; taking back and reporting stay', () => {
    for (const added of ['reply', 'thread', 'edit']) expect(actionsOn(said, { isClosed: true })).not.toContain(added)
    expect(actionsOn(said, { isClosed: true })).toContain('remove')
    expect(actionsOn({ ...said, isMine: false }, { isClosed: true })).toContain('report')
  })

  it('is being done with it where it is saved, and no thread within a thread', () => {
    const actions = actionsOn(said, { isSaved: true, inThread: true })
    expect(actions).toContain('unsave')
    expect(actions).not.toContain('save')
    expect(actions).not.toContain('thread')
  })

  it('is little while it is on its way, and after it was deleted', () => {
    expect(actionsOn({ ...said, seq: null })).toEqual(['copy'])
    expect(actionsOn({ ...said, kind: 'deleted', text: '' })).toEqual(['link', 'hide'])
  })

  it('begins with the last thing said that can be changed', () => {
    const messages = [
      { ...said, id: 'a' },
      { ...said, id: 'b' },
      { ...said, id: 'c', seq: null },
    ] as MessageView[]
    expect(lastOwn(messages)?.id).toBe('b')
    expect(lastOwn([])).toBeUndefined()
  })
})

it('an address may name a message', () => {
  expect(readMessageId(new URLSearchParams('channel=a&message=0193a-b_c'))).toBe('0193a-b_c')
  for (const wrong of ['', 'a b', '../x', 'a'.repeat(65)])
    expect(readMessageId(new URLSearchParams({ message: wrong }))).toBeUndefined()
})
