import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { DEVICE_REMEMBERED_MS, REPLACED_TOKEN_VALID_FOR_MS } from '../auth.rules.ts'
import * as store from './devices.store.ts'
import { tokenHash } from '../sessions/sessions.service.ts'

/**
 * The id of the caller's device if it is known to this account. Known devices have separate counters for wrong
 * passwords, so that an attacker cannot lock the owner out. A device token grants nothing: the password is still
 * required.
 */
export async function findKnownDevice(
  { db, clock }: Pick<Deps, 'clock'> & { db: Queryable },
  token: string | undefined,
  accountId: string | undefined,
): Promise<string | undefined> {
  if (!token) return undefined
  // Also queried for unknown accounts, so that timing does not reveal which accounts exist.
  return store.findDevice(db, tokenHash(token), accountId ?? '', clock.now())
}

/**
 * Records that an account signed in on a device, and returns the device with its new token. The previous token stays valid for
 * ten minutes, because the answer may be lost.
 */
export async function rememberDevice(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  token: string | undefined,
  accountId: string,
): Promise<{ deviceId: string; token: string }> {
  const now = clock.now()
  const newToken = ids.token()
  const hash = tokenHash(newToken)
  const oldHash = token && tokenHash(token)
  const knownId = oldHash ? await store.findDeviceOfToken(tx, oldHash, now) : undefined
  if (oldHash && knownId) {
    const oldUntil = new Date(now.getTime() + REPLACED_TOKEN_VALID_FOR_MS)
    await store.replaceToken(tx, { oldHash, newHash: hash, oldUntil, now })
  }
  const expiresAt = new Date(now.getTime() + DEVICE_REMEMBERED_MS)
  const deviceId = knownId ?? ids.next('dev')
  await store.rememberDevice(tx, { hash, deviceId, accountId, expiresAt })
  return { deviceId, token: newToken }
}
