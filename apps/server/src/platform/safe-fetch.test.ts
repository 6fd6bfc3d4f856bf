import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { isPublicAddress, safeFetch, UnsafeAddress } from './safe-fetch.ts'

const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterAll(() => servers.forEach((server) => server.close()))

describe('an address', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '172.32.0.1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(
    '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:5db8:d822 fe80::1 fe80::1%eth0 fc00::1 fd12::1 64:ff9b::a00:1 2002:a00:1::1 2001:db8::1 ff02::1 nonsense'.split(
      ' ',
    ),
  )('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    'http://localhost/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http://user:password@93.184.216.34/',
  ])('%s is never gone to', async (address) => {
    await expect(safeFetch(address)).rejects.toThrow(UnsafeAddress)
  })
})

describe('a fetch', () => {
  const near = { allowLoopback: true }

  it('answers what is there, unpacked', async () => {
    const url = await serve((request, response) => {
      response.setHeader('content-encoding', 'gzip').setHeader('etag', '"7"')
      response.end(gzipSync(`for ${request.headers.accept}`))
    })
    const answer = await safeFetch(url, { ...near, headers: { accept: 'text/calendar' } })
    expect([answer.status, answer.body.toString(), answer.headers.get('etag')]).toEqual([
      200,
      'for text/calendar',
      '"7"',
    ])
  })

  it('follows three redirects and no fourth', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
      else response.end('there')
    })
    expect((await safeFetch(`${url}/3`, near)).body.toString()).toBe('there')
    await expect(safeFetch(`${url}/4`, near)).rejects.toThrow('leads from one place to the next')
  })

  it('follows none into our own network', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    await expect(safeFetch(url, near)).rejects.toThrow(UnsafeAddress)
  })

  it('takes no more than it was told to, however small it was packed', async () => {
    const url = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(2_000_000)))
    })
    await expect(safeFetch(url, near)).rejects.toThrow('larger than 1000000 bytes')
  })

  it('waits no longer than it was told to', async () => {
    const url = await serve(() => undefined)
    await expect(safeFetch(url, { ...near, timeoutMs: 50 })).rejects.toThrow()
    const slow = await serve((_, response) => response.write('one'))
    await expect(safeFetch(slow, { ...near, timeoutMs: 50 })).rejects.toThrow()
  })
})
