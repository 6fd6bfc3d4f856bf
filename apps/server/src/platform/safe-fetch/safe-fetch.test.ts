import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-addresses.ts'
import { createSafeFetch, type SafeFetchRules } from './safe-fetch.ts'

const servers: Server[] = []
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}
afterAll(() => servers.forEach((server) => (server.closeAllConnections(), server.close())))

/** Does not get shorter by compressing. */
const noise = randomBytes(3_000_000)
/** Parts of a compressed file that contain nothing. */
const emptyBlocks = Buffer.alloc(5_000_000, Buffer.from([0, 0, 0, 0xff, 0xff]))

let port: number
let requests: string[] = []
beforeAll(async () => {
  port = await serve((request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`)
    const url = new URL(request.url ?? '/', 'http://page.test')
    const hops = Number(url.searchParams.get('hops'))
    if (hops > 0) response.writeHead(302, { location: `/hop?hops=${hops - 1}` }).end()
    else if (url.pathname === '/to') response.writeHead(302, { location: url.searchParams.get('there') ?? '' }).end()
    else if (url.pathname === '/long') response.end(Buffer.alloc(3_000_000, 'a'))
    else if (url.pathname === '/bomb')
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(3_000_000)))
    else if (url.pathname === '/noise') response.setHeader('content-encoding', 'gzip').end(gzipSync(noise))
    else if (url.pathname === '/nothing') response.setHeader('content-encoding', 'br').end()
    else if (url.pathname === '/damaged')
      response.setHeader('content-encoding', 'gzip').end(gzipSync('hello').fill('x', 10))
    else if (url.pathname === '/empty-blocks')
      response.setHeader('content-encoding', 'gzip').end(Buffer.concat([gzipSync('').subarray(0, 10), emptyBlocks]))
    else if (url.pathname === '/slow') response.write('begun')
    else response.end('hello')
  })
})

/** Names that resolve to this machine, allowed on this port only. */
const local = (rules: SafeFetchRules = {}) =>
  createSafeFetch({ resolve: async () => ['127.0.0.1'], mayReach: (_, at) => at === port, ...rules })
const page = (path: string) => `http://page.test:${port}${path}`

describe('a URL given by others', () => {
  it('is fetched at the checked address with its host name', async () => {
    requests = []
    const answer = await local().fetch(page('/'))
    expect([answer.status, answer.bytes.toString(), answer.url]).toEqual([200, 'hello', page('/')])
    expect(requests).toEqual([`GET page.test:${port} /`])
  })

  it('is resolved once, so that DNS rebinding has no effect', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolvedNames: string[] = []
    const rebinding = local({
      resolve: async (name) => (resolvedNames.push(name), answers.shift() ?? []),
      mayReach: (address) => address === '127.0.0.1',
    })
    expect((await rebinding.fetch(page('/'))).status).toBe(200)
    expect(resolvedNames).toEqual(['page.test'])
    await expect(rebinding.fetch(page('/'))).rejects.toThrow("can't connect to")
  })

  it('is refused when any of its addresses is internal', async () => {
    const mixed = createSafeFetch({ resolve: async () => ['93.184.216.34', '10.0.0.1'] })
    await expect(mixed.fetch('http://page.test/')).rejects.toThrow("can't connect to")
    await expect(createSafeFetch({ resolve: async () => [] }).fetch('http://page.test/')).rejects.toThrow()
  })

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://１２７.０.０.１/',
    'https://93.184.216.34:22/',
    'http://user:secret@93.184.216.34/',
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'nonsense',
  ])('is refused: %s', async (url) => {
    await expect(createSafeFetch({ resolve: async () => ['127.0.0.1'] }).fetch(url)).rejects.toThrow(
      /can't connect to|not a web address/,
    )
  })

  it('may redirect three times, each checked again', async () => {
    expect((await local().fetch(page('/?hops=3'))).url).toBe(page('/hop?hops=0'))
    await expect(local().fetch(page('/?hops=4'))).rejects.toThrow('Too many redirects')
    for (const privateUrl of [
      'http://169.254.169.254/',
      'http://[::1]:22/',
      'file:///etc/passwd',
      'http://2130706433:25/',
    ])
      await expect(local().fetch(page(`/to?there=${encodeURIComponent(privateUrl)}`))).rejects.toThrow(
        /can't connect to|not a web address/,
      )
  })

  it('is read up to one mebibyte, compressed or not', async () => {
    expect((await local().fetch(page('/long'))).bytes).toHaveLength(1024 * 1024)
    await expect(local().fetch(page('/long'), { longer: 'refuse' })).rejects.toThrow('too large')
    expect((await local().fetch(page('/noise'))).bytes.compare(noise, 0, 1024 * 1024)).toBe(0)
    for (const path of ['/bomb', '/noise']) {
      expect((await local().fetch(page(path))).bytes).toHaveLength(1024 * 1024)
      await expect(local().fetch(page(path), { longer: 'refuse' })).rejects.toThrow('too large')
    }
    await expect(local().fetch(page('/empty-blocks'))).rejects.toThrow('too large')
  })

  it('is refused when its answer is damaged, and may be answered with nothing', async () => {
    await expect(local().fetch(page('/damaged'))).rejects.toThrow('is damaged')
    expect((await local().fetch(page('/nothing'))).bytes).toHaveLength(0)
  })

  it('has a time limit for resolving, answering and finishing', async () => {
    await expect(local().fetch(page('/slow'), { timeout: 50 })).rejects.toMatchObject({ name: 'TimeoutError' })
    const lost = local({ resolve: () => new Promise(() => undefined) })
    await expect(lost.fetch(page('/'), { timeout: 50 })).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('an IP address', () => {
  it('is public when it is routed and not reserved', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
    for (const address of [
      '192.0.2.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '2001:db8::1',
      'ff02::1',
      '::ffff:8.8.8.8',
      'page.test',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false])
  })
})
