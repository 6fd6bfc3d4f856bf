import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Channel, Membership } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import type { Channels } from './channels.ts'
import type { Call } from '../connection/connection.ts'
import type { ClientClock, Log } from '../ports.ts'
import type { Outbox, OutboxEntry } from '../offline/outbox.ts'
import { createMessageCommands, type MessageCommands } from './message-commands.ts'
import { applyHidden, applyPage, newestSeq, type ChannelData } from '../state/channel.ts'
import { createOptimisticUpdates } from '../state/optimistic.ts'
import { createMessageViewSelector, type MessageView } from '../state/message-view.ts'
import { createStore, type Readable } from '../store.ts'
import { createThrottle } from '../connection/throttle.ts'
import type { TypingList } from './typing.ts'

/** One channel as a screen shows it. */
export interface ChannelSnapshot {
  readonly cid: string
  readonly status: 'closed' | 'loading' | 'ready' | 'failed'
  /** Why it could not be opened. */
  readonly error: unknown
  readonly channel: Channel | null
  readonly membership: Membership | null
  readonly messages: readonly MessageView[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  /** What came after this place was unread when the channel was opened: where the separator stands. Null: nothing was. */
  readonly unreadAfter: number | null
  /** Ids of the others who are writing. */
  readonly typing: readonly string[]
  /** The pinned messages, the last pinned first, once `loadPinned` was asked for; kept up to date from then on. */
  readonly pinned: readonly Message[] | null
  /** Replies of mine on their way: for their threads. */
  readonly pendingReplies: readonly OutboxEntry[]
  /** How many things I did to messages are not confirmed yet. */
  readonly intents: number
}

export interface SendOptions {
  mentions?: string[]
  quotedMessageId?: string
  /** The message this replies to. */
  parentId?: string
  /** Show the reply in the channel, too. */
  inChannel?: boolean
  /** Files that are uploaded. */
  attachments?: Attachment[]
  /** Links in the text whose previews it carries. */
  previewUrls?: string[]
  custom?: Record<string, unknown>
}

/** A channel's store and commands. Commands that load reject when the load fails; sending never does. */
export interface ChannelStore extends Readable<ChannelSnapshot>, MessageCommands {
  readonly cid: string
  /** Shows it: loads what is missing, marks it read and forgets who was typing. */
  open(): Promise<void>
  close(): void
  /** Puts a message on its way and answers its id. It is on screen at once, and sent as soon as there is a connection. */
  send(text: string, options?: SendOptions): string
  retry(id: string): void
  cancel(id: string): void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows the stretch around a place, for example that of a quoted message. */
  jumpTo(seq: number): Promise<void>
  /** The same around a message of which only the id is known, such as one from a link. Answers its place. */
  jumpToMessage(messageId: string): Promise<number>
  loadPinned(): Promise<void>
  /** Everything from a message on is unread again, and stays so until the channel is opened the next time. */
  markUnread(messageId: string): Promise<void>
  /** Messages as they will be once what I have done to them is confirmed. */
  withIntents(messages: readonly Message[]): readonly Message[]
  /** Back to the newest messages. */
  jumpToNewest(): Promise<void>
  /** Everything that is loaded is read; at most once a second. */
  markRead(): void
  /** The user pressed a key: others see it, at most every two seconds, until a pause or the message is sent. */
  keystroke(): void
  stopTyping(): void
}

/** What the client tells its channel stores. */
export interface ChannelHandle {
  store: ChannelStore
  refresh: () => void
  frame: (frame: ChatFrame) => void
}

interface ChannelDeps {
  channels: Channels
  outbox: Outbox
  typing: TypingList
  call: Call
  clock: ClientClock
  log: Log
  newId: () => string
  me: () => UserRef | undefined
  isConnected: () => boolean
  /** The service has confirmed what was done to a message: everybody who shows it hears it at once. */
  confirmed: (message: Message) => void
}

type ChannelFlags = Pick<ChannelSnapshot, 'status' | 'error' | 'isLoadingOlder' | 'isLoadingNewer' | 'unreadAfter'>

const CLOSED_FLAGS: ChannelFlags = {
  status: 'closed',
  error: null,
  isLoadingOlder: false,
  isLoadingNewer: false,
  unreadAfter: null,
}

export function createChannelStore(cid: string, edges: ChannelDeps): ChannelHandle {
  const { channels, outbox, typing, call, clock, log, newId, me, isConnected, confirmed } = edges
  const show = createMessageViewSelector()
  let flags = CLOSED_FLAGS
  let entries: readonly OutboxEntry[] = []
  let replies: readonly OutboxEntry[] = []
  let pinned: readonly Message[] | null = null
  /** Marked unread by hand: what is seen does not count as read. */
  let isHeld = false
  const overlay = createOptimisticUpdates(() => refresh())
  const store = createStore(compute())

  function compute(): ChannelSnapshot {
    const data = channels.find(cid)
    const mine = outbox.entries().filter((entry) => entry.cid === cid)
    entries = reuseIfEqual(entries, mine.filter(isInChannel))
    replies = reuseIfEqual(
      replies,
      mine.filter(({ message }) => message.parentId !== undefined),
    )
    const members = data?.channel.members ?? []
    return {
      cid,
      ...flags,
      channel: data?.channel ?? null,
      membership: data?.membership ?? null,
      messages: show({ members, messages: overlay.apply(data?.messages ?? none) }, entries, me()),
      hasOlder: data?.hasOlder ?? false,
      hasNewer: data?.hasNewer ?? false,
      typing: typing.of(cid),
      pinned: pinned && overlay.apply(pinned).filter(({ pinnedAt }) => pinnedAt),
      pendingReplies: replies,
      intents: overlay.count(),
    }
  }

  function refresh(): void {
    const next = compute()
    const before = store.getSnapshot()
    const isSame = (Object.keys(next) as (keyof ChannelSnapshot)[]).every((key) => next[key] === before[key])
    if (!isSame) store.set(next)
  }

  function setFlags(next: Partial<ChannelFlags>): void {
    flags = { ...flags, ...next }
    refresh()
  }

  function quietly(work: Promise<unknown>, what: string): void {
    work.catch((error: unknown) => log.warn(what, error))
  }

  // What was seen when it was asked: a message that comes while the throttle waits may be behind the reader's back.
  let seen = 0
  const reading = createThrottle(clock, limits.markReadThrottle, () => {
    const data = channels.find(cid)
    if (!data?.membership || data.membership.reading.unreadCount === 0 || data.hasNewer || !isConnected()) return
    const seq = seen
    if (seq <= data.membership.reading.lastReadSeq) return
    quietly(
      call('channels.read', { cid, seq }).then((answer) =>
        channels.frame({ type: 'reading.updated', cid, reading: answer.reading }),
      ),
      'A channel could not be marked read',
    )
  })

  function markRead(): void {
    const data = channels.find(cid)
    if (!data || isHeld) return
    seen = Math.max(seen, Math.min(newestSeq(data), data.channel.lastSeq))
    reading.ask()
  }

  let lastTyping = -Infinity
  let stopWhenQuiet: (() => void) | undefined

  function tellTyping(isTyping: boolean): void {
    if (isConnected()) quietly(call('typing.set', { cid, typing: isTyping }), 'Typing could not be told')
  }

  function stopTyping(): void {
    if (!stopWhenQuiet) return
    stopWhenQuiet()
    stopWhenQuiet = undefined
    lastTyping = -Infinity
    tellTyping(false)
  }

  /** Loads a page and puts it in, unless the channel was replaced meanwhile. */
  async function loadPage(
    input: Omit<ChatCallInput<'messages.list'>, 'cid'>,
    where: 'older' | 'newer' | 'instead',
    stillFits: (data: ChannelData) => boolean = () => true,
  ): Promise<void> {
    const page = await call('messages.list', { cid, ...input })
    channels.change(cid, (data) => (stillFits(data) ? applyPage(data, page, where) : data))
  }

  async function loadOlder(): Promise<void> {
    const data = channels.find(cid)
    const first = data?.messages[0]
    if (!data?.hasOlder || flags.isLoadingOlder) return
    setFlags({ isLoadingOlder: true })
    try {
      // Without a message yet: everything is older than the next place.
      await loadPage({ before: first?.seq ?? newestSeq(data) + 1 }, 'older', (now) => now.messages[0]?.id === first?.id)
    } finally {
      setFlags({ isLoadingOlder: false })
    }
  }

  return {
    refresh,
    frame(frame) {
      if (!pinned || !('message' in frame) || !('userId' in frame) || frame.cid !== cid) return
      pinned = withPinned(pinned, frame.message)
      refresh()
    },
    store: {
      ...createMessageCommands({
        cid,
        call,
        overlay,
        now: clock.now,
        me: () => me()?.id,
        newId,
        confirmed,
        hidden(messageId) {
          const seq = channels.find(cid)?.messages.find(({ id }) => id === messageId)?.seq
          if (seq !== undefined) channels.change(cid, (data) => applyHidden(data, seq))
        },
      }),
      cid,
      subscribe: store.subscribe,
      getSnapshot: store.getSnapshot,
      async open() {
        channels.setOpen(cid, true)
        isHeld = false
        typing.reset(cid)
        setFlags({ status: channels.find(cid) ? 'ready' : 'loading', error: null })
        try {
          const known = channels.isStale(cid) ? undefined : channels.find(cid)
          const data = known ?? (await channels.fetch(cid))
          const { reading: mine } = data.membership ?? {}
          setFlags({ status: 'ready', unreadAfter: mine && mine.unreadCount > 0 ? mine.lastReadSeq : null })
          markRead()
          if (data.messages.length < chatLimits.historyPage) await loadOlder()
        } catch (error) {
          // What is loaded already can be read without a connection.
          setFlags(channels.find(cid) ? { status: 'ready' } : { status: 'failed', error })
          throw error
        }
      },
      close() {
        channels.setOpen(cid, false)
        stopTyping()
        setFlags({ status: 'closed', unreadAfter: null })
      },
      send(text, { attachments, ...options } = {}) {
        const id = newId()
        stopTyping()
        const files = attachments ? { attachmentIds: attachments.map((file) => file.id) } : {}
        const message = { id, text, ...options, ...files }
        outbox.add({ id, cid, message, ...(attachments ? { attachments } : {}) })
        return id
      },
      retry: (id) => outbox.retry(id),
      cancel: (id) => outbox.cancel(id),
      loadOlder,
      async loadNewer() {
        const data = channels.find(cid)
        const last = data?.messages.at(-1)
        if (!data?.hasNewer || !last || flags.isLoadingNewer) return
        setFlags({ isLoadingNewer: true })
        try {
          await loadPage({ after: last.seq }, 'newer', (now) => now.messages.at(-1)?.id === last.id)
        } finally {
          setFlags({ isLoadingNewer: false })
        }
      },
      jumpTo: (seq) => loadPage({ around: seq }, 'instead'),
      async jumpToMessage(messageId) {
        const known = channels.find(cid)?.messages.find(({ id }) => id === messageId)
        if (known) return known.seq
        const { message } = await call('messages.get', { cid, messageId })
        await loadPage({ around: message.seq }, 'instead')
        return message.seq
      },
      jumpToNewest: () => loadPage({}, 'instead'),
      async loadPinned() {
        pinned = (await call('messages.pinned', { cid })).messages
        refresh()
      },
      async markUnread(messageId) {
        isHeld = true
        const { reading: mine } = await call('channels.unread', { cid, messageId })
        channels.frame({ type: 'reading.updated', cid, reading: mine })
        setFlags({ unreadAfter: mine.lastReadSeq })
      },
      withIntents: overlay.apply,
      markRead,
      keystroke() {
        const now = clock.now()
        if (now - lastTyping >= limits.typingResend || now < lastTyping) {
          lastTyping = now
          tellTyping(true)
        }
        stopWhenQuiet?.()
        stopWhenQuiet = clock.after(chatLimits.typingSilence, stopTyping)
      },
      stopTyping,
    },
  }
}

const none: readonly Message[] = []
const isInChannel = ({ message }: OutboxEntry) => message.parentId === undefined || message.inChannel === true

/** The list that was there as long as it is the same. */
function reuseIfEqual<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return now.length === before.length && now.every((each, index) => each === before[index]) ? before : now
}

/** The last pinned first; of two states of a message the newer. */
function withPinned(pinned: readonly Message[], message: Message): readonly Message[] {
  const known = pinned.find(({ id }) => id === message.id)
  if (!known && !message.pinnedAt) return pinned
  if (known && (known.revision ?? 0) >= (message.revision ?? 0)) return pinned
  const others = pinned.filter((each) => each !== known)
  if (!message.pinnedAt) return others
  return [...others, message].sort((one, other) => ((one.pinnedAt ?? '') < (other.pinnedAt ?? '') ? 1 : -1))
}
