import type { Hello } from '@fettle/protocol/chat/connection/connection'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ChatUser, UserSignal } from '@fettle/protocol/chat/users/users'
import type { ArrivedMessage } from './channels/arrivals.ts'
import type { ChannelStore } from './channels/channel.ts'
import type { ChannelCommands } from './channels/commands.ts'
import { createConnection, type SendCall } from './connection/connection.ts'
import { createStateSync } from './connection/state-sync.ts'
import type { ConnectionFlags, Credentials } from './connection/user-connection.ts'
import { createContent, type ContentSnapshot } from './content.ts'
import { createMessageId } from './ids.ts'
import type { OfflineCache, OfflineCacheDeps } from './offline/offline-cache.ts'
import { createOwnUser } from './own-user.ts'
import {
  createMemoryStorage,
  systemClock,
  type ClientClock,
  type Log,
  type Storage,
  type TabLock,
  type Transport,
} from './ports.ts'
import { setIfChanged } from './state/set-if-changed.ts'
import { createEmitter, createStore, type Readable } from './store.ts'

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
export interface ChatSnapshot extends ConnectionFlags, ContentSnapshot {
  /** Connected, and the channel list is loaded. */
  readonly isSynced: boolean
  /** Why connecting was given up. Null: it was not. */
  readonly connectionError: unknown
  readonly me: ChatUser | null
}

export interface ChatClient extends Readable<ChatSnapshot>, ChannelCommands {
  /** Resolves when connected and synced. After a failed sync, another call syncs again. */
  connect(credentials: Credentials): Promise<void>
  disconnect(): void
  /** Retries at once, because the device is online again. */
  retryNow(): void
  /** A channel's store, always the same object. */
  channel(cid: string): ChannelStore
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

const silentLog: Log = { warn: () => undefined }

/** Creates a client of the chat service. It is independent of screens and frameworks, and owns one connection. */
export function createChatClient({
  transport,
  storage = createMemoryStorage(),
  withTabLock = (run) => run(),
  offlineCache,
  clock = systemClock,
  log = silentLog,
  newId = createMessageId,
}: ChatClientOptions): ChatClient {
  const signals = createEmitter<UserSignal>()
  const frames = createEmitter<ChatFrame>()
  const messages = createEmitter<ArrivedMessage>()
  const recoveries = createEmitter<void>()
  const resets = createEmitter<void>()
  const user = createOwnUser()
  const connection = createConnection(
    { transport, clock, log },
    { changed: refresh, hello: connected, frame: receive, ended },
  )
  const isConnected = () => connection.flags().connected
  const content = createContent({
    call: connection.call,
    user,
    isConnected,
    isLoaded: () => stateSync.isDone(),
    storage,
    withTabLock,
    offlineCache,
    newId,
    clock,
    log,
    changed: refresh,
    arrived: messages.emit,
    processed: frames.emit,
  })
  const stateSync = createStateSync({
    load: content.reloadChannels,
    done: content.loaded,
    isConnected,
    clock,
    log,
  })
  const store = createStore(compute())

  function compute(): ChatSnapshot {
    const flags = connection.flags()
    return {
      ...flags,
      isSynced: stateSync.isDone() && flags.connected,
      connectionError: connection.error(),
      me: user.profile() ?? null,
      ...content.getSnapshot(),
    }
  }

  function refresh(): void {
    setIfChanged(store, compute())
  }

  function connected(hello: Hello, isRecovery: boolean): void {
    user.confirmed(hello.me)
    content.connected(hello)
    // The first sync is awaited and repeated by whoever connects.
    if (isRecovery) recover()
    else stateSync.start().catch(() => undefined)
  }

  function ended(): void {
    stateSync.invalidate()
    refresh()
  }

  function receive(frame: ChatFrame): void {
    if (frame.type === 'user.signal') return signals.emit(frame.signal)
    if (frame.type === 'resync') return recover()
    if (frame.type === 'user.updated') user.updated(frame.user)
    content.receive(frame)
  }

  /** Events may have been missed: loads everything again, and notifies what keeps state beside the channels. */
  function recover(): void {
    void stateSync.startWithRetries()
    content.recovered()
    recoveries.emit()
  }

  function clear(): void {
    user.reset()
    stateSync.reset()
    content.reset()
    resets.emit()
    refresh()
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async connect(credentials) {
      const { id } = credentials.user
      if (user.id() && user.id() !== id && !connection.flags().connecting) clear()
      if (!user.id() && id) {
        user.connecting(credentials.user)
        content.restore(id)
      }
      await connection.connect(credentials)
      if (!stateSync.isDone()) await stateSync.join()
    },
    disconnect() {
      connection.disconnect()
      clear()
    },
    retryNow: connection.retryNow,
    channel: content.channel,
    reloadChannels: content.reloadChannels,
    loadMoreChannels: content.loadMoreChannels,
    ...content.commands,
    onSignal: signals.on,
    onFrame: frames.on,
    onMessage: messages.on,
    onRecovery: recoveries.on,
    onReset: resets.on,
    call: content.call,
  }
}
