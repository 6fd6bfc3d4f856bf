import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Channel, Membership } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import type { Channels } from './channels.ts'
import type { SendCall } from '../connection/connection.ts'
import { failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'
import type { Outbox, OutboxEntry } from '../offline/outbox.ts'
import { createMessageCommands, type MessageCommands } from './message-commands.ts'
import { applyHidden, applyPage, newestSeq, type ChannelData } from '../state/channel.ts'
import { createOptimisticUpdates } from '../state/optimistic.ts'
import { isSameList } from '../state/same-list.ts'
import { createMessageViewSelector, type MessageView } from '../state/message-view.ts'
import { createStore, setIfChanged, type Readable } from '../store.ts'
import { createThrottle } from '../connection/throttle.ts'
import type { TypingList } from './typing.ts'

/** State of one channel for a screen. */
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
  /** Messages after this sequence number were unread on opening: position of the separator. Null: none were. */
  readonly unreadAfter: number | null
  /** Ids of other users who are typing. */
  readonly typing: readonly string[]
  /** Pinned messages, last pinned first, after `loadPinned`; kept up to date from then on. */
  readonly pinned: readonly Message[] | null
  /** Own unconfirmed replies, for their threads. */
  readonly pendingReplies: readonly OutboxEntry[]
  /** Number of own unconfirmed changes of messages. */
  readonly intents: number
}

export interface SendOptions {
  mentions?: string[]
  quotedMessageId?: string
  /** The parent message. */
  parentId?: string
  /** Show the reply in the channel too. */
  inChannel?: boolean
  /** Completed uploads. */
  attachments?: Attachment[]
  /** Links whose previews the message carries. */
  previewUrls?: string[]
  custom?: Record<string, unknown>
}

/** A channel's store and commands. Loading commands reject on failure; sending never does. */
export interface ChannelStore extends Readable<ChannelSnapshot>, MessageCommands {
  readonly cid: string
  /** Opens it: loads what is missing, marks it read and clears typing users. */
  open(): Promise<void>
  close(): void
  /** Enqueues a message and returns its id. It is visible at once, and sent when there is a connection. */
  send(text: string, options?: SendOptions): string
  retry(id: string): void
  cancel(id: string): void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows the window around a sequence number, for example that of a quoted message. */
  jumpTo(seq: number): Promise<void>
  /**
   * Shows the window around a message of which only the id is known, such as from a link. Returns its sequence number.
   */
  jumpToMessage(messageId: string): Promise<number>
  loadPinned(): Promise<void>
  /** Marks everything from a message on as unread, until the channel is opened again. */
  markUnread(messageId: string): Promise<void>
  /** Messages with unconfirmed changes applied. */
  withIntents(messages: readonly Message[]): readonly Message[]
  /** Returns to the newest messages. */
  jumpToNewest(): Promise<void>
  /** Marks everything loaded as read, at most once a second. */
  markRead(): void
  /** Reports a keystroke: others see typing, sent at most every two seconds, until a pause or sending. */
  keystroke(): void
  stopTyping(): void
}

/** How the client informs its channel stores. */
export interface ChannelHandle {
  store: ChannelStore
  refresh: () => void
  /** Events were missed. Not all of them are replayed. */
  recovered: () => void
  frame: (frame: ChatFrame) => void
}

interface ChannelDeps {
  channels: Channels
  outbox: Outbox
  typing: TypingList
  call: SendCall
  clock: ClientClock
  log: Log
  newId: () => string
  me: () => UserRef | undefined
  isConnected: () => boolean
  /** A change of a message was confirmed: every store that shows it is updated at once. */
  confirmed: (message: Message) => void
}

type ChannelFlags = Pick<ChannelSnapshot, 'status' | 'error' | 'isLoadingOlder' | 'isLoadingNewer' | 'unreadAfter'>

/** Delay before what was refused for now is tried again. */
const RETRY_DELAY_MS = 5_000

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
  /** What arrived since pinned messages were requested that have no answer yet. */
  const pinnedRequests = new Set<Message[]>()
  /** Messages the user has hidden, of which changes are received all the same. */
  const hiddenIds = new Set<string>()
  /** Marked unread manually: viewing does not mark it read. */
  let isHeld = false
  /** Counts openings and closings: what an earlier opening loads changes nothing. */
  let visits = 0
  let jumps = 0
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
      pinned: pinned && overlay.apply(pinned).filter(isPinnedForUser),
      pendingReplies: replies,
      intents: overlay.count(),
    }
  }

  function isPinnedForUser({ id, seq, pinnedAt }: Message): boolean {
    const cleared = channels.find(cid)?.membership?.settings.truncatedSeq ?? 0
    return Boolean(pinnedAt) && seq > cleared && !hiddenIds.has(id)
  }

  function refresh(): void {
    setIfChanged(store, compute())
  }

  function setFlags(next: Partial<ChannelFlags>): void {
    flags = { ...flags, ...next }
    refresh()
  }

  function quietly(work: Promise<unknown>, what: string): void {
    work.catch((error: unknown) => log.warn(what, error))
  }

  // Position at the time of the request, because a message arriving during the throttle may be unseen.
  let seen = 0
  const reading = createThrottle(clock, limits.markReadThrottle, () => {
    const data = channels.find(cid)
    // It may have been marked unread since.
    if (isHeld) return
    if (!data?.membership || data.membership.reading.unreadCount === 0 || data.hasNewer || !isConnected()) return
    const seq = seen
    if (seq <= data.membership.reading.lastReadSeq) return
    call('channels.read', { cid, seq }).then(
      (answer) => channels.frame({ type: 'reading.updated', cid, reading: answer.reading }),
      (error: unknown) => {
        log.warn('A channel could not be marked read', error)
        // After a drop the screen asks again.
        if (failureOf(error)?.retryable) clock.after(RETRY_DELAY_MS, reading.ask)
      },
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

  /** Loads a page and inserts it, unless the channel was replaced meanwhile. */
  async function loadPage(
    input: Omit<ChatCallInput<'messages.list'>, 'cid'>,
    where: 'older' | 'newer',
    stillFits: (data: ChannelData) => boolean,
  ): Promise<void> {
    const page = await call('messages.list', { cid, ...input })
    channels.change(cid, (data) => (stillFits(data) ? applyPage(data, page, where) : data))
  }

  /** Replaces the window. Rejects if another jump followed, whose answer may already be here. */
  async function jump(input: Omit<ChatCallInput<'messages.list'>, 'cid'>): Promise<void> {
    jumps += 1
    const own = jumps
    const page = await call('messages.list', { cid, ...input })
    if (own !== jumps) throw new Error('A later jump followed')
    channels.change(cid, (data) => applyPage(data, page, 'instead'))
  }

  async function loadOlder(): Promise<void> {
    const data = channels.find(cid)
    const first = data?.messages[0]
    if (!data?.hasOlder || flags.isLoadingOlder) return
    setFlags({ isLoadingOlder: true })
    try {
      // Without messages, everything is before the next sequence number.
      await loadPage({ before: first?.seq ?? newestSeq(data) + 1 }, 'older', (now) => now.messages[0]?.id === first?.id)
    } finally {
      setFlags({ isLoadingOlder: false })
    }
  }

  async function loadPinned(): Promise<void> {
    const received: Message[] = []
    pinnedRequests.add(received)
    try {
      const { messages } = await call('messages.pinned', { cid })
      // The answer may be older than what arrived before it.
      pinned = received.reduce<readonly Message[]>(withPinned, messages)
    } finally {
      pinnedRequests.delete(received)
    }
    refresh()
  }

  let cancelReload = (): void => undefined

  /** Loads pinned messages again, repeatedly while that is refused for now. While closed, they are unknown instead. */
  function reloadPinned(): void {
    cancelReload()
    if (!pinned) return
    if (flags.status === 'closed') {
      pinned = null
      return refresh()
    }
    loadPinned().catch((error: unknown) => {
      log.warn('Loading pinned messages failed', error)
      cancelReload()
      if (failureOf(error)?.retryable) cancelReload = clock.after(RETRY_DELAY_MS, reloadPinned)
    })
  }

  return {
    refresh,
    recovered: reloadPinned,
    frame(frame) {
      if (frame.type === 'message.hidden') hiddenIds.add(frame.messageId)
      else if ('message' in frame && 'userId' in frame) {
        for (const received of pinnedRequests) received.push(frame.message)
        if (pinned) pinned = withPinned(pinned, frame.message)
      } else return
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
          hiddenIds.add(messageId)
          refresh()
          const seq = channels.find(cid)?.messages.find(({ id }) => id === messageId)?.seq
          if (seq !== undefined) channels.change(cid, (data) => applyHidden(data, seq))
        },
      }),
      cid,
      subscribe: store.subscribe,
      getSnapshot: store.getSnapshot,
      async open() {
        visits += 1
        const visit = visits
        channels.setOpen(cid, true)
        isHeld = false
        typing.reset(cid)
        setFlags({ status: channels.find(cid) ? 'ready' : 'loading', error: null })
        try {
          const known = channels.isStale(cid) ? undefined : channels.find(cid)
          const data = known ?? (await channels.fetch(cid))
          if (visit !== visits) return
          const { reading: mine } = data.membership ?? {}
          setFlags({ status: 'ready', unreadAfter: mine && mine.unreadCount > 0 ? mine.lastReadSeq : null })
          markRead()
          if (data.messages.length < chatLimits.historyPage) await loadOlder()
        } catch (error) {
          if (visit !== visits) return
          // Loaded content can be read without a connection.
          setFlags(channels.find(cid) ? { status: 'ready' } : { status: 'failed', error })
          throw error
        }
      },
      close() {
        visits += 1
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
      jumpTo: (seq) => jump({ around: seq }),
      async jumpToMessage(messageId) {
        const known = channels.find(cid)?.messages.find(({ id }) => id === messageId)
        if (known) return known.seq
        const { message } = await call('messages.get', { cid, messageId })
        await jump({ around: message.seq })
        return message.seq
      },
      jumpToNewest: () => jump({}),
      loadPinned,
      async markUnread(messageId) {
        const wasHeld = isHeld
        isHeld = true
        try {
          const { reading: mine } = await call('channels.unread', { cid, messageId })
          channels.frame({ type: 'reading.updated', cid, reading: mine })
          setFlags({ unreadAfter: mine.lastReadSeq })
        } catch (error) {
          isHeld = wasHeld
          reading.ask()
          throw error
        }
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

/** Keeps the previous array if it is equal. */
function reuseIfEqual<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return isSameList(now, before) ? before : now
}

/** Pinned messages, last pinned first; of two states the newer. */
function withPinned(pinned: readonly Message[], message: Message): readonly Message[] {
  const known = pinned.find(({ id }) => id === message.id)
  if (!known && !message.pinnedAt) return pinned
  if (known && (known.revision ?? 0) >= (message.revision ?? 0)) return pinned
  const others = pinned.filter((each) => each !== known)
  if (!message.pinnedAt) return others
  return [...others, message].sort((one, other) => ((one.pinnedAt ?? '') < (other.pinnedAt ?? '') ? 1 : -1))
}
