import { chatSocketPath } from '@fettle/protocol/chat/connection/socket'
import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { ClientConnection, MAX_FRAME_BYTES, type ClientConnectionDeps, type ServerSocket } from './client-connection.ts'

/** Serves clients over WebSocket, one JSON text per frame. Returns the function that stops it. */
export function serveWebSockets(server: HttpServer, deps: ClientConnectionDeps): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?', 1)[0] === chatSocketPath) {
      if (isAllowedOrigin(request.headers, deps.context.options.origins))
        sockets.handleUpgrade(request, socket, head, (accepted) => serve(deps, accepted))
      else refuse(socket)
    }
    // The inbox may serve other paths of this server.
    else if (server.listenerCount('upgrade') === 1) socket.destroy()
  }
  server.on('upgrade', upgrade)

  return async () => {
    server.off('upgrade', upgrade)
    // The last frames leave before the sockets end.
    await new Promise<void>((resolve) => setImmediate(resolve))
    for (const socket of sockets.clients) socket.terminate()
  }
}

/** Node listens for no error of a socket that asks for an upgrade, so that a reset connection would end the process. */
function refuse(socket: Duplex): void {
  socket.on('error', () => undefined)
  socket.once('finish', () => socket.destroy())
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

/** Programs name no origin. Without `PUBLIC_URL` a page's own origin is known by the host it asks for alone. */
function isAllowedOrigin({ origin, host }: IncomingHttpHeaders, allowed: readonly string[] = []): boolean {
  if (origin === undefined || allowed.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function serve(deps: ClientConnectionDeps, socket: WebSocket): void {
  const connection = new ClientConnection(deps, toServerSocket(socket))
  socket.on('message', (data: Buffer, isBinary) => connection.receive(isBinary ? undefined : parse(data), data.length))
  socket.on('close', () => connection.closed())
  // 'close' follows.
  socket.on('error', () => undefined)
}

const toServerSocket = (socket: WebSocket): ServerSocket => ({
  send: (frame, onTaken) => socket.send(frame, onTaken),
  bufferedBytes: () => socket.bufferedAmount,
  close: () => socket.close(),
})

/** Returns undefined for text that is not JSON. */
function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}
