import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createSecureServer } from 'node:http2'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * Serves the program on a local port over HTTPS with HTTP/2, as the web server in front of an installation does. The
 * certificate is self-signed and kept in `folder`.
 */
export async function startHttpsProxy(
  target: () => number,
  folder: string,
): Promise<{ port: number; close: () => void }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-nodes', '-keyout', key, '-out', cert, '-days', '1']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...files, ...subject], { stdio: 'ignore' })
  const proxy = createSecureServer({ allowHTTP1: true, key: readFileSync(key), cert: readFileSync(cert) })
  proxy.on('request', (incoming, outgoing) => {
    const { method, url: path } = incoming
    const headers = { ...withoutHop(incoming.headers), host: `localhost:${port}`, 'x-forwarded-proto': 'https' }
    const forwarded = httpRequest({ port: target(), host: '127.0.0.1', method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, withoutHop(response.headers))
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  proxy.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, socket: Socket) => {
    const behind = connect(target(), '127.0.0.1', () => {
      const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]))
      behind.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      socket.pipe(behind).pipe(socket)
    })
    behind.on('error', () => socket.destroy())
    socket.on('error', () => behind.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return { port, close: () => proxy.close() }
}

/** Headers without those of one connection, and without HTTP/2's own. */
const withoutHop = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && !['connection', 'keep-alive', 'transfer-encoding', 'upgrade'].includes(name),
    ),
  )
