import { hash } from 'node:crypto'
import { ROLE } from '@fettle/protocol/common/constants'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, rateLimited } from '../../../platform/errors.ts'
import {
  isLoopback,
  MAX_CONSECUTIVE_FAILURES,
  LOGIN_WINDOW_MS,
  LOOK_UP_WINDOW_MS,
  LOOK_UPS_PER_ADDRESS,
  minutesUntil,
  networkOf,
} from '../auth.rules.ts'
import { SENDS_PER_ACCOUNT, SENDS_PER_ADDRESS } from '../codes/codes.rules.ts'
import { resendLimit } from '../codes/codes.service.ts'
import type { Device } from '../sessions/sessions.service.ts'
import * as throttles from './throttles.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Throws ROLE_UNSUPPORTED for any role but that of a provider. */
export const assertRole = (role: string): void => {
  if (role === ROLE) return
  const issue = { path: ['role'], field: 'role', code: 'NOT_ALLOWED' as const, message: issueText('ROLE_INVALID') }
  throw new AppError('ROLE_UNSUPPORTED', {}, { issues: [issue] })
}

const digestOf = (name: string) => hash('sha256', name, 'base64url')

/**
 * Counter keys for failed sign-ins: one for a time window, one for consecutive failures. Known devices have their own
 * counters; failures from all other devices count together.
 */
export const loginKeys = (name: string, deviceId?: string): [window: string, consecutive: string] => {
  const subject = deviceId ? `${digestOf(name)} ${deviceId}` : digestOf(name)
  // `login-row`: the prefix that stored counters have.
  return [`login ${subject}`, `login-row ${subject}`]
}

/** Counter key for wrong passwords of a signed-in user. */
export const passwordKey = (accountId: string): string => `password ${digestOf(accountId)}`

/**
 * Counts an attempt before it is checked, so that parallel guesses cannot exceed the limit. Throws LOGIN_THROTTLED, or
 * PASSWORD_DISABLED after too many consecutive failures.
 */
export async function assertAttemptsLeft(
  { db, clock }: Deps,
  key: string,
  limit: number,
  consecutiveKey?: string,
): Promise<void> {
  const now = clock.now()
  const { count, resetsAt, peekedCount } = await throttles.increment(
    db,
    { key, windowMs: LOGIN_WINDOW_MS, peekKey: consecutiveKey },
    now,
  )
  if (peekedCount >= MAX_CONSECUTIVE_FAILURES) throw new AppError('PASSWORD_DISABLED')
  if (count <= limit) return
  const seconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
  throw new AppError(
    'LOGIN_THROTTLED',
    { minutes: minutesUntil(resetsAt, now) },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/**
 * The caller's network for counting. Undefined on this machine in demo mode, so that a test run stays below the limits.
 */
export const countedNetwork = ({ config }: Deps, { address }: Pick<Device, 'address'>): string | undefined =>
  address === null || (config.demo && isLoopback(address)) ? undefined : networkOf(address)

/**
 * Counts tries before they are checked, so that failed ones count too. Call it outside the transaction of the try,
 * which takes its count back. Throws RATE_LIMITED.
 */
export async function assertRate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  { limit, windowMs }: { limit: number; windowMs: number },
  tries = 1,
): Promise<void> {
  const now = clock.now()
  const { count, resetsAt } = await throttles.increment(db, { key, windowMs, by: tries }, now)
  if (count > limit) throw rateLimited(resetsAt, now)
}

/** Counts an anonymous lookup by network address. Throws RATE_LIMITED. */
export async function assertLookupRate(deps: Deps, { ip }: { ip: string }): Promise<void> {
  const network = countedNetwork(deps, { address: ip })
  if (!network) return
  await assertRate(deps, `look-up ${network}`, { limit: LOOK_UPS_PER_ADDRESS, windowMs: LOOK_UP_WINDOW_MS })
}

/** Counts requested codes by network address. Throws OTP_RESEND_LIMIT. */
export async function assertSendsFrom(deps: Deps, device: Device): Promise<void> {
  const network = countedNetwork(deps, device)
  if (network) await assertSends(deps, `codes-address ${network}`, SENDS_PER_ADDRESS)
}

/** Counts codes an account requested for destinations of its choice. Throws OTP_RESEND_LIMIT. */
export const assertSendsBy = (deps: Deps, accountId: string): Promise<void> =>
  assertSends(deps, `codes-account ${accountId}`, SENDS_PER_ACCOUNT)

async function assertSends(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  { limit, window: windowMs }: { limit: number; window: number },
): Promise<void> {
  const now = clock.now()
  const { count, resetsAt } = await throttles.increment(db, { key, windowMs }, now)
  if (count > limit) throw resendLimit(resetsAt, now)
}
