import { clientMessages } from '@fettle/protocol/chat/chat.messages'
import type { ChatEvent, ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import type { UnreadTotals } from '@fettle/protocol/chat/channels/read-state'
import type { ChatUser, UserRef, UserSignal } from '@fettle/protocol/chat/users/users'
import { createChannelCommands, type ChannelCommands } from './channels/commands.ts'
import { createArrivals, type ArrivedMessage } from './channels/arrivals.ts'
import { createChannels } from './channels/channels.ts'
import type { ListFlags } from './channels/list-pages.ts'
import { createChannelStore, type ChannelHandle, type ChannelStore } from './channels/channel.ts'
import { createConnection, type SendCall } from './connection/connection.ts'
import { createDeliveryReceipts } from './connection/delivery-receipts.ts'
import { createSetUp } from './connection/set-up.ts'
import type { ConnectionFlags, Credentials } from './connection/user-connection.ts'
import {
  createMemoryStorage,
  systemClock,
  type ClientClock,
  type Log,
  type Storage,
  type TabLock,
  type Transport,
} from './ports.ts'
import { clientError, failureOf } from './errors.ts'
import { createMessageId } from './ids.ts'
import type { OfflineCache, OfflineCacheDeps } from './offline/offline-cache.ts'
import { createOutbox } from './offline/outbox.ts'
import { applyMessage } from './state/channel.ts'
import { createChannelListSelector, type ListedChannel } from './state/channel-list.ts'
import { setIfChanged } from './state/set-if-changed.ts'
import { createEmitter, createStore, type Readable } from './store.ts'
import { createTypingList } from './channels/typing.ts'
import { createUnreadTotals } from './channels/unread-totals.ts'

export interface ChatClientOptions {
  transport: Transport
  /** Stores unsent messages across reloads. Default: in memory. */
  storage?: Storage
  /** Lets one tab at a time send, where tabs share the storage. Default: no lock. */
  withTabLock?: TabLock
  /** Caches the newest channels for offline use, such as `createOfflineCache`. Default: none. */
  offlineCache?: (deps: OfflineCacheDeps) => OfflineCache
  clock?: ClientClock
  log?: Log
  newId?: () => string
}

/** Everything but channel content. */
export interface ChatSnapshot extends ConnectionFlags, UnreadTotals, ListFlags {
  /** Connected, and the channel list is loaded. */
  readonly isSetUp: boolean
  /** Why connecting was given up. Null: it was not. */
  readonly connectionError: unknown
  readonly me: ChatUser | null
  /** Pinned first, then by newest message. */
  readonly channels: readonly ListedChannel[]
  /** Presence, as far as loaded channels show it. */
  readonly online: Readonly<Record<string, boolean>>
}

export interface ChatClient extends Readable<ChatSnapshot>, ChannelCommands {
  /** Resolves when connected and set up. After a failed set-up, another call sets up again. */
  connect(credentials: Credentials): Promise<void>
  disconnect(): void
  /** Retries at once, because the device is online again. */
  retryNow(): void
  /** A channel's store, always the same object. */
  channel(cid: string): ChannelStore
  /** Creates or gets the direct channel with a user. Returns its cid. */
  openDirect(userId: string): Promise<string>
  reloadChannels(): Promise<void>
  loadMoreChannels(): Promise<void>
  /** Calls back with the app's signals to this user, such as `resource.updated`. */
  onSignal(listener: (signal: UserSignal) => void): () => void
  /** Calls back with others' messages as they arrive, for notifications. Messages caught up on are not included. */
  onMessage(listener: (message: ArrivedMessage) => void): () => void
  /** Calls back with every frame after it was processed, for state kept beside the client. */
  onFrame(listener: (frame: ChatFrame) => void): () => void
  /** Calls back after a reconnect: state from elsewhere may be outdated. */
  onRecovery(listener: () => void): () => void
  /** Calls back when the user disconnects or another one connects: nothing of the earlier user may stay. */
  onReset(listener: () => void): () => void
  /** Any operation of the service without a method here. */
  call: SendCall
}

/** Operations besides the outbox that write messages. */
const messageWriters: ReadonlySet<string> = new Set<ChatOperationName>([
  'polls.create',
  'location.share',
  'commands.run',
  'messages.forward',
])
const silentLog: Log = { warn: () => undefined }

/** Creates a client of the chat service. It is independent of screens and frameworks, and owns one connection. */
export function createChatClient(options: ChatClientOptions): ChatClient {
  const {
    transport,
    storage = createMemoryStorage(),
    clock = systemClock,
    log = silentLog,
    newId = createMessageId,
    withTabLock = (run) => run(),
  } = options
  const signals = createEmitter<UserSignal>()
  const frames = createEmitter<ChatFrame>()
  const messages = createEmitter<ArrivedMessage>()
  const recoveries = createEmitter<void>()
  const resets = createEmitter<void>()
  const handles = new Map<string, ChannelHandle>()
  /** The connecting user, as confirmed by the service. */
  let self: UserRef | undefined
  let me: ChatUser | undefined
  /** Milliseconds the service's clock is ahead. */
  let aheadBy = 0

  const connection = createConnection(
    { transport, clock, log },
    {
      changed: refresh,
      hello(hello, isRecovery) {
        me = hello.me
        self = { id: me.id, name: me.name, image: me.image }
        unread.reset(hello.unread)
        aheadBy = Date.parse(hello.serverTime) - clock.now()
        refresh()
        outbox.pump()
        deliveries.resume()
        // The first set-up is awaited and repeated by whoever connects.
        if (!isRecovery) return void setUp.start().catch(() => undefined)
        void setUp.startWithRetries()
        notifyRecovery()
      },
      frame: receive,
      ended() {
        setUp.undo()
        refresh()
      },
    },
  )
  const { call } = connection
  const isConnected = () => connection.flags().connected
  const offlineCache = options.offlineCache?.({ channels: () => channels, call, clock, log })

  const channels = createChannels({
    call,
    clock,
    log,
    changed(cid, before, after) {
      const reading = after.membership?.reading
      if (reading) unread.apply(cid, reading)
      if (outbox.entries().length > 0) for (const { id } of after.messages) outbox.confirm(id)
      if (before?.messages !== after.messages) deliveries.update(after)
      offlineCache?.markChanged(cid)
      handles.get(cid)?.refresh()
      if (!before) arrivals.known(cid)
      refresh()
    },
    dropped(cid) {
      offlineCache?.remove(cid)
      unread.remove(cid)
      unread.recountIfStale()
      handles.get(cid)?.refresh()
      refresh()
    },
    replayed: (events) => events.forEach(notify),
    flagsChanged: refresh,
  })
  const outbox = createOutbox({
    storage,
    clock,
    log,
    call,
    isConnected,
    withTabLock,
    // The sender is a reader too: the answer is processed like an event.
    sent: (message) => receive(toEvent(message)),
    changed: () => handles.forEach(({ refresh }) => refresh()),
  })
  const unread = createUnreadTotals({ call, clock, log, changed: refresh })
  const setUp = createSetUp({
    load: channels.reload,
    done() {
      if (me) offlineCache?.startReadAhead(me)
      outbox.pump()
      refresh()
    },
    user: () => self?.id,
    isConnected,
    clock,
    log,
  })
  const arrivals = createArrivals({
    channels,
    me: () => self?.id,
    now: () => clock.now() + aheadBy,
    arrived: messages.emit,
  })
  const selectChannelList = createChannelListSelector()
  const typing = createTypingList({
    clock,
    me: () => self?.id,
    changed: (cid) => (handles.get(cid)?.refresh(), refresh()),
  })
  const deliveries = createDeliveryReceipts({ call, clock, log, me: () => self?.id, isConnected })
  const store = createStore(compute())

  function receive(frame: ChatFrame): void {
    if (frame.type === 'user.signal') return signals.emit(frame.signal)
    if (frame.type === 'resync') {
      notifyRecovery()
      return void setUp.startWithRetries()
    }
    if ('cid' in frame && 'reading' in frame && frame.reading) unread.apply(frame.cid, frame.reading)
    if (frame.type === 'user.updated' && frame.user.id === self?.id) me = frame.user
    typing.frame(frame)
    channels.frame(frame)
    if (frame.type === 'message.new') arrivals.receive(frame.message)
    unread.recountIfStale()
    if (frame.type === 'message.new') outbox.confirm(frame.message.id)
    refresh()
    notify(frame)
  }

  /** Notifies those that keep state beside the channels that it may be outdated. */
  function notifyRecovery(): void {
    handles.forEach((handle) => handle.recovered())
    recoveries.emit()
  }

  /** Notifies listeners that keep state beside the channels. */
  function notify(frame: ChatFrame): void {
    if ('cid' in frame) handles.get(frame.cid)?.frame(frame)
    frames.emit(frame)
  }

  /**
   * New messages are published to every connection except the sending one, which processes the answer like an event.
   */
  const callAndReceive: SendCall = async (name, input) => {
    const answer = await call(name, input)
    const { message } = answer as { message?: Message | null }
    if (messageWriters.has(name) && message) receive(toEvent(message))
    return answer
  }

  function compute(): ChatSnapshot {
    const { list, online } = selectChannelList([...channels.all()], typing.of)
    return {
      ...connection.flags(),
      isSetUp: setUp.isDone() && connection.flags().connected,
      connectionError: connection.error(),
      me: me ?? null,
      ...unread.get(),
      ...channels.flags(),
      channels: list,
      online,
    }
  }

  function refresh(): void {
    setIfChanged(store, compute())
  }

  function handleOf(cid: string): ChannelHandle {
    const existing = handles.get(cid)
    if (existing) return existing
    const handle = createChannelStore(cid, {
      channels,
      outbox,
      typing,
      call: callAndReceive,
      clock,
      log,
      newId,
      me: () => self,
      isConnected,
      confirmed(message) {
        channels.change(cid, (data) => applyMessage(data, message))
        const { revision: seq = message.seq } = message
        notify({ type: 'message.updated', cid, seq, at: message.createdAt, userId: self?.id ?? null, message })
      },
    })
    handles.set(cid, handle)
    return handle
  }

  /** Shows what the device has stored, before there is a connection. */
  function restore(userId: string): void {
    outbox
      .load(userId)
      .then(outbox.pump, (error: unknown) => log.warn('Reading unsent messages from the device failed', error))
    offlineCache
      ?.restore(userId, () => !setUp.isDone())
      .then(
        (cachedUser) => {
          if (self?.id === userId) me ??= cachedUser ?? undefined
          refresh()
        },
        (error: unknown) => log.warn('Reading cached messages failed', error),
      )
  }

  function clear(): void {
    me = undefined
    self = undefined
    setUp.reset()
    unread.reset()
    typing.clear()
    offlineCache?.reset()
    channels.clear()
    arrivals.reset()
    outbox.reset()
    deliveries.reset()
    handles.forEach(({ reset }) => reset())
    resets.emit()
    refresh()
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async connect(credentials) {
      const { id, name = '', image = null } = credentials.user
      if (self && self.id !== id && !connection.flags().connecting) clear()
      if (!self && id) {
        self = { id, name, image }
        restore(id)
      }
      await connection.connect(credentials)
      if (!setUp.isDone()) await setUp.join()
    },
    disconnect() {
      connection.disconnect()
      clear()
    },
    retryNow: connection.retryNow,
    channel: (cid) => handleOf(cid).store,
    async openDirect(userId) {
      try {
        const { created: _, ...state } = await call('channels.create', { members: [userId], watch: true })
        return channels.put(state).channel.cid
      } catch (error) {
        log.warn(clientMessages['chat-client.channel-failed'], error)
        throw clientError('chat-client.channel-failed', failureOf(error))
      }
    },
    reloadChannels: () => channels.reload(),
    loadMoreChannels: () => channels.loadMore(),
    ...createChannelCommands({ call, receive, drop: channels.drop }),
    onSignal: signals.on,
    onFrame: frames.on,
    onMessage: messages.on,
    onRecovery: recoveries.on,
    onReset: resets.on,
    call: callAndReceive,
  }
}

function toEvent(message: Message): ChatEvent {
  const { cid, seq, createdAt } = message
  return { type: 'message.new', cid, seq, at: createdAt, message }
}
