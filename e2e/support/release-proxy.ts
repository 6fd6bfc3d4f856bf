import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** Proxy that can pretend a newer build: the same app with another entry module name. */
export interface ReleaseProxy {
  origin: string
  deploy(): void
  close(): Promise<void>
}

const ENTRY = /\/assets\/app-([\w-]+)\.js/g
const NEWER = '-newer'

export async function startReleaseProxy(serverOrigin: string): Promise<ReleaseProxy> {
  const { port } = new URL(serverOrigin)
  let isNewer = false
  const lines = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').replace(`${NEWER}.js`, '.js')
    // Other modules import the entry by its real name, and it must run once.
    if (path !== incoming.url) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
      outgoing.end(`export * from '${path}'`)
      return
    }
    const headers: IncomingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' }
    // The older build's cache validators do not apply to the newer one.
    delete headers['if-none-match']
    const passed = ask({ host: '127.0.0.1', port, method: incoming.method, path, headers }, (answer) => {
      const isText = /text\/html|javascript/.test(answer.headers['content-type'] ?? '')
      if (!isNewer || !isText) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { 'content-length': _, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, rest)
        outgoing.end(Buffer.concat(parts).toString().replace(ENTRY, `/assets/app-$1${NEWER}.js`))
      })
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, near, head) => {
    const far = connect({ host: '127.0.0.1', port: Number(port) })
    lines.add(far)
    far.on('close', () => {
      lines.delete(far)
      near.destroy()
    })
    const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`)
    far.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    far.write(head)
    far.pipe(near).pipe(far)
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy() {
      isNewer = true
    },
    async close() {
      // Upgraded sockets must be closed separately.
      for (const line of lines) line.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
