import { createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'
import { equalsInConstantTime } from '../platform/crypto/constant-time.ts'

/** Identifies an inbox: a subscriber within one exact set of context keys. */
export interface InboxKey {
  subscriberId: string
  /** Sorted `type:id` pairs. */
  contextKeys: readonly string[]
  /** The context keys as one string, as stored. */
  context: string
}

/** The inbox of a subscriber in a context. The order of the keys does not matter. */
export function inboxKeyOf(subscriberId: string, contextKeys: readonly string[] = []): InboxKey {
  const sorted = [...new Set(contextKeys)].sort()
  return { subscriberId, contextKeys: sorted, context: sorted.join(',') }
}

/** A login session at the time it was given access to an inbox. */
export interface Login {
  sessionId: string
  /** Milliseconds since 1970. */
  issuedAt: number
}

/** An authenticated reader: inbox, expiry and login session. */
export interface Reader {
  inbox: InboxKey
  login: Login
  /** Milliseconds since 1970. */
  expiresAt: number
}

const TOKEN_LIFE_MS = 60 * 60 * 1000

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** HMAC with which Novu verifies that the product vouches for a subscriber. */
export const subscriberHash = (secret: string, subscriberId: string): string => hmac(secret, subscriberId).digest('hex')

/** HMAC with which our own service verifies a subscriber and their login session. */
export function signAccess(secret: string, subscriberId: string, { sessionId, issuedAt }: Login): string {
  const proof = hmac(secret, `access.${JSON.stringify([subscriberId, sessionId, issuedAt])}`).digest('hex')
  return `${sessionId}.${issuedAt}.${proof}`
}

/** The login session an access was issued for. Undefined: not signed by us. */
export function readAccess(secret: string, subscriberId: string, access: string): Login | undefined {
  const [sessionId = '', time = ''] = access.split('.')
  const login = { sessionId, issuedAt: Number(time) }
  return equalsInConstantTime(access, signAccess(secret, subscriberId, login)) ? login : undefined
}

/** HMAC of a context, independent of the order of its keys. */
export const contextHash = (secret: string, context: unknown): string =>
  hmac(secret, canonicalize(context) ?? '').digest('hex')

/** Signs a session token, opaque to clients, for HTTP and socket. */
export function signToken(secret: string, inbox: InboxKey, login: Login, now: Date): string {
  const claims: Claims = {
    sub: inbox.subscriberId,
    ctx: inbox.contextKeys,
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
  /** The login session, and when access was issued. */
  sid: string
  iat: number
  exp: number
}

/** The owner of a token. Undefined: forged, malformed or expired. */
export function readToken(secret: string, token: string, now: Date): Reader | undefined {
  const [payload = '', mark = ''] = token.split('.')
  if (!equalsInConstantTime(mark, signature(secret, payload))) return undefined
  // Signed by us, so the shape is known. Only tokens of an earlier version lack a login session.
  const { sub, ctx, sid, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Partial<Claims>
  if (sub === undefined || sid === undefined || iat === undefined || exp === undefined) return undefined
  if (exp <= now.getTime()) return undefined
  return { inbox: inboxKeyOf(sub, ctx), login: { sessionId: sid, issuedAt: iat }, expiresAt: exp }
}

// The label separates these signatures from other HMACs with the same key.
const signature = (secret: string, payload: string) => hmac(secret, `session.${payload}`).digest('base64url')
