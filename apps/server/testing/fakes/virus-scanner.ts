import { createServer, type AddressInfo, type Server } from 'node:net'

/** Fake clamd that finds files containing EICAR. */
export async function startFakeVirusScanner(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      if (!received.subarray(-4).equals(Buffer.alloc(4))) return
      socket.end(received.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
  const { port } = server.address() as AddressInfo
  return {
    url: `tcp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
