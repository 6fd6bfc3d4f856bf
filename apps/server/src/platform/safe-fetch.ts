import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/**
 * Fetches an address somebody gave us without letting them look into our own network: only http and https, only public
 * addresses in whatever notation, the name resolved once and the connection made to what was checked (so that a second
 * answer of their DNS changes nothing), redirects followed by the same rules and at most three times, within a time and
 * a size.
 */

/** The address is not one we go to. */
export class UnsafeAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`)
    this.name = 'UnsafeAddress'
  }
}

export interface SafeFetchOptions {
  headers?: Record<string, string>
  maxBytes?: number
  /** For the whole fetch, redirects included. */
  timeoutMs?: number
  /** Where partners' demos run beside us. */
  allowLoopback?: boolean
}

export interface SafeAnswer {
  status: number
  headers: Headers
  body: Buffer
  /** Where it came from in the end. */
  url: string
}

const REDIRECTS = 3
const MAX_BYTES = 1_000_000
const TIMEOUT = 10_000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Everything that is not the public internet (IANA's special-purpose registries). */
const closed = new BlockList()
for (const range of (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 ' +
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ')) {
  const [net = '', bits] = range.split('/')
  closed.addSubnet(net, Number(bits), 'ipv4')
}
/** Of IPv6 only what is handed out for the public is open; of that, what carries or stands for something else is not. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']) {
  const [net = '', bits] = range.split('/')
  closed.addSubnet(net, Number(bits), 'ipv6')
}

/** Whether an IP address, as text, may be connected to. */
export function isPublicAddress(address: string, allowLoopback = false): boolean {
  const family = isIP(address.split('%')[0] ?? '')
  if (family === 0 || address.includes('%')) return false
  if (family === 4) {
    return (allowLoopback && loopback.check(address, 'ipv4')) || !closed.check(address, 'ipv4')
  }
  if (allowLoopback && loopback.check(address, 'ipv6')) return true
  return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The host of an address without brackets; what looks like a number was made one by the URL parser already. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

export async function safeFetch(address: string, options: SafeFetchOptions = {}): Promise<SafeAnswer> {
  const { headers = {}, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT, allowLoopback = false } = options
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let redirects = 0; ; redirects += 1) {
    const response = await open(url, { headers, allowLoopback, signal })
    const { statusCode: status = 0, headers: answered } = response
    const location = status >= 300 && status < 400 && status !== 304 ? answered.location : undefined
    if (location === undefined) {
      const body = await readAll(response, maxBytes)
      return { status, headers: toHeaders(answered), body, url: url.href }
    }
    response.destroy()
    if (redirects === REDIRECTS) throw new Error(`${address} leads from one place to the next`)
    url = new URL(location, url)
  }
}

function open(
  url: URL,
  { headers, allowLoopback, signal }: { headers: Record<string, string>; allowLoopback: boolean; signal: AbortSignal },
): Promise<IncomingMessage> {
  const host = hostOf(url)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) {
    throw new UnsafeAddress(url.origin)
  }
  // A literal is connected to without being looked up.
  if (isIP(host) !== 0 && !isPublicAddress(host, allowLoopback)) throw new UnsafeAddress(host)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      signal,
      agent: false,
      headers: { 'user-agent': 'Fettle', 'accept-encoding': 'gzip, deflate, br', ...headers },
      lookup: (name, options, done) => {
        lookup(name, { ...options, all: true }, (error, found) => {
          if (error) return done(error, [])
          // One closed address among open ones is reason enough.
          if (found.length === 0 || !found.every((one) => isPublicAddress(one.address, allowLoopback))) {
            return done(new UnsafeAddress(name), [])
          }
          const [first] = found
          return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family)
        })
      },
    })
    request.on('response', resolve)
    request.on('error', reject)
    request.end()
  })
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const coding = response.headers['content-encoding']
  const unpack =
    coding === 'gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : undefined
  if (unpack) response.on('error', (error) => unpack.destroy(error))
  const chunks: Buffer[] = []
  let size = 0
  // Counted unpacked: a little that becomes a lot is a lot.
  for await (const chunk of unpack ? response.pipe(unpack) : response) {
    size += (chunk as Buffer).length
    if (size > maxBytes) {
      response.destroy()
      throw new Error(`The answer is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function toHeaders(given: IncomingMessage['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (typeof value === 'string') headers.set(name, value)
  return headers
}
