import type { Deps } from '../../platform/deps.ts'
import { deleteStale } from './accounts.store.ts'
import { PENDING_RETENTION_MS } from './auth.rules.ts'
import { SENDS_REMEMBERED_MS } from './codes/codes.rules.ts'
import { deleteOld } from './codes/codes.store.ts'
import { deleteExpired } from './devices/devices.store.ts'
import { deleteOldFlows } from './google/google.store.ts'
import { deleteExpired as deleteExpiredFactors } from './second-factor/second-factor.store.ts'
import { SESSION_IDLE_MS } from './sessions/sessions.rules.ts'
import { deleteOverSessions } from './sessions/sessions.service.ts'
import { deleteEnded } from './login/throttles.store.ts'

/** Deletes expired codes, tokens, counters and sessions, and accounts that were never verified. */
export async function purgeExpired({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await deleteOld(db, ago(SENDS_REMEMBERED_MS))
  await deleteEnded(db, now)
  await deleteExpired(db, now)
  await deleteOldFlows(db, now)
  await deleteExpiredFactors(db, now)
  await deleteOverSessions(db, now, ago(SESSION_IDLE_MS))
  await deleteStale(db, { pendingBefore: ago(PENDING_RETENTION_MS), now })
}
