import { hash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { MarketplaceScope } from '@fettle/protocol'

/** Publicly known, so it works in a demo only. */
export const DEMO_KEY = 'mk_test_demo'

/** How long the previous secret stays valid after a rotation. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000

const PREFIX_LENGTH = 'mk_test_'.length + 6

/** A key as stored, without its secret. */
export interface StoredKey {
  id: string
  name: string
  /** Visible part of the key. */
  prefix: string
  scopes: readonly MarketplaceScope[]
  /** Allowed addresses and networks (CIDR). Empty: any. */
  ipAllowlist: readonly string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** The previous secret is valid until this time. */
  previousUntil: Date | null
}

export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** A secret from `token`'s random bits, and its visible prefix. */
export function toSecret(token: string, live: boolean): { secret: string; prefix: string } {
  const secret = `mk_${live ? 'live' : 'test'}_${token}`
  return { secret, prefix: secret.slice(0, PREFIX_LENGTH) }
}

/** Whether a key is valid now. */
export const isValid = ({ expiresAt, revokedAt }: Pick<StoredKey, 'expiresAt' | 'revokedAt'>, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/** Validity of the previous secret: a day, and never longer than its key. */
export function previousUntil(expiresAt: Date | null, now: Date, overlap = ROTATION_OVERLAP_MS): Date {
  const end = new Date(now.getTime() + overlap)
  return expiresAt && expiresAt < end ? expiresAt : end
}

/** Normalizes an address or network. Undefined: neither. */
export function toNetwork(text: string): string | undefined {
  const [address = '', size, more] = text.trim().split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return undefined
  if (size === undefined) return address
  const prefixLength = /^\d{1,3}$/.test(size) ? Number(size) : NaN
  return prefixLength <= (version === 4 ? 32 : 128) ? `${address}/${prefixLength}` : undefined
}

/** Whether an address is in one of the networks. An empty list allows every address. */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', size] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (size === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(size), family)
  }
  // A dual-stack server sees `::ffff:203.0.113.7`.
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(plainAddress, isIP(plainAddress) === 6 ? 'ipv6' : 'ipv4')
}
