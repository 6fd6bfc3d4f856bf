import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { MarketplaceScope } from '@fettle/protocol'

/** Known to everybody, so it opens nothing but a demo. */
export const DEMO_KEY = 'mk_test_demo'

/** Calls a minute. */
export const CALLS_PER_MINUTE = 600
/** A whole test app and its simulator share the demo's key. */
export const DEMO_CALLS_PER_MINUTE = 60_000

/** How long a key's former secret still opens after a rotation. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000

const PREFIX_LENGTH = 'mk_test_'.length + 6

/** A key as it is kept: never the secret itself. */
export interface StoredKey {
  id: string
  name: string
  /** What people recognise it by. */
  prefix: string
  scopes: readonly MarketplaceScope[]
  /** Addresses and networks (CIDR) it may be used from; from anywhere when empty. */
  ipAllowlist: readonly string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** Until when the secret before the last rotation still opens. */
  previousUntil: Date | null
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A secret of `token`'s randomness, and the part of it that may be shown. */
export function toSecret(token: string, live: boolean): { secret: string; prefix: string } {
  const secret = `mk_${live ? 'live' : 'test'}_${token}`
  return { secret, prefix: secret.slice(0, PREFIX_LENGTH) }
}

/** Whether a key is good at this moment. */
export const isValid = ({ expiresAt, revokedAt }: Pick<StoredKey, 'expiresAt' | 'revokedAt'>, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/** Until when a former secret still opens: a day, and never longer than its key. */
export function previousUntil(expiresAt: Date | null, now: Date, overlap = ROTATION_OVERLAP_MS): Date {
  const end = new Date(now.getTime() + overlap)
  return expiresAt && expiresAt < end ? expiresAt : end
}

/** The same address however it was written; undefined when it is neither an address nor a network. */
export function toNetwork(text: string): string | undefined {
  const [address = '', size, more] = text.trim().split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return undefined
  if (size === undefined) return address
  const bits = /^\d{1,3}$/.test(size) ? Number(size) : NaN
  return bits <= (version === 4 ? 32 : 128) ? `${address}/${bits}` : undefined
}

/** Whether an address lies in one of the networks; every address does when there are none. */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', size] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (size === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(size), family)
  }
  // A server that listens on both families is told `::ffff:203.0.113.7`.
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}
