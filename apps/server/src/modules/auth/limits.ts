import { createHash } from 'node:crypto'
import { ROLE } from '@fettle/protocol/common/fields'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import {
  isLoopback,
  LOGIN_TRIES_IN_A_ROW,
  LOGIN_WINDOW_MS,
  LOOK_UP_WINDOW_MS,
  LOOK_UPS_PER_ADDRESS,
  minutesUntil,
} from './auth.rules.ts'
import { SENDS_PER_ADDRESS } from './codes.rules.ts'
import { resendLimit } from './codes.service.ts'
import type { Device } from './sessions.service.ts'
import * as throttles from './throttles.store.ts'

/** Who may ask, and how often. */

export const assertRole = (role: string): void => {
  if (role === ROLE) return
  const issue = { path: ['role'], field: 'role', code: 'NOT_ALLOWED' as const, message: 'Unsupported role.' }
  throw new AppError('ROLE_UNSUPPORTED', {}, { issues: [issue] })
}

const digestOf = (name: string) => createHash('sha256').update(name).digest('base64url')

/**
 * What failures of an account are counted under: those of a while, and those in a row. Those of a device the account
 * signed in on before are its own; those from everywhere else are counted together.
 */
export const loginKeys = (name: string, deviceId?: string): [window: string, row: string] => {
  const whose = deviceId ? `${digestOf(name)} ${deviceId}` : digestOf(name)
  return [`login ${whose}`, `login-row ${whose}`]
}

/** What wrong passwords of somebody who is signed in are counted under. */
export const passwordKey = (accountId: string): string => `password ${digestOf(accountId)}`

/**
 * Counts a try before it is judged, so that parallel guesses do not slip past the limit. Throws LOGIN_THROTTLED, or
 * PASSWORD_DISABLED when those in a row were too many.
 */
export async function assertTries({ db, clock }: Deps, key: string, limit: number, rowKey?: string): Promise<void> {
  const now = clock.now()
  const { count, resetsAt, besideCount } = await throttles.increment(db, key, LOGIN_WINDOW_MS, now, rowKey)
  if (besideCount >= LOGIN_TRIES_IN_A_ROW) throw new AppError('PASSWORD_DISABLED')
  if (count <= limit) return
  const seconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
  throw new AppError(
    'LOGIN_THROTTLED',
    { minutes: minutesUntil(resetsAt, now) },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** Network addresses are not counted on this machine in demo mode, so that a whole test run fits on it. */
export const countedAddress = ({ config }: Deps, { address }: Pick<Device, 'address'>): boolean =>
  address !== null && !(config.demo && isLoopback(address))

/** Counts what a network address looks up without being anybody. Throws RATE_LIMITED. */
export async function assertLookUp(deps: Deps, { ip }: { ip: string }): Promise<void> {
  if (!countedAddress(deps, { address: ip })) return
  const now = deps.clock.now()
  const { count, resetsAt } = await throttles.increment(deps.db, `look-up ${ip}`, LOOK_UP_WINDOW_MS, now)
  if (count <= LOOK_UPS_PER_ADDRESS) return
  const seconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
  throw new AppError('RATE_LIMITED', { seconds }, { headers: { 'retry-after': String(seconds) } })
}

/** Counts what a network address asks codes for. Throws OTP_RESEND_LIMIT. */
export async function assertSendsFrom(deps: Deps, device: Device): Promise<void> {
  if (!countedAddress(deps, device)) return
  const now = deps.clock.now()
  const { limit, window } = SENDS_PER_ADDRESS
  const { count, resetsAt } = await throttles.increment(deps.db, `codes-address ${device.address}`, window, now)
  if (count > limit) throw resendLimit(resetsAt, now)
}
