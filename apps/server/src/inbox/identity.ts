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

/** Sessions live long: the clients cannot renew one. */
const TOKEN_LIFE = 15 * 24 * 60 * 60 * 1000

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

/** Proves that the holder may read this subscriber's inbox. */
export const subscriberHash = (secret: string, subscriberId: string): string => hmac(secret, subscriberId).digest('hex')

/** The same for a context, whatever the order of its keys. */
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
export function signToken(secret: string, box: Box, now: Date): string {
  const claims = { sub: box.subscriberId, ctx: box.contextKeys, exp: now.getTime() + TOKEN_LIFE }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${signature(secret, payload)}`
}

/** Whose token it is, or undefined when it is forged, broken or too old. */
export function readToken(secret: string, token: string, now: Date): Box | undefined {
  const [payload = '', mark = ''] = token.split('.')
  if (!sameText(mark, signature(secret, payload))) return undefined
  // Signed by us, so its shape is ours.
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string; ctx: string[]; exp: number }
  return claims.exp > now.getTime() ? boxOf(claims.sub, claims.ctx) : undefined
}

// The label keeps a subscriber hash from ever passing for a signature.
const signature = (secret: string, payload: string) => hmac(secret, `session.${payload}`).digest('base64url')
