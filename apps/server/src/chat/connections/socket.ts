import { Handshake, type Hello } from '@fettle/protocol/chat/connection/connection'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { chatSocketPath, socketNames } from '@fettle/protocol/chat/connection/socket'
import { limits, toIssues, withoutMessages } from '@fettle/protocol'
import type { Server as HttpServer } from 'node:http'
import { Server, type DefaultEventsMap, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { sanitizeInput } from '../../platform/http/sanitize-input.ts'
import type { SocketConnection } from './connections.ts'
import type { ChatActor } from '../core/actor.ts'
import { authenticate } from '../core/authenticate.ts'
import { inputRefusal, toRefusal, type Calls } from '../core/calls.ts'
import type { TokenHolder } from '../core/token.ts'
import type { ChatContext } from '../core/context.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { unreadOf } from '../reading/reading.service.ts'
import { connectingUser } from '../users/users.service.ts'
import { encodeFrame, type Encoded } from './encode.ts'

interface SocketData {
  connection?: SocketConnection
  me?: Hello['me']
}

type ChatSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** Frames buffered for a client that does not read. Beyond that it is told to catch up instead. */
const MAX_BUFFERED_FRAMES = 500
/** A call may be as large as over HTTP (code 22). A packet far beyond that closes the socket. */
const MAX_PACKET_BYTES = 2 * chatLimits.payloadBytes
/** Bytes of a packet around its call. */
const PACKET_OVERHEAD_BYTES = 256

export interface SocketTransport {
  close(): Promise<void>
}

/** Socket transport: Socket.IO by websocket or long polling, with the same calls as HTTP, and every frame. */
export function createSocketTransport(server: HttpServer, context: ChatContext, calls: Calls): SocketTransport {
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>(server, {
    path: chatSocketPath,
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: limits.chatPing,
    // Clients treat a connection as dead after this silence.
    pingTimeout: limits.chatCheckTimeout - limits.chatPing,
    maxHttpBufferSize: MAX_PACKET_BYTES,
    connectTimeout: 10_000,
    cleanupEmptyChildNamespaces: true,
  })
  // Frees the handshake request, a third of an idle connection's memory.
  io.engine.on('connection', (raw: { request: unknown }) => {
    raw.request = null
  })

  io.use((socket: ChatSocket, proceed) => void authenticateSocket(context, socket).then(proceed))
  io.on('connection', (socket: ChatSocket) => {
    void attachConnection(context, calls, socket)
  })

  return {
    async close() {
      io.local.disconnectSockets(true)
      // The HTTP server belongs to the caller.
      io.engine.close()
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
}

/** Returns undefined to accept the socket, or an error with the failure in its `data`. */
async function authenticateSocket(context: ChatContext, socket: ChatSocket): Promise<Error | undefined> {
  try {
    await resolveConnection(context, socket)
    return undefined
  } catch (error) {
    const { message, failure } = toRefusal(error, (err) => context.log.error({ err }, 'chat connection failed'))
    return Object.assign(new Error(message), { data: failure })
  }
}

/** Authenticates a connection. Throws a ChatRefusal. */
async function resolveConnection(context: ChatContext, socket: ChatSocket): Promise<void> {
  const auth = sanitizeInput(socket.handshake.auth)
  const handshake = z.safeParse(Handshake, auth, withoutMessages)
  const { appKey, token } = socket.handshake.auth as Record<string, unknown>
  const holder = authenticate(context, {
    appKey: typeof appKey === 'string' ? appKey : undefined,
    token: typeof token === 'string' ? token : undefined,
  })
  if (!handshake.success) throw inputRefusal(toIssues(handshake.error, auth))
  const { user } = handshake.data
  if (holder.kind === 'server') throw new ChatRefusal('NOT_ALLOWED', { message: 'Server tokens work over HTTP only.' })
  if (holder.userId !== user.id)
    throw new ChatRefusal('NOT_ALLOWED', { message: 'This token belongs to another user.' })
  await context.access.check(holder)
  if (context.connections.ofUser(user.id) >= chatLimits.connectionsPerUser)
    throw new ChatRefusal('TOO_MANY_CONNECTIONS')
  // A suspended user may read, and keeps the name and picture others know.
  const me = await connectingUser(context, (await context.access.isSuspended(user.id)) ? { id: user.id } : user)
  socket.data.me = me
  socket.data.connection = toConnection(socket, me, holder)
}

/** Subscribes before loading the state: what happens in between is sent twice, never lost. */
async function attachConnection(context: ChatContext, calls: Calls, socket: ChatSocket): Promise<void> {
  const { connections, presence, clock, log } = context
  const { connection, me } = socket.data
  if (!connection || !me) return
  connections.add(connection)
  socket.once('disconnect', () => {
    connections.remove(connection)
    presence.left(connection)
  })
  // Size of the packet being read. Its call is handled before the next packet.
  let size = 0
  socket.conn.on('packet', ({ data }: { data?: unknown }) => {
    size = typeof data === 'string' ? Buffer.byteLength(data) : 0
  })
  socket.on(socketNames.call, (name: unknown, input: unknown, answer: unknown) => {
    if (typeof answer !== 'function') return
    const isTooBig = size > chatLimits.payloadBytes + PACKET_OVERHEAD_BYTES
    void answerCall(context, calls, connection, name, isTooBig ? TOO_BIG : input).then((sent) => answer(sent))
  })
  presence.arrived(connection)
  try {
    await context.bus.flushSubscriptions()
    const unread = await unreadOf(context, connection.userId)
    const hello: Hello = { connectionId: connection.id, me, unread, serverTime: clock.now().toISOString() }
    socket.emit(socketNames.hello, hello)
  } catch (error) {
    // The client retries; a connection without its first frame is useless.
    log.error({ err: error }, 'sending the hello frame failed')
    connection.close()
  }
}

const TOO_BIG = Symbol('too big')

async function answerCall(
  context: ChatContext,
  calls: Calls,
  connection: SocketConnection,
  name: unknown,
  input: unknown,
) {
  const actor: ChatActor = { userId: connection.userId, server: false, connection }
  try {
    if (input === TOO_BIG) throw new ChatRefusal('PAYLOAD_TOO_BIG', { details: { maximum: chatLimits.payloadBytes } })
    if (typeof name !== 'string') throw new ChatRefusal('INPUT', { message: 'The name of the call is missing.' })
    if (connection.expiresAt !== undefined && connection.expiresAt <= context.clock.now().getTime())
      throw new ChatRefusal('TOKEN_EXPIRED')
    return { ok: await calls.run(name, actor, input ?? {}) }
  } catch (error) {
    return { error: toRefusal(error, (err) => context.log.error({ err, call: name }, 'chat call failed')).failure }
  }
}

function toConnection(socket: ChatSocket, me: Hello['me'], holder: TokenHolder): SocketConnection {
  const { conn } = socket
  const write = ({ packet, options }: Encoded) => conn.write(packet, options)
  let isBehind = false
  return {
    id: socket.id,
    userId: me.id,
    expiresAt: holder.expiresAt,
    holder,
    send(encoded) {
      if (isBehind) return
      if ((conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length < MAX_BUFFERED_FRAMES) {
        write(encoded)
        return
      }
      // A slow reader costs bounded memory, and is told to catch up once it reads again.
      isBehind = true
      conn.once('drain', () => {
        isBehind = false
        write(encodeFrame({ type: 'resync' }))
      })
    },
    close: () => void socket.disconnect(true),
  }
}
