import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../notifications/index.ts'
import { findTimeZone, type AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { deviceName, deviceParam } from '../sessions/sessions.rules.ts'
import { isFirstUseOfDevice } from '../sessions/sessions.store.ts'

/** Notifies the owner of a changed password, by mail and in the inbox. */
export async function notifyPasswordChanged(deps: Deps, tx: Tx, account: AccountRecord): Promise<void> {
  await mails.sendPasswordChanged(deps, tx, account)
  await notify(deps, tx, {
    workflow: 'password-changed',
    providerId: account.id,
    params: await nowOf(deps, tx, account),
    data: { type: 'profile', id: account.id },
  })
}

/** Notifies the owner of a sign-in from a device new to this account. */
export async function notifyNewDevice(
  deps: Deps,
  tx: Tx,
  account: AccountRecord,
  { sessionId, userAgent }: { sessionId: string; userAgent: string | null },
): Promise<void> {
  const device = deviceName(userAgent)
  const { isUnfamiliar } = await isFirstUseOfDevice(tx, account.id, device, deps.clock.now())
  if (!isUnfamiliar) return
  await mails.sendNewSignIn(deps, tx, account, deviceParam(userAgent))
  await notify(deps, tx, {
    workflow: 'new-sign-in',
    providerId: account.id,
    params: { device: deviceParam(userAgent), ...(await nowOf(deps, tx, account)) },
    data: { type: 'session', id: sessionId },
  })
}

/** The current time in the owner's time zone, as text. */
export const nowOf = async ({ clock, settings }: Deps, tx: Tx, { id }: AccountRecord) => ({
  at: clock.now().toISOString(),
  timeZone: await findTimeZone(tx, id, settings().defaultCountry),
})
