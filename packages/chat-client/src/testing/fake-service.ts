import type { ChannelState, Member } from '@fettle/protocol/chat/channels/channels'
import type { Handshake, Hello } from '@fettle/protocol/chat/connection/connection'
import type { CallAnswer } from '@fettle/protocol/chat/connection/socket'
import type { ChatErrorName } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { UnreadOverview } from '@fettle/protocol/chat/channels/read-state'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { connectionLost } from '../errors.ts'
import type { LinkEvents, Transport } from '../ports.ts'
import { chatFailure } from './chat-failure.ts'
import { TEST_START } from './clock.ts'

/** The channel of the service. */
export const CID = 'messaging:test'

type Answer = (input: Record<string, unknown>) => unknown

/** A chat service in memory with one channel. The test decides what it refuses, answers and loses. */
export function createFakeService() {
  const opened: Handshake[] = []
  const calls: { name: string; input: Record<string, unknown> }[] = []
  const messages: Message[] = []
  let refusal: ChatErrorName | undefined
  let isReachable = true
  let unread: UnreadOverview = { totalUnread: 0, unreadChannels: 0, channels: [], complete: true }
  let current: { events: LinkEvents; pending: Set<(error: Error) => void> } | undefined

  const say = (input: Record<string, unknown>, userId = 'ada'): Message => {
    const draft = input['message'] as { id: string; text: string }
    const existing = messages.find(({ id }) => id === draft.id)
    if (existing) return existing
    const seq = messages.length + 1
    const message: Message = {
      ...draft,
      cid: CID,
      seq,
      user: { id: userId, name: userId, image: null },
      kind: 'regular',
      createdAt: new Date(TEST_START + seq).toISOString(),
    }
    messages.push(message)
    return message
  }

  const answers: Record<string, Answer> = {
    'channels.query': () => ({ channels: [snapshot()], nextCursor: null }),
    'channels.get': () => snapshot(),
    'channels.events': ({ after }) => ({
      events: messages.slice(Number(after)).map(toEvent),
      reset: false,
      lastSeq: messages.length,
      members: snapshot().channel.members,
      membership: snapshot().membership,
    }),
    'channels.read': ({ seq }) => ({
      reading: { version: 100, lastReadSeq: seq, unreadCount: 0 },
      lastReadAt: new Date(TEST_START).toISOString(),
    }),
    'channels.delivered': () => ({}),
    'typing.set': () => ({}),
    'messages.list': () => ({ messages: [], hasOlder: false, hasNewer: false }),
    'messages.send': (input) => ({ message: say(input) }),
  }

  const snapshot = (): ChannelState => ({
    channel: {
      cid: CID,
      type: 'messaging',
      id: 'test',
      name: null,
      image: null,
      createdBy: null,
      createdAt: new Date(TEST_START).toISOString(),
      lastMessageAt: messages.at(-1)?.createdAt ?? null,
      lastSeq: messages.length,
      members: ['ada', 'tunde'].map(member),
      custom: {},
    },
    membership: {
      reading: {
        version: messages.length,
        lastReadSeq: 0,
        unreadCount: messages.filter(({ user }) => user?.id !== 'ada').length,
      },
      settings: { version: 0, pinnedAt: null, archivedAt: null, mutedUntil: null, hiddenSince: null },
    },
    messages: [...messages],
    hasOlder: false,
  })

  const transport: Transport = {
    open(handshake, events) {
      opened.push(handshake)
      const link = { events, pending: new Set<(error: Error) => void>() }
      current = link
      void Promise.resolve().then(() => {
        if (!isReachable) events.closed(undefined)
        else if (refusal) events.closed(chatFailure(refusal))
        else events.hello(helloFor(handshake, unread))
      })
      return {
        call: (name, input) =>
          new Promise<CallAnswer>((resolve, reject) => {
            const fields = input as Record<string, unknown>
            calls.push({ name, input: fields })
            link.pending.add(reject)
            void Promise.resolve(answers[name]?.(fields)).then(
              (ok) => link.pending.delete(reject) && resolve({ ok }),
              (error: unknown) =>
                link.pending.delete(reject) && resolve({ error: chatFailure(error as ChatErrorName) }),
            )
          }),
        close: () => (current = undefined),
      }
    },
  }

  return {
    transport,
    opened,
    calls,
    answers,
    messages,
    say,
    /** Unread messages as hello reports them. */
    set unread(overview: UnreadOverview) {
      unread = overview
    },
    named: (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input),
    refuse: (name: ChatErrorName | undefined) => (refusal = name),
    reachable: (is: boolean) => (isReachable = is),
    frame: (frame: ChatFrame) => current?.events.frame(frame),
    /** Ends the connection. Pending calls fail. */
    cut({ isRestart = false } = {}) {
      const link = current
      current = undefined
      for (const reject of link?.pending ?? []) reject(connectionLost())
      link?.pending.clear()
      link?.events.closed(undefined, isRestart)
    },
  }
}

function helloFor({ user }: Handshake, unread: UnreadOverview): Hello {
  return {
    connectionId: 'c1',
    me: { id: user.id, name: user.id, image: null, role: 'provider', online: true, lastActiveAt: null, custom: {} },
    unread,
    serverTime: new Date(TEST_START).toISOString(),
  }
}

/** A member who has read nothing. */
export function member(userId: string): Member {
  const user = {
    id: userId,
    name: userId,
    image: null,
    role: 'customer' as const,
    online: true,
    lastActiveAt: null,
    custom: {},
  }
  return {
    userId,
    user,
    role: 'member',
    joinedAt: new Date(TEST_START).toISOString(),
    lastReadSeq: 0,
    lastReadAt: null,
    deliveredSeq: 0,
  }
}

/** The event that announces a message. */
export const toEvent = (message: Message) => ({
  type: 'message.new' as const,
  cid: CID,
  seq: message.seq,
  at: message.createdAt,
  message,
})
