import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../notifications/index.ts'
import { findTimeZone, type AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { deviceName, deviceParam } from '../sessions/sessions.rules.ts'
import { saveDeviceUse } from '../sessions/sessions.store.ts'

/** Notifies the owner of a changed password, by mail and in the inbox. */
export async function notifyPasswordChanged(deps: Deps, tx: Tx, account: AccountRecord): Promise<void> {
  await mails.sendPasswordChanged(deps, tx, account)
  await notify(deps, tx, {
    workflow: 'password-changed',
    providerId: account.id,
    params: await nowParams(deps, tx, account),
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
  const { isNew } = await saveDeviceUse(tx, account.id, device, deps.clock.now())
  if (!isNew) return
  await mails.sendNewSignIn(deps, tx, account, deviceParam(userAgent))
  await notify(deps, tx, {
    workflow: 'new-sign-in',
    providerId: account.id,
    params: { device: deviceParam(userAgent), ...(await nowParams(deps, tx, account)) },
    data: { type: 'session', id: sessionId },
  })
}

/** The current time and the owner's time zone, as parameters of a notification. */
export const nowParams = async ({ clock, settings }: Deps, tx: Tx, { id }: AccountRecord) => ({
  at: clock.now().toISOString(),
  timeZone: await findTimeZone({ settings }, tx, id),
})
