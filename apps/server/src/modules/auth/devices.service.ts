import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { DEVICE_REMEMBERED_MS, REPLACED_TOKEN_VALID_FOR_MS } from './auth.rules.ts'
import * as store from './devices.store.ts'
import { tokenHash } from './sessions.service.ts'

/**
 * Browsers an account has signed in on before. Their wrong passwords are counted by themselves, so that a stranger's do
 * not lock the owner out. A device's token opens nothing: the password is asked for as ever.
 */

/** The id of the caller's device where it is known to this account. */
export async function findKnownDevice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string | undefined,
  accountId: string | undefined,
): Promise<string | undefined> {
  if (!token) return undefined
  // Asked for unknown accounts too, which must not be told by the time it takes.
  return store.findDevice(db, tokenHash(token), accountId ?? '', clock.now())
}

/**
 * Remembers that an account signed in on a device, and answers the device's new token. The one before stays good for
 * minutes: the answer may not arrive.
 */
export async function rememberDevice(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  token: string | undefined,
  accountId: string,
): Promise<string> {
  const now = clock.now()
  const newToken = ids.token()
  const hash = tokenHash(newToken)
  const oldHash = token && tokenHash(token)
  const known = oldHash ? await store.findDeviceOfToken(tx, oldHash, now) : undefined
  if (oldHash && known) {
    const oldUntil = new Date(now.getTime() + REPLACED_TOKEN_VALID_FOR_MS)
    await store.replaceToken(tx, { oldHash, newHash: hash, oldUntil, now })
  }
  const expiresAt = new Date(now.getTime() + DEVICE_REMEMBERED_MS)
  await store.rememberDevice(tx, { hash, deviceId: known ?? ids.next('dev'), accountId, expiresAt })
  return newToken
}

export const deleteKnownDevice = (db: Queryable, deviceId: string, accountId: string): Promise<void> =>
  store.deleteDevice(db, deviceId, accountId)
