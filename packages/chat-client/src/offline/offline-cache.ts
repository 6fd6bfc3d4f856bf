import type { ChannelState } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { ChatUser } from '@fettle/protocol/chat/users/users'
import type { Channels } from '../channels/channels.ts'
import type { SendCall } from '../connection/connection.ts'
import type { ClientClock, Log, Storage } from '../ports.ts'
import { sortKeyOf } from '../state/channel-list.ts'
import { applyPage, type ChannelData } from '../state/channel.ts'

/** Content for offline use: the newest channels with their newest page. */
export interface OfflineCache {
  /** Restores a user's cached channels, unless newer data is here. */
  restore(userId: string, isWanted: () => boolean): Promise<ChatUser | null>
  /** Schedules writing a changed channel. */
  markChanged(cid: string): void
  /** Removes a channel the user left. */
  remove(cid: string): void
  /** Starts prefetching the newest page of each channel, one after another, once the list is loaded. */
  startReadAhead(me: ChatUser): void
  /** Resets the memory; the device's data stays. */
  reset(): void
}

/** Number of cached channels. */
const MAX_CACHED_CHANNELS = 20
/** Delay between a change and writing it. */
const WRITE_DELAY_MS = 2_000
/** Delay of prefetching, so that visible content loads first. */
const READ_AHEAD_DELAY_MS = 5_000
/** Key of the user; not a channel id, because those contain a colon. */
const OWN_USER_KEY = 'me'

/** Dependencies of the cache. */
export interface OfflineCacheDeps {
  channels: () => Channels
  call: SendCall
  clock: ClientClock
  log: Log
}

/** Caches the newest channels in a storage: the client's option `offlineCache`. */
export const createOfflineCache =
  (storage: Storage) =>
  (deps: OfflineCacheDeps): OfflineCache =>
    buildOfflineCache(storage, deps)

function buildOfflineCache(storage: Storage, { channels, call, clock, log }: OfflineCacheDeps): OfflineCache {
  let owner: string | undefined
  let me: ChatUser | null = null
  let cancelTimers: (() => void)[] = []
  /** Stored values by channel. */
  const storedValues = new Map<string, string>()
  /** Channels to be written. */
  const changedCids = new Set<string>()
  let lastWrite = Promise.resolve()

  const keyOf = (name: string) => `chat.kept.${owner} ${name}`

  function write(name: string, value: string | undefined): void {
    if (owner === undefined || storedValues.get(name) === value) return
    const key = keyOf(name)
    if (value === undefined) storedValues.delete(name)
    else storedValues.set(name, value)
    lastWrite = lastWrite
      .then(() => (value === undefined ? storage.remove(key) : storage.set(key, value)))
      .catch((error: unknown) => log.warn('Caching messages on the device failed', error))
  }

  function later(milliseconds: number, work: () => void): void {
    const cancel = clock.after(milliseconds, () => {
      cancelTimers = cancelTimers.filter((each) => each !== cancel)
      work()
    })
    cancelTimers.push(cancel)
  }

  function flush(): void {
    for (const cid of changedCids) {
      const data = channels().find(cid)
      // When an older window is shown, the newest page is already stored.
      if (data && !data.hasNewer) write(cid, JSON.stringify(toState(data)))
    }
    changedCids.clear()
    const names = [...storedValues]
      .filter(([name]) => name !== OWN_USER_KEY)
      .map(([name, value]) => ({ name, at: lastMessageAtOf(value) }))
    const old = names.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(MAX_CACHED_CHANNELS)
    for (const { name } of old) write(name, undefined)
    if (me) write(OWN_USER_KEY, JSON.stringify(me))
  }

  function markChanged(cid: string): void {
    if (owner === undefined) return
    if (changedCids.size === 0) later(WRITE_DELAY_MS, flush)
    changedCids.add(cid)
  }

  /** Loads one page of the first channel that has less than one. */
  async function readAhead(readCids: ReadonlySet<string>): Promise<void> {
    const all = [...channels().all()].sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? 1 : -1))
    const next = all.slice(0, MAX_CACHED_CHANNELS).find(({ channel, messages, hasOlder, hasNewer }) => {
      return hasOlder && !hasNewer && messages.length < chatLimits.channelMessages && !readCids.has(channel.cid)
    })
    const [first] = next?.messages ?? []
    if (!next || !first) return
    const { cid } = next.channel
    const user = owner
    const limit = chatLimits.channelMessages - next.messages.length
    const page = await call('messages.list', { cid, before: first.seq, limit })
    if (owner !== user) return
    channels().change(cid, (data) => (data.messages[0]?.id === first.id ? applyPage(data, page, 'older') : data))
    return readAhead(new Set([...readCids, cid]))
  }

  return {
    markChanged,
    async restore(userId, isWanted) {
      if (owner === userId) return null
      owner = userId
      await lastWrite
      const prefix = keyOf('')
      const found = await storage.list(prefix)
      if (owner !== userId) return null
      for (const [key, value] of found)
        if (!storedValues.has(key.slice(prefix.length))) storedValues.set(key.slice(prefix.length), value)
      if (!isWanted()) return null
      const states = found.flatMap(([key, value]) => (key === keyOf(OWN_USER_KEY) ? [] : parse<ChannelState>(value)))
      channels().restore(states.filter(({ channel }) => typeof channel?.cid === 'string').map(withEverybodyOffline))
      return found.flatMap(([key, value]) => (key === keyOf(OWN_USER_KEY) ? parse<ChatUser>(value) : []))[0] ?? null
    },
    remove(cid) {
      changedCids.delete(cid)
      write(cid, undefined)
    },
    startReadAhead(user) {
      if (owner === undefined) return
      me = user
      if (changedCids.size === 0) later(WRITE_DELAY_MS, flush)
      later(READ_AHEAD_DELAY_MS, () => {
        readAhead(new Set()).catch((error: unknown) => log.warn('Prefetching messages failed', error))
      })
    },
    reset() {
      owner = undefined
      me = null
      for (const cancel of cancelTimers.splice(0)) cancel()
      storedValues.clear()
      changedCids.clear()
    },
  }
}

const toState = ({ channel, membership, messages, hasOlder, lastReplyAt }: ChannelData): ChannelState => ({
  channel,
  membership,
  lastReplyAt,
  messages: messages.slice(-chatLimits.channelMessages),
  hasOlder: hasOlder || messages.length > chatLimits.channelMessages,
})

/** Cached presence is outdated. */
const withEverybodyOffline = (state: ChannelState): ChannelState => ({
  ...state,
  channel: {
    ...state.channel,
    members: state.channel.members.map((member) => ({ ...member, user: { ...member.user, online: false } })),
  },
})

function parse<Thing>(value: string): Thing[] {
  try {
    return [JSON.parse(value) as Thing]
  } catch {
    return []
  }
}

const lastMessageAtOf = (value: string): string => {
  const [state] = parse<ChannelState>(value)
  return state ? sortKeyOf(state) : ''
}
