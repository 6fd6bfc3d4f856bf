import { clientMessages } from '@fettle/protocol/chat/chat.messages'
import type { ChatEvent, ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import type { UnreadTotals } from '@fettle/protocol/chat/channels/read-state'
import type { ChatUser, UserRef, UserSignal } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import { createChannelCommands, type ChannelCommands } from './channels/commands.ts'
import { createChannels } from './channels/channels.ts'
import type { ListFlags } from './channels/list-pages.ts'
import { createChannelStore, type ChannelHandle, type ChannelStore } from './channels/channel.ts'
import { createConnection, type SendCall, type ConnectionFlags, type Credentials } from './connection/connection.ts'
import { createDeliveryReceipts } from './connection/delivery-receipts.ts'
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
import {
  applyReading,
  removeReading,
  fromOverview,
  emptyUnreadState,
  totals,
  type UnreadState,
} from './state/unread.ts'
import { createEmitter, createStore, setIfChanged, type Readable } from './store.ts'
import { createTypingList } from './channels/typing.ts'

export interface ChatClientOptions {
  transport: Transport
  /** Stores unsent messages across reloads. Default: in memory. */
  storage?: Storage
  /** Lets one tab at a time send, where tabs share the storage. Default: no lock. */
  withTabLock?: TabLock
  /** Caches the newest channels for offline use, such as `createOfflineCache`. Default: none. */
  offlineCache?: (edges: OfflineCacheDeps) => OfflineCache
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

/** A message of somebody else that has just arrived. */
export interface ArrivedMessage extends Message {
  /** Its channel is muted. */
  isMuted: boolean
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
  /** Any operation of the service without a method here. */
  call: SendCall
}

const MAX_REMEMBERED_IDS = 500
const RECOUNT_RETRY_MS = 5_000
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
  const recoveries = createEmitter<undefined>()
  const handles = new Map<string, ChannelHandle>()
  /** The connecting user, as confirmed by the service. */
  let self: UserRef | undefined
  let me: ChatUser | undefined
  let unread: UnreadState = emptyUnreadState
  /** Counts requests of the totals. */
  let recounts = 0
  let isSetUp = false
  /** The running set-up. */
  let settingUp: Promise<void> | undefined
  /** Counts set-ups after something was missed: only the last one is repeated. */
  let lastSetUp = 0
  let connectionError: unknown = null
  /** Milliseconds the service's clock is ahead. */
  let aheadBy = 0
  /** Ids of messages already announced. */
  const announcedIds = new Set<string>()

  const connection = createConnection(
    { transport, clock, log },
    {
      flags: refresh,
      hello(hello, isRecovery) {
        me = hello.me
        self = { id: me.id, name: me.name, image: me.image }
        unread = fromOverview(hello.unread)
        recounts += 1
        aheadBy = Date.parse(hello.serverTime) - clock.now()
        connectionError = null
        refresh()
        outbox.pump()
        deliveries.resume()
        // The first set-up is awaited and repeated by whoever connects.
        if (!isRecovery) return void setUp().catch(() => undefined)
        void keepSettingUp()
        recovered()
      },
      frame: receive,
      ended(error) {
        connectionError = error
        isSetUp = false
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
      if (reading) unread = applyReading(unread, cid, reading)
      if (outbox.entries().length > 0) for (const { id } of after.messages) outbox.confirm(id)
      if (before?.messages !== after.messages) deliveries.note(after)
      offlineCache?.markChanged(cid)
      handles.get(cid)?.refresh()
      refresh()
    },
    dropped(cid) {
      offlineCache?.remove(cid)
      unread = removeReading(unread, cid)
      recountIfStale()
      handles.get(cid)?.refresh()
      refresh()
    },
    replayed: (events) => events.forEach(tell),
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
  const lister = createChannelListSelector()
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
      recovered()
      return void keepSettingUp()
    }
    if ('cid' in frame && 'reading' in frame && frame.reading) unread = applyReading(unread, frame.cid, frame.reading)
    if (frame.type === 'user.updated' && frame.user.id === self?.id) me = frame.user
    typing.frame(frame)
    channels.frame(frame)
    if (frame.type === 'message.new' && isNewToUser(frame.message))
      messages.emit({ ...frame.message, isMuted: isMuted(frame.cid) })
    recountIfStale()
    if (frame.type === 'message.new') outbox.confirm(frame.message.id)
    refresh()
    tell(frame)
  }

  /** Informs those that keep state beside the channels that it may be outdated. */
  function recovered(): void {
    handles.forEach((handle) => handle.recovered())
    recoveries.emit(undefined)
  }

  /** Informs listeners that keep state beside the channels. */
  function tell(frame: ChatFrame): void {
    if ('cid' in frame) handles.get(frame.cid)?.frame(frame)
    frames.emit(frame)
  }

  /**
   * New messages are published to every connection except the sending one, which processes the answer like an event.
   */
  const callAndHear: SendCall = async (name, input) => {
    const answer = await call(name, input)
    const { message } = answer as { message?: Message | null }
    if (messageWriters.has(name) && message) receive(toEvent(message))
    return answer
  }

  /** By the service's time, because the device's clock may be wrong. */
  function isMuted(cid: string): boolean {
    const mutedUntil = channels.find(cid)?.membership?.settings.mutedUntil
    return Boolean(mutedUntil) && Date.parse(mutedUntil ?? '') > clock.now() + aheadBy
  }

  /** Whether a message is from another user, and neither announced before nor read. */
  function isNewToUser({ id, user, cid, seq, parentId }: Message): boolean {
    if (user?.id === self?.id || announcedIds.has(id)) return false
    const lastReadSeq = channels.find(cid)?.membership?.reading.lastReadSeq ?? 0
    if (parentId === undefined && seq <= lastReadSeq) return false
    announcedIds.add(id)
    const [oldest] = announcedIds
    if (announcedIds.size > MAX_REMEMBERED_IDS && oldest !== undefined) announcedIds.delete(oldest)
    return true
  }

  /** After connecting and every reconnect: reloads the list and catches open channels up. Logs and rethrows failures. */
  function setUp(): Promise<void> {
    const work = loadChannels().finally(() => {
      if (settingUp === work) settingUp = undefined
    })
    settingUp = work
    return work
  }

  /** Sets up after something was missed, again after failures that may pass: nobody else would. */
  async function keepSettingUp(): Promise<void> {
    lastSetUp += 1
    const started = lastSetUp
    try {
      await setUp()
    } catch (error) {
      const failure = failureOf(error)
      if (failure && !failure.retryable) return
      clock.after(limits.chatReconnectRetry, () => {
        if (started === lastSetUp && self && isConnected()) void keepSettingUp()
      })
    }
  }

  async function loadChannels(): Promise<void> {
    const user = self?.id
    try {
      await channels.reload()
      if (self?.id !== user || !isConnected()) return
      isSetUp = true
      if (me) offlineCache?.startReadAhead(me)
      outbox.pump()
      refresh()
    } catch (error) {
      log.warn('Starting the chat failed', error)
      throw error
    }
  }

  function recountIfStale(): void {
    if (unread.isStale) void recount()
  }

  /** Requests the totals, again after a refusal that passes. What arrives meanwhile is newer than the answer. */
  async function recount(): Promise<void> {
    recounts += 1
    const own = recounts
    unread = { ...unread, isStale: false }
    const asked = unread.readings
    try {
      const overview = await call('unread.get', {})
      // A later question has a newer answer.
      if (own !== recounts) return
      const changed = [...unread.readings].filter(([cid, reading]) => asked.get(cid) !== reading)
      unread = changed.reduce((state, [cid, reading]) => applyReading(state, cid, reading), fromOverview(overview))
      refresh()
    } catch (error) {
      log.warn('Counting unread messages failed', error)
      if (!failureOf(error)?.retryable) return
      clock.after(RECOUNT_RETRY_MS, () => {
        if (own === recounts) void recount()
      })
    }
  }

  function compute(): ChatSnapshot {
    const { list, online } = lister([...channels.all()], typing.of)
    return {
      ...connection.flags(),
      isSetUp: isSetUp && connection.flags().connected,
      connectionError,
      me: me ?? null,
      ...totals(unread),
      ...channels.flags(),
      channels: list,
      online,
    }
  }

  function refresh(): void {
    setIfChanged(store, compute())
  }

  function handleOf(cid: string): ChannelHandle {
    const known = handles.get(cid)
    if (known) return known
    const handle = createChannelStore(cid, {
      channels,
      outbox,
      typing,
      call: callAndHear,
      clock,
      log,
      newId,
      me: () => self,
      isConnected,
      confirmed(message) {
        channels.change(cid, (data) => applyMessage(data, message))
        const { revision: seq = message.seq } = message
        tell({ type: 'message.updated', cid, seq, at: message.createdAt, userId: self?.id ?? null, message })
      },
    })
    handles.set(cid, handle)
    return handle
  }

  function clear(): void {
    isSetUp = false
    me = undefined
    self = undefined
    unread = emptyUnreadState
    recounts += 1
    lastSetUp += 1
    typing.clear()
    offlineCache?.reset()
    channels.clear()
    outbox.reset()
    deliveries.reset()
    handles.forEach(({ refresh }) => refresh())
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
        // Unsent messages are visible before there is a connection.
        outbox
          .load(id)
          .then(outbox.pump, (error: unknown) => log.warn('Reading unsent messages from the device failed', error))
        offlineCache
          ?.restore(id, () => !isSetUp)
          .then(
            (earlier) => {
              if (self?.id === id) me ??= earlier ?? undefined
              refresh()
            },
            (error: unknown) => log.warn('Reading cached messages failed', error),
          )
      }
      await connection.connect(credentials)
      if (!isSetUp) await (settingUp ?? setUp())
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
    onRecovery: (listener) => recoveries.on(() => listener()),
    call: callAndHear,
  }
}

function toEvent(message: Message): ChatEvent {
  const { cid, seq, createdAt } = message
  return { type: 'message.new', cid, seq, at: createdAt, message }
}
