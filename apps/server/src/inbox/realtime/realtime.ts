import type { Server as HttpServer } from 'node:http'
import { callbackify } from 'node:util'
import { Gauge } from 'prom-client'
import { Server, type DefaultEventsMap, type Socket } from 'socket.io'
import { topicOf, type Frame, type InboxContext } from '../context.ts'
import { admit } from '../auth.ts'
import type { Box, Reader } from '../identity.ts'
import { countUnread, COUNT_CAP } from '../notifications/notifications.store.ts'

export const SOCKET_PATH = '/inbox/socket.io'
/** Where socket.io's clients look unless they are given a path. */
const DEFAULT_PATH = '/socket.io'

type InboxSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { reader?: Reader }>

/** The sockets of one box in this process. */
interface Room {
  box: Box
  sockets: Set<InboxSocket>
  /** A count is under way; what changes meanwhile is counted once, after it. */
  counting: boolean
  stale: boolean
}

/** The protocol's socket: pushes only, to the sockets of one subscriber in one context. */
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
  const rooms = new Map<string, Map<string, Room>>()
  const unsubscribe = new Map<string, () => void>()
  const open = new Gauge({
    name: 'fettle_inbox_sockets',
    help: 'Open sockets of the inbox.',
    registers: [metrics.registry],
  })

  /** Remembers whose socket it is, or throws what the refused client is told. */
  const authorize = async (socket: InboxSocket): Promise<void> => {
    const { token } = socket.handshake.query
    const reader = typeof token === 'string' ? await admit(context, token).catch(failed) : undefined
    if (!reader) throw new Error('Unauthorized')
    socket.data.reader = reader
  }
  const failed = (error: unknown): never => {
    log.error({ err: error }, 'could not authorize an inbox socket')
    throw new Error('Internal server error')
  }
  for (const io of servers) {
    // A refusal here reaches the app as a connect error; letting a socket in and dropping it would not.
    io.use(callbackify(authorize))
    io.on('connection', (socket) => {
      const { reader } = socket.data
      if (!reader) return
      const room = join(reader.box, socket)
      open.inc()
      socket.on('disconnect', () => {
        open.dec()
        leave(room, socket)
      })
      // Its login session may have ended between the check and now.
      closeIfEnded(socket)
    })
  }

  /** Closes the connection: its client asks again at once, and learns whether it may still come in. */
  const drop = (socket: InboxSocket) => {
    socket.conn.close()
  }

  /** Closes a socket whose login session has ended. */
  function closeIfEnded(socket: InboxSocket): void {
    const { reader } = socket.data
    if (!reader) return
    logins.isOpen(reader.box.subscriberId, reader.login).then(
      (isOpen) => void (isOpen || drop(socket)),
      (error: unknown) => {
        log.error({ err: error }, 'an inbox socket was closed because it could not be checked')
        drop(socket)
      },
    )
  }

  const stopLogins = logins.onChange((subscriberId) => {
    const changed = subscriberId === undefined ? [...rooms.values()] : [rooms.get(subscriberId)]
    for (const ofSubscriber of changed)
      for (const room of ofSubscriber?.values() ?? []) for (const socket of room.sockets) closeIfEnded(socket)
  })

  function join(box: Box, socket: InboxSocket): Room {
    const ofSubscriber = rooms.get(box.subscriberId) ?? new Map<string, Room>()
    const room = ofSubscriber.get(box.context) ?? {
      box,
      sockets: new Set<InboxSocket>(),
      counting: false,
      stale: false,
    }
    room.sockets.add(socket)
    ofSubscriber.set(box.context, room)
    if (!rooms.has(box.subscriberId)) {
      rooms.set(box.subscriberId, ofSubscriber)
      const listener = (frame: unknown) => receive(ofSubscriber, frame as Frame)
      unsubscribe.set(box.subscriberId, bus.subscribe(topicOf(box.subscriberId), listener))
    }
    return room
  }

  function leave(room: Room, socket: InboxSocket): void {
    const { subscriberId, context: keys } = room.box
    const ofSubscriber = rooms.get(subscriberId)
    room.sockets.delete(socket)
    if (room.sockets.size === 0) ofSubscriber?.delete(keys)
    if (ofSubscriber?.size !== 0) return
    rooms.delete(subscriberId)
    unsubscribe.get(subscriberId)?.()
    unsubscribe.delete(subscriberId)
  }

  function receive(ofSubscriber: Map<string, Room>, frame: Frame): void {
    const room = ofSubscriber.get(frame.context)
    if (!room) return
    if (frame.message) emit(room, 'notification_received', { message: frame.message })
    tellCounts(room).catch((error: unknown) => log.error({ err: error }, 'inbox counts were not told'))
  }

  /** News from other processes may have been lost: the counts are told again, and are right. */
  const stopGaps = bus.onGap(() => {
    for (const ofSubscriber of rooms.values())
      for (const room of ofSubscriber.values())
        tellCounts(room).catch((error: unknown) => log.error({ err: error }, 'inbox counts were not told'))
  })

  async function tellCounts(room: Room): Promise<void> {
    room.stale = true
    if (room.counting) return
    room.counting = true
    try {
      while (room.stale && room.sockets.size > 0) {
        room.stale = false
        const { total, severity, unseen } = await countUnread(context.db, room.box)
        const capped = (count: number) => count >= COUNT_CAP
        emit(room, 'unread_count_changed', { counts: { total, severity }, unreadCount: total, hasMore: capped(total) })
        emit(room, 'unseen_count_changed', { unseenCount: unseen, hasMore: capped(unseen) })
      }
    } finally {
      room.counting = false
    }
  }

  function emit(room: Room, event: string, payload: object): void {
    const now = clock.now().getTime()
    for (const socket of room.sockets) {
      // The client opens another session for what comes after its token.
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
      rooms.clear()
      for (const io of servers) {
        io.disconnectSockets(true)
        io.engine.close()
      }
    },
  }
}
