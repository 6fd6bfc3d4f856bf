import type { Server as HttpServer } from 'node:http'
import { callbackify } from 'node:util'
import { Gauge } from 'prom-client'
import { Server, type DefaultEventsMap } from 'socket.io'
import type { InboxContext } from '../context.ts'
import { authenticateToken } from '../auth.ts'
import type { Reader } from '../identity.ts'
import { createSocketRegistry, drop, type InboxSocket } from './socket-registry.ts'

export const SOCKET_PATH = '/inbox/socket.io'
/** Default path of socket.io clients. */
const DEFAULT_PATH = '/socket.io'

/** The protocol's socket: server pushes to the sockets of one subscriber in one context. */
export function serveSockets(server: HttpServer, context: InboxContext): { close(): void } {
  const { log, logins, metrics } = context
  const servers = [SOCKET_PATH, DEFAULT_PATH].map(
    (path) =>
      new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { reader?: Reader }>(server, {
        path,
        transports: ['websocket'],
        serveClient: false,
        maxHttpBufferSize: 10_000,
      }),
  )
  const registry = createSocketRegistry(context)
  const open = new Gauge({
    name: 'fettle_inbox_sockets',
    help: 'Open sockets of the inbox.',
    registers: [metrics],
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
      const group = registry.add(reader.inbox, socket)
      open.inc()
      socket.on('disconnect', () => {
        open.dec()
        registry.remove(group, socket)
      })
      // Its login session may have ended since the check.
      closeIfEnded(socket)
    })
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
    for (const socket of registry.list(subscriberId)) closeIfEnded(socket)
  })

  return {
    close() {
      stopLogins()
      registry.close()
      for (const io of servers) {
        io.disconnectSockets(true)
        io.engine.close()
      }
    },
  }
}
