import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Bus } from '../../platform/redis/bus.ts'
import type { TokenHolder } from '../core/token.ts'
import { topics, type PublishedFrame } from '../core/publisher.ts'
import { encodeFrame, type EncodedFrame } from './encode.ts'

/** One open client, over any transport. */
export interface SocketConnection {
  readonly id: string
  readonly userId: string
  /** When its token expires, in milliseconds since 1970. */
  readonly expiresAt: number | undefined
  /** Owner of its token. */
  readonly holder: TokenHolder
  /** Sends an encoded frame, see `encodeFrame`. */
  send(encoded: EncodedFrame): void
  close(): void
  /** Closes it because the service restarts. */
  restart(): void
}

/** The open clients of this process and the topics of each. */
export interface Connections {
  add(connection: SocketConnection): void
  remove(connection: SocketConnection): void
  find(connectionId: string): SocketConnection | undefined
  countOf(userId: string): number
  of(userId: string): Iterable<SocketConnection>
  count(): number
  /** Subscribes a connection to a channel's signals and the presence of its members. */
  watch(connection: SocketConnection, cid: string, memberIds: readonly string[]): void
  unwatch(connection: SocketConnection, cid: string): void
  all(): Iterable<SocketConnection>
}

interface TopicSubscription {
  listeners: Set<SocketConnection>
  stop(): void
}

interface ConnectionState {
  /** Members whose presence each watched channel covers. Absent until something is watched. */
  watched: Map<string, readonly string[]> | undefined
}

export function createConnections(bus: Bus): Connections {
  const byId = new Map<string, { connection: SocketConnection; joined: ConnectionState }>()
  const byTopic = new Map<string, TopicSubscription>()

  function join(connection: SocketConnection, topic: string): void {
    const subscription = byTopic.get(topic)
    if (subscription) subscription.listeners.add(connection)
    else {
      const listeners = new Set([connection])
      byTopic.set(topic, {
        listeners,
        stop: bus.subscribe(topic, (published) => {
          const { frame } = published as PublishedFrame
          deliver(listeners, published as PublishedFrame)
          for (const connection of listeners) followMembers(connection, frame)
        }),
      })
    }
  }

  function leave(connection: SocketConnection, topic: string): void {
    const subscription = byTopic.get(topic)
    if (!subscription?.listeners.delete(connection) || subscription.listeners.size > 0) return
    byTopic.delete(topic)
    subscription.stop()
  }

  function unwatch(connection: SocketConnection, cid: string): void {
    const watched = byId.get(connection.id)?.joined.watched
    const members = watched?.get(cid)
    if (!watched || !members) return
    watched.delete(cid)
    leave(connection, topics.channel(cid))
    const stillAbout = new Set([...watched.values()].flat())
    for (const member of members) if (!stillAbout.has(member)) leave(connection, topics.about(member))
  }

  function watch(connection: SocketConnection, cid: string, memberIds: readonly string[]): void {
    const joined = byId.get(connection.id)?.joined
    if (!joined) return
    unwatch(connection, cid)
    const others = memberIds.filter((member) => member !== connection.userId)
    joined.watched ??= new Map()
    joined.watched.set(cid, others)
    join(connection, topics.channel(cid))
    for (const member of others) join(connection, topics.about(member))
  }

  /** Watches new members of a channel that the connection watches, and no longer those who left. */
  function followMembers(connection: SocketConnection, frame: ChatFrame): void {
    if (frame.type === 'notification.removed_from_channel') unwatch(connection, frame.cid)
    if (frame.type !== 'channel.updated' || !byId.get(connection.id)?.joined.watched?.has(frame.cid)) return
    const memberIds = frame.channel.members.map(({ userId }) => userId)
    watch(connection, frame.cid, memberIds)
  }

  return {
    add(connection) {
      byId.set(connection.id, { connection, joined: { watched: undefined } })
      join(connection, topics.user(connection.userId))
    },
    remove(connection) {
      const entry = byId.get(connection.id)
      if (!entry) return
      for (const cid of entry.joined.watched?.keys() ?? []) unwatch(connection, cid)
      leave(connection, topics.user(connection.userId))
      byId.delete(connection.id)
    },
    find: (connectionId) => byId.get(connectionId)?.connection,
    countOf: (userId) => byTopic.get(topics.user(userId))?.listeners.size ?? 0,
    of: (userId) => [...(byTopic.get(topics.user(userId))?.listeners ?? [])],
    count: () => byId.size,
    watch,
    unwatch,
    *all() {
      for (const { connection } of byId.values()) yield connection
    },
  }
}

function deliver(
  listeners: ReadonlySet<SocketConnection>,
  { frame, exceptConnection, exceptUser }: PublishedFrame,
): void {
  let encoded: EncodedFrame | undefined
  for (const connection of listeners) {
    if (connection.id === exceptConnection || connection.userId === exceptUser) continue
    connection.send((encoded ??= encodeFrame(frame)))
  }
}
