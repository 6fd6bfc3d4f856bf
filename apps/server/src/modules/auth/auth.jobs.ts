import type { Deps } from '../../platform/deps.ts'
import * as accounts from './accounts.store.ts'
import { PENDING_RETENTION_MS } from './auth.rules.ts'
import { SENDS_RETENTION_MS } from './codes/codes.rules.ts'
import * as codes from './codes/codes.store.ts'
import * as devices from './devices/devices.store.ts'
import * as google from './google/google.store.ts'
import * as throttles from './login/throttles.store.ts'
import * as secondFactors from './second-factor/second-factor.store.ts'
import { purgeSessions } from './sessions/sessions.service.ts'

/** Deletes expired codes, tokens, counters and sessions, and accounts that were never verified. */
export async function purgeExpired(deps: Pick<Deps, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const { clock, db } = deps
  const now = clock.now()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await codes.deleteOld(db, ago(SENDS_RETENTION_MS))
  await throttles.deleteExpired(db, now)
  await devices.deleteExpired(db, now)
  await google.deleteExpiredFlows(db, now)
  await secondFactors.deleteExpired(db, now)
  await purgeSessions(deps)
  await accounts.deleteStale(db, { pendingBefore: ago(PENDING_RETENTION_MS), now })
}
