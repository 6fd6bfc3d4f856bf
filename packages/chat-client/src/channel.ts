import type { Channel, Membership } from '@fettle/protocol/chat/channels'
import { chatLimits } from '@fettle/protocol/chat/limits'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { UserRef } from '@fettle/protocol/chat/users'
import { limits } from '@fettle/protocol/limits'
import type { Channels } from './channels.ts'
import type { Call } from './connection.ts'
import type { Clock, Log } from './edges.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'
import { applyPage, newestSeq, type ChannelData } from './state/channel.ts'
import { createShower, type ShownMessage } from './state/shown.ts'
import { createStore, type Readable } from './store.ts'
import { createThrottle } from './throttle.ts'
import type { TypingList } from './typing.ts'

/** One channel as a screen shows it. */
export interface ChannelSnapshot {
  readonly cid: string
  readonly status: 'closed' | 'loading' | 'ready' | 'failed'
  /** Why it could not be opened. */
  readonly error: unknown
  readonly channel: Channel | null
  readonly membership: Membership | null
  readonly messages: readonly ShownMessage[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  /** What came after this place was unread when the channel was opened: where the separator stands. Null: nothing was. */
  readonly unreadAfter: number | null
  /** Ids of the others who are writing. */
  readonly typing: readonly string[]
}

export interface SendOptions {
  mentions?: string[]
  quotedMessageId?: string
  custom?: Record<string, unknown>
}

/** A channel's store and commands. Commands that load reject when the load fails; sending never does. */
export interface ChannelStore extends Readable<ChannelSnapshot> {
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
}

interface Edges {
  channels: Channels
  outbox: Outbox
  typing: TypingList
  call: Call
  clock: Clock
  log: Log
  newId: () => string
  me: () => UserRef | undefined
  isConnected: () => boolean
}

type Flags = Pick<ChannelSnapshot, 'status' | 'error' | 'isLoadingOlder' | 'isLoadingNewer' | 'unreadAfter'>

const CLOSED: Flags = { status: 'closed', error: null, isLoadingOlder: false, isLoadingNewer: false, unreadAfter: null }

export function createChannelStore(cid: string, edges: Edges): ChannelHandle {
  const { channels, outbox, typing, call, clock, log, newId, me, isConnected } = edges
  const show = createShower()
  let flags = CLOSED
  let entries: readonly OutboxEntry[] = []
  const store = createStore(compute())

  function compute(): ChannelSnapshot {
    const data = channels.find(cid)
    const mine = outbox.entries().filter((entry) => entry.cid === cid)
    if (mine.length !== entries.length || mine.some((entry, index) => entry !== entries[index])) entries = mine
    return {
      cid,
      ...flags,
      channel: data?.channel ?? null,
      membership: data?.membership ?? null,
      messages: show(data, entries, me()),
      hasOlder: data?.hasOlder ?? false,
      hasNewer: data?.hasNewer ?? false,
      typing: typing.of(cid),
    }
  }

  function refresh(): void {
    const next = compute()
    const before = store.getSnapshot()
    const isSame = (Object.keys(next) as (keyof ChannelSnapshot)[]).every((key) => next[key] === before[key])
    if (!isSame) store.set(next)
  }

  function setFlags(next: Partial<Flags>): void {
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
    if (!data) return
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
    store: {
      cid,
      subscribe: store.subscribe,
      getSnapshot: store.getSnapshot,
      async open() {
        channels.setOpen(cid, true)
        typing.reset(cid)
        setFlags({ status: channels.find(cid) ? 'ready' : 'loading', error: null })
        try {
          const data = channels.find(cid) ?? (await channels.fetch(cid))
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
      send(text, options = {}) {
        const id = newId()
        stopTyping()
        outbox.add({ id, cid, message: { id, text, ...options } })
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
      jumpToNewest: () => loadPage({}, 'instead'),
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
