import { lookup as systemLookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { constants as zlib, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { textIn, type Text } from '../locale/messages.ts'
import { isPublicAddress } from './public-addresses.ts'

/**
 * Requests to addresses provided by others. They cannot reach internal hosts: every address is checked where the
 * connection is made, so neither notation nor DNS rebinding nor a redirect gets around it. Size and time are limited.
 */
export interface SafeFetch {
  fetch(url: string, options?: SafeFetchOptions): Promise<SafeFetchResponse>
}

export interface SafeFetchOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Total timeout in milliseconds, including redirects. */
  timeout?: number
  maxBytes?: number
  /** For longer responses: `cut` returns the beginning, `refuse` throws. */
  longer?: 'cut' | 'refuse'
  /** False: only the status matters, and a compressed body is returned as it is. */
  decompress?: boolean
}

export interface SafeFetchResponse {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** Final address after redirects. */
  url: string
}

export interface SafeFetchRules {
  /** Resolves all addresses of a name. */
  resolve?: (hostname: string) => Promise<string[]>
  mayReach?: (address: string, port: number) => boolean
  /** Creates the signal that aborts a request after milliseconds. */
  deadline?: (milliseconds: number) => AbortSignal
}

/** Why a request was refused, in words that may be shown to whoever gave the address. */
export class SafeFetchError extends Error {
  override name = 'SafeFetchError'
  readonly text: Text

  constructor(text: Text, options?: ErrorOptions) {
    super(textIn('en', text), options)
    this.text = text
  }
}

const MAX_REDIRECTS = 3
const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 5_000
const ALLOWED_PORTS = new Set([80, 443, 8080, 8443])
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** Creates the client. By default it reaches public addresses on the usual web ports only. */
export function createSafeFetch({
  resolve = async (hostname) => (await systemLookup(hostname, { all: true })).map(({ address }) => address),
  mayReach = (address, port) => ALLOWED_PORTS.has(port) && isPublicAddress(address),
  deadline = (milliseconds) => AbortSignal.timeout(milliseconds),
}: SafeFetchRules = {}): SafeFetch {
  /** The addresses of a name, all of which must be allowed: a single internal one makes the others suspicious. */
  async function check(hostname: string, port: number): Promise<string[]> {
    const plainHostname = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(plainHostname) ? [plainHostname] : await resolve(plainHostname)
    if (addresses.length === 0 || !addresses.every((address) => mayReach(address, port)))
      throw new SafeFetchError({ code: 'HOST_UNREACHABLE', params: { host: hostname } })
    return addresses
  }

  async function once(url: URL, options: SafeFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
    const isSecure = url.protocol === 'https:'
    const addresses = await withTimeout(signal, check(url.hostname, Number(url.port) || (isSecure ? 443 : 80)))
    // Connects to the checked address, without resolving the name again.
    const lookup = ((_name: string, how: { all?: boolean }, done: (...answer: unknown[]) => void) => {
      const answers = addresses.map((address) => ({ address, family: isIP(address) }))
      if (how.all) done(null, answers)
      else done(null, answers[0]?.address, answers[0]?.family)
    }) as LookupFunction
    return new Promise((answer, reject) => {
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: options.method ?? 'GET',
        headers: { 'user-agent': 'Fettle (link preview)', 'accept-encoding': 'identity', ...options.headers },
        lookup,
        agent: false,
        signal,
      })
      request.on('response', answer).on('error', reject)
      request.end(options.body)
    })
  }

  async function follow(address: string, options: SafeFetchOptions, signal: AbortSignal): Promise<SafeFetchResponse> {
    const { maxBytes = MAX_BYTES, longer = 'cut', decompress = true } = options
    let url = webUrl(address)
    for (let redirects = 0; ; redirects += 1) {
      const response = await once(url, options, signal)
      const { statusCode: status = 0, headers } = response
      if (!REDIRECT_STATUSES.has(status) || headers.location === undefined || options.method === 'POST') {
        const bytes = await read(response, { maxBytes, longer, decompress })
        return { status, headers, bytes, url: url.href }
      }
      response.destroy()
      if (redirects === MAX_REDIRECTS) throw new SafeFetchError({ code: 'TOO_MANY_REDIRECTS' })
      url = webUrl(new URL(headers.location, url).href)
    }
  }

  return {
    async fetch(address, options = {}) {
      const signal = deadline(options.timeout ?? TIMEOUT_MS)
      // Node reports a timeout as an abort without a reason.
      return follow(address, options, signal).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error
      })
    },
  }
}

/** The result, or a timeout, because not everything can be aborted. */
function withTimeout<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function webUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password)
    throw new SafeFetchError({ code: 'NOT_A_WEB_ADDRESS' })
  return url
}

interface ReadOptions {
  maxBytes: number
  longer: 'cut' | 'refuse'
  decompress: boolean
}

/**
 * The bytes of a response, decompressed, because some servers compress although asked not to. The limit applies to the
 * decompressed size, and what comes beyond it is not even decompressed.
 */
async function read(response: IncomingMessage, { maxBytes, longer, decompress }: ReadOptions): Promise<Buffer> {
  const encoding = decompress ? response.headers['content-encoding'] : undefined
  const source = unpack(response, encoding, maxBytes)
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length <= maxBytes) continue
      if (longer === 'refuse') throw new SafeFetchError({ code: 'ANSWER_TOO_LARGE' })
      break
    }
  } catch (error) {
    if (/^(Z_|ERR__)/.test(String((error as NodeJS.ErrnoException).code)))
      throw new SafeFetchError({ code: 'ANSWER_PACKED' }, { cause: error })
    throw error
  } finally {
    response.destroy()
  }
  return Buffer.concat(parts).subarray(0, maxBytes)
}

// As tolerant of an early end as browsers are.
const zlibEnd = { flush: zlib.Z_SYNC_FLUSH, finishFlush: zlib.Z_SYNC_FLUSH }
const brotliEnd = { flush: zlib.BROTLI_OPERATION_FLUSH, finishFlush: zlib.BROTLI_OPERATION_FLUSH }

function unpack(response: IncomingMessage, encoding: string | undefined, maxBytes: number): Readable {
  const unpacker = {
    gzip: () => createGunzip(zlibEnd),
    br: () => createBrotliDecompress(brotliEnd),
    deflate: () => createInflate(zlibEnd),
  }[encoding ?? '']
  if (!unpacker) return response
  let received = 0
  response.on('data', ({ length }: Buffer) => {
    received += length
    // Compressed data is hardly longer than its content, unless it is made to keep the reader busy.
    if (received > 2 * maxBytes) response.destroy(new SafeFetchError({ code: 'ANSWER_TOO_LARGE' }))
  })
  // The reader gets the errors.
  return pipeline(response, unpacker(), () => undefined)
}
