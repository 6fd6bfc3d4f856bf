import type { UnreadTotals } from '@fettle/protocol/chat/channels/read-state'
import type { Hello } from '@fettle/protocol/chat/connection/connection'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import { createArrivals, type ArrivedMessage } from './channels/arrivals.ts'
import type { ChannelStore } from './channels/channel.ts'
import { createChannelStores } from './channels/channel-stores.ts'
import { createChannels } from './channels/channels.ts'
import { createChannelCommands, type ChannelCommands } from './channels/commands.ts'
import type { ListFlags } from './channels/list-pages.ts'
import { createTypingList } from './channels/typing.ts'
import { createUnreadTotals } from './channels/unread-totals.ts'
import { receiveWrittenMessages, toNewMessageEvent } from './channels/written-messages.ts'
import type { SendCall } from './connection/connection.ts'
import { createDeliveryReceipts } from './connection/delivery-receipts.ts'
import type { OfflineCache, OfflineCacheDeps } from './offline/offline-cache.ts'
import { createOutbox } from './offline/outbox.ts'
import type { OwnUser } from './own-user.ts'
import type { ClientClock, Log, Storage, TabLock } from './ports.ts'
import { applyMessage } from './state/channel.ts'
import { createChannelListSelector, type ListedChannel } from './state/channel-list.ts'

/** The channel list with its totals. */
export interface ContentSnapshot extends UnreadTotals, ListFlags {
  /** Pinned first, then by newest message. */
  readonly channels: readonly ListedChannel[]
  /** Presence, as far as loaded channels show it. */
  readonly online: Readonly<Record<string, boolean>>
}

/** A user's channels and messages: kept up to date by frames, sent from an outbox and cached for offline use. */
export interface ChatContent {
  getSnapshot(): ContentSnapshot
  /** A channel's store, always the same object. */
  channel(cid: string): ChannelStore
  readonly commands: ChannelCommands
  /** Sends any operation, and processes the message it may have written. */
  call: SendCall
  reloadChannels(): Promise<void>
  loadMoreChannels(): Promise<void>
  receive(frame: ChatFrame): void
  /** Shows what the device has stored of a user, before there is a connection. */
  restore(userId: string): void
  /** Connected: `hello` is newer than what is shown. */
  connected(hello: Hello): void
  /** Connected, and the channel list is loaded. */
  loaded(): void
  /** Events were missed. Not all of them are replayed. */
  recovered(): void
  /** Forgets everything, before another user connects. The device's data stays. */
  reset(): void
}

interface ContentDeps {
  call: SendCall
  user: OwnUser
  isConnected: () => boolean
  /** The channel list is loaded, so that the cache is older. */
  isLoaded: () => boolean
  storage: Storage
  withTabLock: TabLock
  offlineCache: ((deps: OfflineCacheDeps) => OfflineCache) | undefined
  newId: () => string
  clock: ClientClock
  log: Log
  /** The snapshot may have changed. */
  changed: () => void
  /** A message of somebody else has just arrived. */
  arrived: (message: ArrivedMessage) => void
  /** A frame was processed. */
  processed: (frame: ChatFrame) => void
}

/** Creates the content of a client: empty, until it is restored or loaded. */
export function createContent({
  call,
  user,
  isConnected,
  isLoaded,
  storage,
  withTabLock,
  newId,
  clock,
  log,
  changed,
  arrived,
  processed,
  ...options
}: ContentDeps): ChatContent {
  const offlineCache = options.offlineCache?.({ channels: () => channels, call, clock, log })
  const channels = createChannels({
    call,
    clock,
    log,
    changed(cid, before, after) {
      const reading = after.membership?.reading
      // What the device has stored is older than what the connection began with.
      const isOutdated = isConnected() && channels.isStale(cid)
      if (reading && !isOutdated) unread.apply(cid, reading)
      if (outbox.entries().length > 0) for (const { id } of after.messages) outbox.confirm(id)
      if (before?.messages !== after.messages) deliveries.update(after)
      offlineCache?.markChanged(cid)
      stores.refresh(cid)
      if (!before) arrivals.known(cid)
      changed()
    },
    dropped(cid) {
      offlineCache?.remove(cid)
      unread.remove(cid)
      unread.recountIfStale()
      stores.refresh(cid)
      changed()
    },
    replayed: (events) => events.forEach(notify),
    flagsChanged: changed,
  })
  const outbox = createOutbox({
    storage,
    clock,
    log,
    call,
    isConnected,
    withTabLock,
    sent: (message) => receive(toNewMessageEvent(message)),
    changed: () => stores.refreshAll(),
  })
  const unread = createUnreadTotals({ call, clock, log, changed })
  const arrivals = createArrivals({ channels, me: user.id, clock, arrived })
  const typing = createTypingList({
    clock,
    me: user.id,
    changed(cid) {
      stores.refresh(cid)
      changed()
    },
  })
  const deliveries = createDeliveryReceipts({ call, clock, log, me: user.id, isConnected })
  const callAndReceive = receiveWrittenMessages(call, receive)
  const stores = createChannelStores({
    channels,
    outbox,
    typing,
    call: callAndReceive,
    clock,
    log,
    newId,
    me: user.ref,
    isConnected,
    confirmed(message) {
      const { cid, createdAt: at, revision: seq = message.seq } = message
      channels.change(cid, (data) => applyMessage(data, message))
      notify({ type: 'message.updated', cid, seq, at, userId: user.id() ?? null, message })
    },
  })
  const selectChannelList = createChannelListSelector()

  function receive(frame: ChatFrame): void {
    if ('cid' in frame && 'reading' in frame && frame.reading) unread.apply(frame.cid, frame.reading)
    typing.frame(frame)
    channels.frame(frame)
    if (frame.type === 'message.new') arrivals.receive(frame.message)
    unread.recountIfStale()
    if (frame.type === 'message.new') outbox.confirm(frame.message.id)
    changed()
    notify(frame)
  }

  /** Notifies what keeps state beside the channels. */
  function notify(frame: ChatFrame): void {
    stores.frame(frame)
    processed(frame)
  }

  return {
    getSnapshot() {
      const { list, online } = selectChannelList([...channels.all()], typing.of)
      return { ...unread.get(), ...channels.flags(), channels: list, online }
    },
    channel: stores.get,
    commands: createChannelCommands({ call, log, receive, put: channels.put }),
    call: callAndReceive,
    reloadChannels: channels.reload,
    loadMoreChannels: channels.loadMore,
    receive,
    restore(userId) {
      outbox
        .load(userId)
        .then(outbox.pump, (error: unknown) => log.warn('Reading unsent messages from the device failed', error))
      offlineCache
        ?.restore(userId, () => !isLoaded())
        .then(
          (profile) => {
            if (profile) user.restored(profile)
            changed()
          },
          (error: unknown) => log.warn('Reading cached messages failed', error),
        )
    },
    connected(hello) {
      unread.reset(hello.unread)
      arrivals.setServiceTime(hello.serverTime)
      changed()
      outbox.pump()
      deliveries.resume()
    },
    loaded() {
      const profile = user.profile()
      if (profile) offlineCache?.startReadAhead(profile)
      outbox.pump()
      changed()
    },
    recovered: stores.recovered,
    reset() {
      unread.reset()
      typing.clear()
      offlineCache?.reset()
      channels.clear()
      arrivals.reset()
      outbox.reset()
      deliveries.reset()
      stores.reset()
    },
  }
}
