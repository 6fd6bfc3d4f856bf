import type { ListedChannel, MessageView } from '@fettle/chat-client'
import type { Channel, Member } from '@fettle/protocol/chat/channels/channels'
import { describe, expect, it } from 'vitest'
import {
  actionsOn,
  byProximity,
  deservesNotification,
  isMuted,
  lastOwn,
  lastMessageAt,
  lastMessageOf,
  mutedUntilOf,
  nameOf,
  readMessageId,
  rowIndexOf,
  rowsOf,
  readReceiptOf,
  unreadIsFurtherUp,
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
  repliedAt: null,
  unreadCount: 0,
  typing: [],
  ...overrides,
})

it('names a deleted customer, who has no name in the chat', () => {
  const channel = { name: null, members: [member('usr_1', 'Ada Obi'), member('cus_1', '')] }
  expect(nameOf(channel, 'usr_1')).toBe('Former customer')
})

describe('a conversation', () => {
  it('is named after the other member, or by its own name', () => {
    expect(nameOf(channel, 'ada')).toBe('Chidi Okafor')
    expect(nameOf({ ...channel, name: 'Site 12' }, 'ada')).toBe('Site 12')
    const members = [...channel.members, member('bola', 'Bola Ade')]
    expect(nameOf({ ...channel, members }, 'ada')).toBe('Chidi Okafor and Bola Ade')
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

describe('desktop notification rules', () => {
  const arrival = {
    message: { kind: 'regular' as const, isMuted: false },
    conversationIsOpen: false,
    isVisible: true,
  }

  it('allow it unless a conversation is open, also in a background tab', () => {
    expect(deservesNotification(arrival)).toBe(true)
    expect(deservesNotification({ ...arrival, conversationIsOpen: true })).toBe(false)
    expect(deservesNotification({ ...arrival, conversationIsOpen: true, isVisible: false })).toBe(false)
  })

  it('allow it behind an open conversation by setting, but not in a visible tab', () => {
    const chosen = { ...arrival, conversationIsOpen: true, behindConversation: true }
    expect(deservesNotification({ ...chosen, isVisible: false })).toBe(true)
    expect(deservesNotification({ ...chosen, isVisible: true })).toBe(false)
  })

  it('exclude muted conversations, except for mentions', () => {
    const message = { ...arrival.message, isMuted: true }
    expect(deservesNotification({ ...arrival, message, me: 'ada' })).toBe(false)
    const mention = { ...message, mentions: ['ada'] }
    expect(deservesNotification({ ...arrival, message: mention, me: 'ada' })).toBe(true)
    expect(deservesNotification({ ...arrival, message: mention, me: 'bola' })).toBe(false)
  })

  it('exclude deleted messages', () => {
    expect(deservesNotification({ ...arrival, message: { ...arrival.message, kind: 'deleted' } })).toBe(false)
  })
})

it('bookings are sorted by proximity, upcoming before past', () => {
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

describe('muting a conversation', () => {
  it('lasts an hour, a working day, or until unmuted', () => {
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

describe('the actions of a message', () => {
  const ownMessage = { kind: 'regular', seq: 4, text: 'At nine', isMine: true } as const
  it('are all available for own messages', () => {
    expect(actionsOn(ownMessage)).toEqual([
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

  it("exclude editing and deleting for others' messages, but include marking as unread", () => {
    expect(actionsOn({ ...ownMessage, isMine: false, pinnedAt: '2026-03-02T09:00:00Z' })).toEqual([
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

  it('exclude changes in a closed conversation, except deleting and reporting', () => {
    for (const added of ['reply', 'thread', 'edit', 'pin'])
      expect(actionsOn(ownMessage, { isClosed: true })).not.toContain(added)
    expect(actionsOn(ownMessage, { isClosed: true })).toContain('remove')
    expect(actionsOn({ ...ownMessage, isMine: false }, { isClosed: true })).toContain('report')
  })

  it('of a reply do not mark the conversation unread, unless it is shown there too', () => {
    const reply = { ...ownMessage, isMine: false, parentId: 'm0' }
    expect(actionsOn(reply)).not.toContain('unread')
    expect(actionsOn({ ...reply, inChannel: true })).toContain('unread')
  })

  it('of a suspended account only read, mark as unread, report and remove from the saved ones', () => {
    const suspended = { isClosed: true, isReadOnly: true }
    expect(actionsOn(ownMessage, suspended)).toEqual(['copy', 'link'])
    const otherMessage = { ...ownMessage, isMine: false, pinnedAt: '2026-03-02T09:00:00Z' }
    expect(actionsOn(otherMessage, { ...suspended, isSaved: true })).toEqual([
      'copy',
      'link',
      'unsave',
      'unread',
      'report',
    ])
  })

  it('include unsaving where saved, and no thread within a thread', () => {
    const actions = actionsOn(ownMessage, { isSaved: true, inThread: true })
    expect(actions).toContain('unsave')
    expect(actions).not.toContain('save')
    expect(actions).not.toContain('thread')
  })

  it('are few for pending and deleted messages', () => {
    expect(actionsOn({ ...ownMessage, seq: null })).toEqual(['copy'])
    expect(actionsOn({ ...ownMessage, kind: 'deleted', text: '' })).toEqual(['link', 'hide'])
  })

  it('start editing with the last editable message', () => {
    const messages = [
      { ...ownMessage, id: 'a' },
      { ...ownMessage, id: 'b' },
      { ...ownMessage, id: 'c', seq: null },
    ] as MessageView[]
    expect(lastOwn(messages)?.id).toBe('b')
    expect(lastOwn([])).toBeUndefined()
  })
})

it('an address may contain a message id', () => {
  expect(readMessageId(new URLSearchParams('channel=a&message=0193a-b_c'))).toBe('0193a-b_c')
  for (const wrong of ['', 'a b', '../x', 'a'.repeat(65)])
    expect(readMessageId(new URLSearchParams({ message: wrong }))).toBeUndefined()
})
