import { Handshake, type Hello } from '@fettle/protocol/chat/connection/connection'
import type { ServerFrame } from '@fettle/protocol/chat/connection/socket'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { toIssues, withoutMessages } from '@fettle/protocol'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { sanitizeInput } from '../../platform/http/input/sanitize-input.ts'
import type { ChatActor } from '../core/actor.ts'
import { authenticate } from '../core/authenticate.ts'
import { inputRefusal, toRefusal, type Calls } from '../core/calls.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { ChatContext } from '../core/context.ts'
import type { TokenHolder } from '../core/token.ts'
import { connectingUser } from '../users/users.service.ts'
import type { SocketConnection } from './connections.ts'
import { encode, encodeFrame, type EncodedFrame } from './encode.ts'
import type { Heartbeat, PingedConnection } from './heartbeat.ts'

/** Carries frames to a client: a WebSocket, or long polling. */
export interface ServerSocket {
  /** `onTaken` is called once the frame has left this process. */
  send(frame: EncodedFrame, onTaken?: () => void): void
  /** Bytes that have not left this process yet. */
  bufferedBytes(): number
  close(): void
}

export interface ClientConnectionDeps {
  context: ChatContext
  calls: Calls
  heartbeat: Heartbeat
}

/** Bytes kept for a client that does not read. Beyond that it gets one `resync` frame instead of these. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
/** A client that does not read but calls all the same is closed. */
const MAX_BUFFERED_BYTES_WITH_ANSWERS = 2 * MAX_BUFFERED_BYTES
/** A call may be as large as over HTTP (code 22). A frame far beyond that closes the connection. */
export const MAX_FRAME_BYTES = 2 * chatLimits.payloadBytes
/** Bytes of a frame around its call. */
const FRAME_OVERHEAD_BYTES = 256
/** Time for the first frame of a client. */
const CONNECT_TIMEOUT_MS = 10_000

const PING = encode({ ping: true })
const UNAUTHENTICATED: TokenHolder = { kind: 'server', expiresAt: undefined }

/**
 * A client of the chat, over a WebSocket or long polling: authenticates it, answers its calls, sends it frames. A class,
 * because an object with functions of its own would take three times the memory, and there are thousands.
 */
export class ClientConnection implements SocketConnection, PingedConnection {
  readonly id = randomBytes(15).toString('base64url')
  userId = ''
  holder = UNAUTHENTICATED
  isAwaited = false
  private readonly deps: ClientConnectionDeps
  private readonly socket: ServerSocket
  private state: 'new' | 'connecting' | 'open' | 'closed' = 'new'
  private isBehind = false
  private stopPinging: (() => void) | undefined
  private connectTimeout: NodeJS.Timeout | undefined

  constructor(deps: ClientConnectionDeps, socket: ServerSocket) {
    this.deps = deps
    this.socket = socket
    this.connectTimeout = setTimeout(() => this.close(), CONNECT_TIMEOUT_MS)
  }

  get expiresAt(): number | undefined {
    return this.holder.expiresAt
  }

  /** Handles a frame of the client of this size. */
  receive(frame: unknown, bytes: number): void {
    this.isAwaited = false
    if (this.state === 'closed') return
    if (typeof frame !== 'object' || frame === null) this.close()
    else if (this.state === 'open') {
      // Other frames are ignored: pongs, and what this version does not know.
      if ('call' in frame) void this.answer(frame, bytes)
    } else if (this.state === 'new' && 'connect' in frame) void this.connect(frame.connect)
    else this.close()
  }

  send(frame: EncodedFrame): void {
    if (this.isBehind) return
    if (this.socket.bufferedBytes() < MAX_BUFFERED_BYTES) return this.socket.send(frame)
    // A slow reader costs bounded memory, and gets a `resync` frame once it reads again.
    this.isBehind = true
    this.socket.send(frame, () => {
      this.isBehind = false
      this.socket.send(encodeFrame({ type: 'resync' }))
    })
  }

  ping(): void {
    if (this.isExpired()) this.close()
    else this.socket.send(PING)
  }

  /** Closes the connection because the service restarts. */
  restart(): void {
    this.write({ restart: true })
    this.close()
  }

  close(): void {
    this.socket.close()
    this.closed()
  }

  /** To be called when the socket has closed. */
  closed(): void {
    clearTimeout(this.connectTimeout)
    this.stopPinging?.()
    if (this.state === 'open') {
      const { connections, presence } = this.deps.context
      connections.remove(this)
      presence.left(this)
    }
    this.state = 'closed'
  }

  private write(frame: ServerFrame): void {
    this.socket.send(encode(frame))
  }

  private async connect(handshake: unknown): Promise<void> {
    const { context } = this.deps
    this.state = 'connecting'
    try {
      const me = await this.identify(handshake)
      if (this.isClosed()) return
      // Nothing is awaited in between, so that clients that come at once are counted too.
      if (context.connections.countOf(me.id) >= chatLimits.connectionsPerUser)
        throw new ChatRefusal('TOO_MANY_CONNECTIONS')
      this.open()
      // Revoking a token meanwhile closed only the connections that were open.
      await context.access.check(this.holder)
      // Subscribes before it loads the state: what happens in between is sent twice, never lost.
      await context.bus.flushSubscriptions()
      const unread = await context.unreadOverviews.of(me.id)
      this.write({ hello: { connectionId: this.id, me, unread, serverTime: context.clock.now().toISOString() } })
    } catch (error) {
      const { failure } = toRefusal(error, (err) => context.log.error({ err }, 'chat connection failed'))
      this.write({ refused: failure })
      this.close()
    }
  }

  private isExpired(): boolean {
    return this.expiresAt !== undefined && this.expiresAt <= this.deps.context.clock.now().getTime()
  }

  private isClosed(): boolean {
    return this.state === 'closed'
  }

  private open(): void {
    const { context, heartbeat } = this.deps
    this.state = 'open'
    clearTimeout(this.connectTimeout)
    this.connectTimeout = undefined
    this.stopPinging = heartbeat.add(this)
    context.connections.add(this)
    context.presence.arrived(this)
  }

  /** Authenticates the client and returns its user. Throws a ChatRefusal. */
  private async identify(input: unknown): Promise<Hello['me']> {
    const { context } = this.deps
    const sanitized = sanitizeInput(input)
    const handshake = z.safeParse(Handshake, sanitized, withoutMessages)
    const { appKey, token } = (sanitized ?? {}) as Record<string, unknown>
    const holder = authenticate(context, {
      appKey: typeof appKey === 'string' ? appKey : undefined,
      token: typeof token === 'string' ? token : undefined,
    })
    if (!handshake.success) throw inputRefusal(toIssues(handshake.error, sanitized))
    const { user } = handshake.data
    if (holder.kind === 'server')
      throw new ChatRefusal('NOT_ALLOWED', { message: 'Server tokens work over HTTP only.' })
    if (holder.userId !== user.id)
      throw new ChatRefusal('NOT_ALLOWED', { message: 'This token belongs to another user.' })
    const userRow = await context.access.admit(holder)
    this.userId = user.id
    this.holder = holder
    return connectingUser(context, user, userRow)
  }

  private async answer(frame: { call?: unknown; ref?: unknown; input?: unknown }, bytes: number): Promise<void> {
    const { context, calls } = this.deps
    const { call: name, ref, input } = frame
    if (typeof ref !== 'number' || this.socket.bufferedBytes() > MAX_BUFFERED_BYTES_WITH_ANSWERS) return this.close()
    const actor: ChatActor = { userId: this.userId, server: false, connection: this }
    try {
      if (bytes > chatLimits.payloadBytes + FRAME_OVERHEAD_BYTES)
        throw new ChatRefusal('PAYLOAD_TOO_BIG', { details: { maximum: chatLimits.payloadBytes } })
      if (typeof name !== 'string') throw new ChatRefusal('INPUT', { message: 'The name of the call is missing.' })
      if (this.isExpired()) throw new ChatRefusal('TOKEN_EXPIRED')
      this.write({ ref, ok: await calls.run(name, actor, input ?? {}) })
    } catch (error) {
      const { failure } = toRefusal(error, (err) => context.log.error({ err, call: name }, 'chat call failed'))
      this.write({ ref, error: failure })
    }
  }
}
