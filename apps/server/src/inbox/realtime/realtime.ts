import type { Server as HttpServer } from 'node:http'
import { callbackify } from 'node:util'
import { Gauge } from 'prom-client'
import { Server, type DefaultEventsMap, type Socket } from 'socket.io'
import { topicOf, type InboxFrame, type InboxContext } from '../context.ts'
import { authenticateToken } from '../auth.ts'
import type { InboxKey, Reader } from '../identity.ts'
import { countUnread, COUNT_CAP } from '../notifications/notifications.store.ts'

export const SOCKET_PATH = '/inbox/socket.io'
/** Default path of socket.io clients. */
const DEFAULT_PATH = '/socket.io'

/** Event names of the socket, as Novu's clients expect. */
export const inboxEvents = ['notification_received', 'unread_count_changed', 'unseen_count_changed'] as const
type InboxEvent = (typeof inboxEvents)[number]

type InboxSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { reader?: Reader }>

/** Sockets of one inbox in this process. */
interface SubscriberSockets {
  inbox: InboxKey
  sockets: Set<InboxSocket>
  /** A count is running; changes meanwhile cause one more count. */
  counting: boolean
  stale: boolean
}

/** The protocol's socket: server pushes to the sockets of one subscriber in one context. */
export function serveSockets(server: HttpServer, context: InboxContext): { close(): void } {
  const { bus, clock, log, logins, metrics } = context
  const servers = [SOCKET_PATH, DEFAULT_PATH].map(
    (path) =>
      new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { reader?: Reader }>(server, {
        path,
        transports: ['websocket'],
        serveClient: false,
        maxHttpBufferSize: 10_000,
      }),
  )
  const groups = new Map<string, Map<string, SubscriberSockets>>()
  const unsubscribe = new Map<string, () => void>()
  const open = new Gauge({
    name: 'fettle_inbox_sockets',
    help: 'Open sockets of the inbox.',
    registers: [metrics.registry],
  })

  /** Authenticates a socket. Throws the error for the client. */
  const authorize = async (socket: InboxSocket): Promise<void> => {
    const { token } = socket.handshake.query
    const reader = typeof token === 'string' ? await authenticateToken(context, token).catch(failed(socket)) : undefined
    if (!reader) throw new Error('Unauthorized')
    socket.data.reader = reader
  }
  /** Clients connect again after a lost connection, but not after an error. */
  const failed = (socket: InboxSocket) => (error: unknown) => {
    log.error({ err: error }, 'could not authorize an inbox socket')
    drop(socket)
    return undefined
  }
  for (const io of servers) {
    // An error here reaches the client as a connect error; accepting and closing would not.
    io.use(callbackify(authorize))
    io.on('connection', (socket) => {
      const { reader } = socket.data
      if (!reader) return
      const group = join(reader.inbox, socket)
      open.inc()
      socket.on('disconnect', () => {
        open.dec()
        leave(group, socket)
      })
      // Its login session may have ended since the check.
      closeIfEnded(socket)
    })
  }

  /** Closes the connection. Its client reconnects and learns whether it is still allowed. */
  const drop = (socket: InboxSocket) => {
    socket.conn.close()
  }

  /** Closes a socket whose login session has ended. */
  function closeIfEnded(socket: InboxSocket): void {
    const { reader } = socket.data
    if (!reader) return
    logins.isOpen(reader.inbox.subscriberId, reader.login).then(
      (isOpen) => void (isOpen || drop(socket)),
      (error: unknown) => {
        log.error({ err: error }, 'closed an inbox socket that could not be checked')
        drop(socket)
      },
    )
  }

  const stopLogins = logins.onChange((subscriberId) => {
    const changed = subscriberId === undefined ? [...groups.values()] : [groups.get(subscriberId)]
    for (const ofSubscriber of changed)
      for (const group of ofSubscriber?.values() ?? []) for (const socket of group.sockets) closeIfEnded(socket)
  })

  function join(inbox: InboxKey, socket: InboxSocket): SubscriberSockets {
    const ofSubscriber = groups.get(inbox.subscriberId) ?? new Map<string, SubscriberSockets>()
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
  }

  function leave(group: SubscriberSockets, socket: InboxSocket): void {
    const { subscriberId, context: keys } = group.inbox
    const ofSubscriber = groups.get(subscriberId)
    group.sockets.delete(socket)
    if (group.sockets.size === 0) ofSubscriber?.delete(keys)
    if (ofSubscriber?.size !== 0) return
    groups.delete(subscriberId)
    unsubscribe.get(subscriberId)?.()
    unsubscribe.delete(subscriberId)
  }

  function receive(ofSubscriber: Map<string, SubscriberSockets>, frame: InboxFrame): void {
    const group = ofSubscriber.get(frame.context)
    if (!group) return
    if (frame.message) emit(group, 'notification_received', { message: frame.message })
    publishCounts(group).catch((error: unknown) => log.error({ err: error }, 'publishing inbox counts failed'))
  }

  /** Messages of other processes may be lost, so counts are published again. */
  const stopGaps = bus.onGap(() => {
    for (const ofSubscriber of groups.values())
      for (const group of ofSubscriber.values())
        publishCounts(group).catch((error: unknown) => log.error({ err: error }, 'publishing inbox counts failed'))
  })

  async function publishCounts(group: SubscriberSockets): Promise<void> {
    group.stale = true
    if (group.counting) return
    group.counting = true
    try {
      while (group.stale && group.sockets.size > 0) {
        group.stale = false
        const { total, severity, unseen } = await countUnread(context.db, group.inbox)
        const capped = (count: number) => count >= COUNT_CAP
        emit(group, 'unread_count_changed', { counts: { total, severity }, unreadCount: total, hasMore: capped(total) })
        emit(group, 'unseen_count_changed', { unseenCount: unseen, hasMore: capped(unseen) })
      }
    } finally {
      group.counting = false
    }
  }

  function emit(group: SubscriberSockets, event: InboxEvent, payload: object): void {
    const now = clock.now().getTime()
    for (const socket of group.sockets) {
      // After its token expires the client opens another session.
      if ((socket.data.reader?.expiresAt ?? 0) <= now) drop(socket)
      else socket.emit(event, payload)
    }
  }

  return {
    close() {
      stopGaps()
      stopLogins()
      for (const stop of unsubscribe.values()) stop()
      unsubscribe.clear()
      groups.clear()
      for (const io of servers) {
        io.disconnectSockets(true)
        io.engine.close()
      }
    },
  }
}
