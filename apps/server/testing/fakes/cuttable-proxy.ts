import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line that can be cut: between a client and a server, byte by byte if need be. */
export interface CuttableProxy {
  origin: string
  /** Lets so many more bytes through in one direction, and then cuts every connection there is. */
  cutAfter(direction: 'up' | 'down', bytes: number): void
  cut(): void
  close(): Promise<void>
}

export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const port = Number(new URL(target).port)
  const open = new Set<Socket>()
  let left: { direction: 'up' | 'down'; bytes: number } | undefined

  function cut(): void {
    for (const socket of open) socket.destroy()
  }

  function forward(from: Socket, to: Socket, direction: 'up' | 'down'): void {
    from.on('data', (chunk: Buffer) => {
      if (left?.direction !== direction) return void to.write(chunk)
      const passed = chunk.subarray(0, left.bytes)
      left.bytes -= passed.length
      if (left.bytes > 0) return void to.write(chunk)
      left = undefined
      // What got through has got through.
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
