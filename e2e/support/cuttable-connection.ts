import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Proxy between browser and server that can be cut: unlike the browser's offline mode it closes open sockets. */
export interface CuttableConnection {
  origin: string
  /** Closes every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

export async function openCuttableConnection(serverOrigin: string): Promise<CuttableConnection> {
  const { port, hostname } = new URL(serverOrigin)
  const open = new Set<Socket>()
  let whole = true
  const hold = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  }
  const server = createServer((near) => {
    hold(near)
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect({ port: Number(port), host: hostname === 'localhost' ? '127.0.0.1' : hostname })
    hold(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false
      for (const socket of open) socket.destroy()
    },
    restore() {
      whole = true
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
