import { chatPollingPath } from '@fettle/protocol/chat/connection/socket'
import { limits } from '@fettle/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { ClientConnection, MAX_FRAME_BYTES, type ClientConnectionDeps, type ServerSocket } from './client-connection.ts'
import type { EncodedFrame } from './encode.ts'
import { sendFailure } from './http.ts'

/** Serves clients that can have no WebSocket: the same frames over HTTP. */
export async function registerPolling(app: FastifyInstance, deps: ClientConnectionDeps): Promise<void> {
  const clients = new Map<string, { connection: ClientConnection; socket: PollingSocket }>()
  const find = ({ params }: FastifyRequest) => {
    const client = clients.get((params as { id: string }).id)
    if (!client) throw new ChatRefusal('CONNECTION_NOT_FOUND')
    return client
  }
  /** A request of unknown length counts as too large for a call. */
  const receive = (connection: ClientConnection, { body, headers }: FastifyRequest) =>
    connection.receive(body, Number(headers['content-length'] ?? MAX_FRAME_BYTES))

  await app.register(
    async (polling) => {
      polling.setErrorHandler((error, request, reply) => sendFailure(deps.context, error, request, reply))
      polling.post('/', { bodyLimit: MAX_FRAME_BYTES, config: { operation: 'chat.polling.open' } }, async (request) => {
        // Its last frames can still be fetched.
        const forget = () => void setTimeout(() => clients.delete(connection.id), limits.chatPingTimeoutMs).unref()
        const socket = new PollingSocket(forget)
        const connection = new ClientConnection(deps, socket)
        clients.set(connection.id, { connection, socket })
        receive(connection, request)
        return { id: connection.id }
      })
      polling.post(
        '/:id',
        { bodyLimit: MAX_FRAME_BYTES, config: { operation: 'chat.polling.send' } },
        async (request) => {
          receive(find(request).connection, request)
          return {}
        },
      )
      polling.get(
        '/:id',
        { config: { operation: 'chat.polling.receive', isLongPoll: true } },
        async (request, reply) => {
          const { connection, socket } = find(request)
          // A client that goes away while it waits has closed. Frames of an answer that it did not get are lost: it
          // connects again and catches up.
          reply.raw.once('close', () => {
            if (!reply.raw.writableFinished) connection.close()
          })
          const frames = await socket.take()
          if (frames.length === 0) throw new ChatRefusal('CONNECTION_NOT_FOUND')
          return reply
            .header('cache-control', 'no-store')
            .type('application/json')
            .send(`[${frames.join(',')}]`)
        },
      )
    },
    { prefix: chatPollingPath },
  )
}

/** Keeps the frames until the client fetches them. A ping ends every wait within 25 s. */
class PollingSocket implements ServerSocket {
  private waiting: { frame: EncodedFrame; onTaken: (() => void) | undefined }[] = []
  private bytes = 0
  private isClosed = false
  private wake: (() => void) | undefined
  private readonly onClose: () => void

  constructor(onClose: () => void) {
    this.onClose = onClose
  }

  send(frame: EncodedFrame, onTaken?: () => void): void {
    this.waiting.push({ frame, onTaken })
    this.bytes += frame.length
    this.wake?.()
  }

  bufferedBytes(): number {
    return this.bytes
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.onClose()
    this.wake?.()
  }

  /** Returns the next frames as soon as there are any; none once closed, or when another request asks. */
  async take(): Promise<EncodedFrame[]> {
    this.wake?.()
    if (this.waiting.length === 0 && !this.isClosed) await new Promise<void>((resolve) => (this.wake = resolve))
    const batch = this.waiting
    this.waiting = []
    this.bytes = 0
    for (const { onTaken } of batch) onTaken?.()
    return batch.map(({ frame }) => frame)
  }
}
