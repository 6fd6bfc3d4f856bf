import { isIP } from 'node:net'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'

/** Limits of registration and sign-in. Pure. */

export const VERIFICATION_TOKEN_VALID_FOR_MS = 30 * MINUTE_MS
export const LOGIN_WINDOW_MS = 15 * MINUTE_MS
export const LOGIN_TRIES_PER_ACCOUNT = 5
export const LOGIN_TRIES_PER_ADDRESS = 30
/** Consecutive failures that disable the password until it is reset. */
export const MAX_CONSECUTIVE_FAILURES = 100
/** Consecutive failures after which a known device is treated as unknown. */
export const MAX_CONSECUTIVE_FAILURES_OF_DEVICE = 20
/** How long a device stays known to an account. */
export const DEVICE_REMEMBERED_MS = 365 * DAY_MS
/** A device's token is replaced at each sign-in. The previous one stays valid this long. */
export const REPLACED_TOKEN_VALID_FOR_MS = 10 * MINUTE_MS
/** Consecutive failures are forgotten after this time without an attempt. */
export const CONSECUTIVE_FAILURES_RETENTION_MS = 365 * DAY_MS
/** Limits lookups, because invite codes are short enough to guess. */
export const LOOK_UPS_PER_ADDRESS = 60
export const LOOK_UP_WINDOW_MS = 60 * MINUTE_MS
/** Unverified accounts are deleted after this time. */
export const PENDING_RETENTION_MS = 7 * DAY_MS

/** Full minutes until `end`, at least one. */
export const minutesUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / MINUTE_MS))

/** Whether an address is of this machine. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)

/**
 * The unit that limits by network address count: an IPv4 address, or the /64 network of an IPv6 address, because a
 * subscriber can use every address of one.
 */
export function networkOf(address: string): string {
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plainAddress) !== 6) return plainAddress
  // The parser of URLs writes every notation of an address the same way.
  const [start = '', end] = new URL(`http://[${plainAddress}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [start, end ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
