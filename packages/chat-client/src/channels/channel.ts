import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Channel, Membership } from '@fettle/protocol/chat/channels/channels'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import type { Channels } from './channels.ts'
import type { SendCall } from '../connection/connection.ts'
import type { ClientClock, Log } from '../ports.ts'
import type { MessageTextChange, Outbox, OutboxEntry } from '../offline/outbox.ts'
import { createChannelVisit, type VisitFlags } from './channel-visit.ts'
import { createMessageCommands, type MessageCommands } from './message-commands.ts'
import { applyHidden } from '../state/channel.ts'
import { createOptimisticUpdates } from '../state/optimistic.ts'
import { isSameList } from '../state/same-list.ts'
import { createMessageViewSelector, type MessageView } from '../state/message-view.ts'
import { setIfChanged } from '../state/set-if-changed.ts'
import { createStore, type Readable } from '../store.ts'
import { createMessagePages, type MessagePages, type PageFlags } from './message-pages.ts'
import { createPinnedMessages } from './pinned-messages.ts'
import { createReadMarker } from './read-marker.ts'
import type { TypingList } from './typing.ts'
import { createTypingSignal, type TypingSignal } from './typing-signal.ts'

/** State of one channel for a screen. */
export interface ChannelSnapshot extends PageFlags, VisitFlags {
  readonly cid: string
  readonly channel: Channel | null
  readonly membership: Membership | null
  readonly messages: readonly MessageView[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** Ids of other users who are typing. */
  readonly typing: readonly string[]
  /** Pinned messages, last pinned first, after `loadPinned`; kept up to date from then on. */
  readonly pinned: readonly Message[] | null
  /** Own unconfirmed replies, for their threads. */
  readonly pendingReplies: readonly OutboxEntry[]
  /** Number of own unconfirmed changes of messages. */
  readonly unconfirmedChanges: number
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
export interface ChannelStore extends Readable<ChannelSnapshot>, MessageCommands, MessagePages, TypingSignal {
  readonly cid: string
  /** Opens it: loads what is missing, marks it read and clears typing users. */
  open(): Promise<void>
  close(): void
  /** Enqueues a message and returns its id. It is visible at once, and sent when there is a connection. */
  send(text: string, options?: SendOptions): string
  /** Sends a failed message again, or with another text. Returns whether there was one. */
  retry(id: string, change?: MessageTextChange): boolean
  cancel(id: string): void
  loadPinned(): Promise<void>
  /** Marks everything loaded as read, at most once a second. */
  markRead(): void
  /** Marks everything from a message on as unread, until the channel is opened again. */
  markUnread(messageId: string): Promise<void>
  /** Messages with unconfirmed changes applied. */
  withUnconfirmedChanges(messages: readonly Message[]): readonly Message[]
}

/** How the client informs its channel stores. */
export interface ChannelHandle {
  store: ChannelStore
  refresh: () => void
  /** Events were missed. Not all of them are replayed. */
  recovered: () => void
  /** Forgets everything, before another user connects. */
  reset: () => void
  frame: (frame: ChatFrame) => void
}

/** Dependencies of a channel's store. */
export interface ChannelDeps {
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

/** Creates the store of one channel. It loads nothing until it is opened. */
export function createChannelStore(cid: string, deps: ChannelDeps): ChannelHandle {
  const { channels, outbox, typing, call, clock, log, newId, me, isConnected, confirmed } = deps
  const toViews = createMessageViewSelector()
  let entries: readonly OutboxEntry[] = []
  let replies: readonly OutboxEntry[] = []
  /** Messages the user has hidden, of which changes are received all the same. */
  const hiddenIds = new Set<string>()
  const optimistic = createOptimisticUpdates(refresh)
  const { flags: pageFlags, ...pages } = createMessagePages({ cid, channels, call, changed: refresh })
  const pinned = createPinnedMessages({
    cid,
    call,
    clock,
    log,
    isShown: () => visit.flags().status !== 'closed',
    changed: refresh,
  })
  const readMarker = createReadMarker({ cid, channels, call, clock, log, isConnected })
  const visit = createChannelVisit({ cid, channels, pages, readMarker, isConnected, changed: refresh })
  const typingSignal = createTypingSignal(clock, (isTyping) => {
    if (!isConnected()) return
    call('typing.set', { cid, typing: isTyping }).catch((error: unknown) =>
      log.warn('Sending a typing signal failed', error),
    )
  })
  const store = createStore(compute())

  function compute(): ChannelSnapshot {
    const data = channels.find(cid)
    const channelEntries = outbox.entries().filter((entry) => entry.cid === cid)
    entries = reuseIfEqual(entries, channelEntries.filter(isInChannel))
    replies = reuseIfEqual(
      replies,
      channelEntries.filter(({ message }) => message.parentId !== undefined),
    )
    const members = data?.channel.members ?? []
    const pinnedMessages = pinned.get()
    return {
      cid,
      ...visit.flags(),
      ...pageFlags(),
      channel: data?.channel ?? null,
      membership: data?.membership ?? null,
      messages: toViews({ members, messages: optimistic.apply(data?.messages ?? none) }, entries, me()),
      hasOlder: data?.hasOlder ?? false,
      hasNewer: data?.hasNewer ?? false,
      typing: typing.of(cid),
      pinned: pinnedMessages && optimistic.apply(pinnedMessages).filter(isPinnedForUser),
      pendingReplies: replies,
      unconfirmedChanges: optimistic.count(),
    }
  }

  function isPinnedForUser({ id, seq, pinnedAt }: Message): boolean {
    const cleared = channels.find(cid)?.membership?.settings.truncatedSeq ?? 0
    return Boolean(pinnedAt) && seq > cleared && !hiddenIds.has(id)
  }

  function refresh(): void {
    readMarker.follow()
    setIfChanged(store, compute())
  }

  function close(): void {
    typingSignal.stopTyping()
    visit.close()
  }

  return {
    refresh,
    recovered: pinned.reload,
    reset() {
      pinned.reset()
      readMarker.reset()
      hiddenIds.clear()
      close()
    },
    frame(frame) {
      if (frame.type === 'message.hidden') hiddenIds.add(frame.messageId)
      else if ('message' in frame && 'userId' in frame) pinned.apply(frame.message)
      else return
      refresh()
    },
    store: {
      cid,
      subscribe: store.subscribe,
      getSnapshot: store.getSnapshot,
      ...createMessageCommands({
        cid,
        call,
        optimistic,
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
      ...pages,
      ...typingSignal,
      open() {
        typing.reset(cid)
        return visit.open()
      },
      close,
      send(text, { attachments, ...options } = {}) {
        const id = newId()
        typingSignal.stopTyping()
        const files = attachments ? { attachmentIds: attachments.map((file) => file.id) } : {}
        const message = { id, text, ...options, ...files }
        outbox.add({ id, cid, message, ...(attachments ? { attachments } : {}) })
        return id
      },
      retry: (id, change) => outbox.retry(id, change),
      cancel: (id) => outbox.cancel(id),
      loadPinned: pinned.load,
      markRead: readMarker.markRead,
      async markUnread(messageId) {
        const { lastReadSeq } = await readMarker.markUnread(messageId)
        visit.setUnreadAfter(lastReadSeq)
      },
      withUnconfirmedChanges: optimistic.apply,
    },
  }
}

const none: readonly Message[] = []
const isInChannel = ({ message }: OutboxEntry) => message.parentId === undefined || message.inChannel === true

/** Keeps the previous array if it is equal. */
function reuseIfEqual<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return isSameList(now, before) ? before : now
}
