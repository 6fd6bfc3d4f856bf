import type { DefaultEventsMap, Socket } from 'socket.io'
import { topicOf, type InboxContext, type InboxFrame } from '../context.ts'
import type { InboxKey, Reader } from '../identity.ts'
import { countUnread, COUNT_CAP } from '../notifications/notifications.store.ts'

/** Event names of the socket, as Novu's clients expect. */
export const inboxEvents = ['notification_received', 'unread_count_changed', 'unseen_count_changed'] as const
type InboxEvent = (typeof inboxEvents)[number]

export type InboxSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { reader?: Reader }>

/** Sockets of one inbox in this process. */
interface InboxSockets {
  inbox: InboxKey
  sockets: Set<InboxSocket>
  /** A count is running; changes meanwhile cause one more count. */
  counting: boolean
  stale: boolean
}

/** The sockets of this process, by inbox. */
interface SocketRegistry {
  add(inbox: InboxKey, socket: InboxSocket): InboxSockets
  remove(group: InboxSockets, socket: InboxSocket): void
  /** The sockets of a subscriber. Without one: all. */
  list(subscriberId?: string): InboxSocket[]
  close(): void
}

/** Closes the connection. Its client reconnects and learns whether it is still allowed. */
export const drop = (socket: InboxSocket): void => {
  socket.conn.close()
}

/** Creates the registry, which sends each inbox the frames that the bus has for it. */
export function createSocketRegistry({ bus, clock, db, log }: InboxContext): SocketRegistry {
  const groups = new Map<string, Map<string, InboxSockets>>()
  const unsubscribe = new Map<string, () => void>()

  function receive(ofSubscriber: Map<string, InboxSockets>, frame: InboxFrame): void {
    const group = ofSubscriber.get(frame.context)
    if (!group) return
    if (frame.message) emit(group, 'notification_received', { message: frame.message })
    publishCounts(group)
  }

  /** Messages of other processes may be lost, so counts are published again. */
  const stopGaps = bus.onGap(() => {
    for (const ofSubscriber of groups.values()) for (const group of ofSubscriber.values()) publishCounts(group)
  })

  function publishCounts(group: InboxSockets): void {
    group.stale = true
    if (group.counting) return
    group.counting = true
    countAndEmit(group).catch((error: unknown) => log.error({ err: error }, 'publishing inbox counts failed'))
  }

  async function countAndEmit(group: InboxSockets): Promise<void> {
    try {
      while (group.stale && group.sockets.size > 0) {
        group.stale = false
        const { total, severity, unseen } = await countUnread(db, group.inbox)
        const capped = (count: number) => count >= COUNT_CAP
        emit(group, 'unread_count_changed', { counts: { total, severity }, unreadCount: total, hasMore: capped(total) })
        emit(group, 'unseen_count_changed', { unseenCount: unseen, hasMore: capped(unseen) })
      }
    } finally {
      group.counting = false
    }
  }

  function emit(group: InboxSockets, event: InboxEvent, payload: object): void {
    const now = clock.now().getTime()
    for (const socket of group.sockets) {
      // After its token expires the client opens another session.
      if ((socket.data.reader?.expiresAt ?? 0) <= now) drop(socket)
      else socket.emit(event, payload)
    }
  }

  return {
    add(inbox, socket) {
      const ofSubscriber = groups.get(inbox.subscriberId) ?? new Map<string, InboxSockets>()
      const group = ofSubscriber.get(inbox.context) ?? {
        inbox,
        sockets: new Set<InboxSocket>(),
        counting: false,
        stale: false,
      }
      group.sockets.add(socket)
      ofSubscriber.set(inbox.context, group)
      if (!groups.has(inbox.subscriberId)) {
        groups.set(inbox.subscriberId, ofSubscriber)
        const listener = (frame: unknown) => receive(ofSubscriber, frame as InboxFrame)
        unsubscribe.set(inbox.subscriberId, bus.subscribe(topicOf(inbox.subscriberId), listener))
      }
      return group
    },
    remove(group, socket) {
      const { subscriberId, context: keys } = group.inbox
      const ofSubscriber = groups.get(subscriberId)
      group.sockets.delete(socket)
      if (group.sockets.size === 0) ofSubscriber?.delete(keys)
      if (ofSubscriber?.size !== 0) return
      groups.delete(subscriberId)
      unsubscribe.get(subscriberId)?.()
      unsubscribe.delete(subscriberId)
    },
    list(subscriberId) {
      const found = subscriberId === undefined ? [...groups.values()] : [groups.get(subscriberId)]
      return found.flatMap((ofSubscriber) => [...(ofSubscriber?.values() ?? [])].flatMap(({ sockets }) => [...sockets]))
    },
    close() {
      stopGaps()
      for (const stop of unsubscribe.values()) stop()
      unsubscribe.clear()
      groups.clear()
    },
  }
}
