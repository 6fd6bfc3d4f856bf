import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose notifications: a subscriber within one exact set of context keys. */
export interface Box {
  subscriberId: string
  /** Sorted `type:id` pairs. */
  contextKeys: readonly string[]
  /** The same as one text, as it is stored. */
  context: string
}

export function boxOf(subscriberId: string, contextKeys: readonly string[] = []): Box {
  const sorted = [...new Set(contextKeys)].sort()
  return { subscriberId, contextKeys: sorted, context: sorted.join(',') }
}

/** A login session of the product, as it was when it was given access to an inbox. */
export interface Login {
  sessionId: string
  /** In milliseconds. */
  issuedAt: number
}

/** Somebody who reads their inbox: where, until when, and by which login. */
export interface Reader {
  box: Box
  login: Login
  /** In milliseconds. */
  expiresAt: number
}

const TOKEN_LIFE_MS = 60 * 60 * 1000

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** Proves to Novu that the product sent this subscriber. */
export const subscriberHash = (secret: string, subscriberId: string): string => hmac(secret, subscriberId).digest('hex')

/** Proves to our own service that the product sent this subscriber, from this login session. */
export function signAccess(secret: string, subscriberId: string, { sessionId, issuedAt }: Login): string {
  const proof = hmac(secret, `access.${canonicalJson([subscriberId, sessionId, issuedAt])}`).digest('hex')
  return `${sessionId}.${issuedAt}.${proof}`
}

/** The login session that an access was given to, or undefined when the proof is not ours. */
export function readAccess(secret: string, subscriberId: string, access: string): Login | undefined {
  const [sessionId = '', time = ''] = access.split('.')
  const login = { sessionId, issuedAt: Number(time) }
  return sameText(access, signAccess(secret, subscriberId, login)) ? login : undefined
}

/** Proves that the product chose a context, whatever the order of its keys. */
export const contextHash = (secret: string, context: unknown): string =>
  hmac(secret, canonicalJson(context)).digest('hex')

/** Compares two texts in constant time. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** JSON with sorted keys and no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

/** Signs a session: opaque to the clients, good for HTTP and for the socket. */
export function signToken(secret: string, box: Box, login: Login, now: Date): string {
  const claims: Claims = {
    sub: box.subscriberId,
    ctx: box.contextKeys,
    sid: login.sessionId,
    iat: login.issuedAt,
    exp: now.getTime() + TOKEN_LIFE_MS,
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${signature(secret, payload)}`
}

interface Claims {
  sub: string
  ctx: readonly string[]
  /** The login session, and when it was given access. */
  sid: string
  iat: number
  exp: number
}

/** Whose token it is, or undefined when it is forged, broken or too old. */
export function readToken(secret: string, token: string, now: Date): Reader | undefined {
  const [payload = '', mark = ''] = token.split('.')
  if (!sameText(mark, signature(secret, payload))) return undefined
  // Signed by us, so its shape is ours; only tokens of an earlier version lack a login session.
  const { sub, ctx, sid, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Partial<Claims>
  if (sub === undefined || sid === undefined || iat === undefined || exp === undefined) return undefined
  if (exp <= now.getTime()) return undefined
  return { box: boxOf(sub, ctx), login: { sessionId: sid, issuedAt: iat }, expiresAt: exp }
}

// The label keeps any other proof from passing for a signature.
const signature = (secret: string, payload: string) => hmac(secret, `session.${payload}`).digest('base64url')
