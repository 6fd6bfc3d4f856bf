import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Proxy between client and server whose connections can be cut after a number of bytes. */
export interface CuttableProxy {
  origin: string
  /** Forwards this many more bytes in one direction, then cuts every connection. */
  cutAfter(direction: 'up' | 'down', bytes: number): void
  cut(): void
  close(): Promise<void>
}

/** `refusesUpgrades`: no WebSocket passes. */
export async function startCuttableProxy(
  target: string,
  { refusesUpgrades = false }: { refusesUpgrades?: boolean } = {},
): Promise<CuttableProxy> {
  const port = Number(new URL(target).port)
  const open = new Set<Socket>()
  let left: { direction: 'up' | 'down'; bytes: number } | undefined

  function cut(): void {
    for (const socket of open) socket.destroy()
  }

  function forward(from: Socket, to: Socket, direction: 'up' | 'down'): void {
    from.on('data', (chunk: Buffer) => {
      if (refusesUpgrades && direction === 'up' && /^upgrade: websocket/im.test(chunk.toString('latin1')))
        return void from.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      if (left?.direction !== direction) return void to.write(chunk)
      const passed = chunk.subarray(0, left.bytes)
      left.bytes -= passed.length
      if (left.bytes > 0) return void to.write(chunk)
      left = undefined
      // Bytes before the cut are delivered.
      to.write(passed, () => cut())
    })
    from.on('error', () => from.destroy())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
    open.add(from)
  }

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    forward(client, upstream, 'up')
    forward(upstream, client, 'down')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: (direction, bytes) => (left = { direction, bytes }),
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
