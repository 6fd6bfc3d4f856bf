import type { SecondFactorRequired } from '@fettle/protocol/accounts/second-factor'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { findKnownDevice } from '../devices/devices.service.ts'
import { tokenHash, type Device } from '../sessions/sessions.service.ts'
import { CHALLENGE_VALID_FOR_MS, methodsOf } from './second-factor.rules.ts'
import * as store from './second-factor.store.ts'
import type { PendingSignIn } from './second-factor.store.ts'

/** Whether a sign-in needs a second factor: the account has one, and the device is not remembered. */
export async function needsSecondFactor(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  accountId: string,
  device: Device,
): Promise<boolean> {
  if (!(await store.hasFactor(tx, accountId))) return false
  const deviceId = await findKnownDevice({ clock, db: tx }, device.token, accountId)
  return deviceId === undefined || !(await store.saveRememberedUse(tx, accountId, deviceId, clock.now()))
}

/** Stores a sign-in that waits for its second factor. Returns SECOND_FACTOR_REQUIRED with its token, to be thrown. */
export async function savePendingSignIn(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  pending: PendingSignIn,
): Promise<AppError> {
  const secondFactorToken = ids.token()
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_VALID_FOR_MS)
  await store.insertPending(tx, tokenHash(secondFactorToken), pending, expiresAt)
  const kinds = (await store.listFactors(tx, pending.accountId)).map(({ kind }) => kind)
  const methods = methodsOf(kinds, await store.countRecoveryCodes(tx, pending.accountId))
  const data: SecondFactorRequired = { secondFactorToken, expiresAt: expiresAt.toISOString(), methods }
  return new AppError('SECOND_FACTOR_REQUIRED', {}, { data })
}
