import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
  type JsonWebKey,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push message, decrypted as the browser would (RFC 8291, implemented here from the specification). */
export interface ReceivedPush {
  payload: { title: string; body: string; url: string; tag: string }
  headers: IncomingHttpHeaders
  /** Signed claims, verified with the sender's key (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  signedBy: string
}

interface BrowserSubscription {
  keys: ECDH
  auth: Buffer
  arrived: ReceivedPush[]
  /** Status the push service answers; 201 by default. */
  status: number
  /** Whether the push service leaves it without an answer until `answer`. */
  silent: boolean
}

/** Fake push service: receives messages and lets each browser decrypt its own. */
export async function startFakePushService() {
  const browsers = new Map<string, BrowserSubscription>()
  let unanswered: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (browser?.status === 201) browser.arrived.push(read(browser, Buffer.concat(parts), request.headers))
      const answer = () => void response.writeHead(browser?.status ?? 404).end()
      if (browser?.silent) unanswered.push(answer)
      else answer()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    /** A subscribed browser: its subscription, and the messages it received. */
    browser() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const browser: BrowserSubscription = { keys, auth: randomBytes(16), arrived: [], status: 201, silent: false }
      const path = `/push/${randomBytes(9).toString('base64url')}`
      browsers.set(path, browser)
      const p256dh = keys.getPublicKey().toString('base64url')
      const subscription = { endpoint: origin + path, keys: { p256dh, auth: browser.auth.toString('base64url') } }
      return Object.assign(browser, { subscription })
    },
    /** The number of messages without an answer. */
    waiting: () => unanswered.length,
    answer() {
      unanswered.forEach((answer) => answer())
      unanswered = []
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

function read({ keys, auth }: BrowserSubscription, body: Buffer, headers: IncomingHttpHeaders): ReceivedPush {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + body.readUInt8(20))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const text = plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')

  const [, token = '', signedBy = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(signedBy, 'base64url')
  const jwk: JsonWebKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The push signature does not match its key.')
  return {
    payload: JSON.parse(text) as ReceivedPush['payload'],
    headers,
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims'],
    signedBy,
  }
}
