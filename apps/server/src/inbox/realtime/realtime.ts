import type { Server as HttpServer } from 'node:http'
import { Gauge } from 'prom-client'
import { Server, type Socket } from 'socket.io'
import { topicOf, type Frame, type InboxContext } from '../context.ts'
import { readToken, type Box } from '../identity.ts'
import { countUnread, COUNT_CAP } from '../notifications/notifications.store.ts'

export const SOCKET_PATH = '/inbox/socket.io'

/** The sockets of one box in this process. */
interface Room {
  box: Box
  sockets: Set<Socket>
  /** A count is under way; what changes meanwhile is counted once, after it. */
  counting: boolean
  stale: boolean
}

/** The protocol's socket: pushes only, to the sockets of one subscriber in one context. */
export function serveSockets(server: HttpServer, context: InboxContext): { close(): void } {
  const { bus, clock, log, metrics, secret } = context
  const io = new Server(server, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 10_000,
  })
  const rooms = new Map<string, Map<string, Room>>()
  const unsubscribe = new Map<string, () => void>()
  const open = new Gauge({
    name: 'fettle_inbox_sockets',
    help: 'Open sockets of the inbox.',
    registers: [metrics.registry],
  })

  // A refusal here reaches the app as a connect error; letting a socket in and dropping it would not.
  io.use((socket, next) => {
    const { token } = socket.handshake.query
    const box = typeof token === 'string' ? readToken(secret, token, clock.now()) : undefined
    if (!box) return next(new Error('Unauthorized'))
    ;(socket.data as { box: Box }).box = box
    next()
  })
  io.on('connection', (socket) => {
    const { box } = socket.data as { box: Box }
    const room = join(box, socket)
    open.inc()
    socket.on('disconnect', () => {
      open.dec()
      leave(room, socket)
    })
  })

  function join(box: Box, socket: Socket): Room {
    const ofSubscriber = rooms.get(box.subscriberId) ?? new Map<string, Room>()
    const room = ofSubscriber.get(box.context) ?? { box, sockets: new Set<Socket>(), counting: false, stale: false }
    room.sockets.add(socket)
    ofSubscriber.set(box.context, room)
    if (!rooms.has(box.subscriberId)) {
      rooms.set(box.subscriberId, ofSubscriber)
      const listener = (frame: unknown) => receive(ofSubscriber, frame as Frame)
      unsubscribe.set(box.subscriberId, bus.subscribe(topicOf(box.subscriberId), listener))
    }
    return room
  }

  function leave(room: Room, socket: Socket): void {
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
    for (const socket of room.sockets) socket.emit(event, payload)
  }

  return {
    close() {
      stopGaps()
      for (const stop of unsubscribe.values()) stop()
      unsubscribe.clear()
      rooms.clear()
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}
