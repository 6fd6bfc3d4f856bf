import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dayParam } from '../../../platform/locale/message-params.ts'
import type { Text } from '../../../platform/locale/messages.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { deleteAll as deleteSecondFactors } from '../second-factor/second-factor.store.ts'
import { endSessions } from '../sessions/sessions.service.ts'

export const listToClose = accounts.listClosing

/** Marks an account as closing, signs every device out and mails the owner how to keep it. */
export async function startClosing(
  deps: Deps,
  tx: Tx,
  id: string,
  { closesAt, reason }: { closesAt: Date; reason: string | null },
): Promise<void> {
  const account = await accounts.lockById(tx, id)
  if (!account) return
  await accounts.setClosing(tx, id, { closingAt: closesAt, reason }, deps.clock.now())
  await endSessions(deps, tx, id)
  const timeZone = await accounts.findTimeZone(deps, tx, id)
  await mails.sendClosing(deps, tx, account, dayParam(closesAt, timeZone))
}

/**
 * Puts off a closing that is due until `closesAt`, and mails the owner what is in its way. Nothing happens if the owner
 * signed in meanwhile.
 */
export async function postponeClosing(
  deps: Deps,
  tx: Tx,
  id: string,
  { closesAt, open }: { closesAt: Date; open: readonly Text[] },
): Promise<void> {
  const account = await accounts.lockById(tx, id)
  if (!account || !(await accounts.postponeClosing(tx, id, closesAt, deps.clock.now()))) return
  const timeZone = await accounts.findTimeZone(deps, tx, id)
  await mails.sendClosingPostponed(deps, tx, account, { day: dayParam(closesAt, timeZone), open })
}

/** Cancels the closure, because the owner signed in again. */
export async function cancelClosing(deps: Deps, tx: Tx, account: AccountRecord): Promise<void> {
  if (!account.closingAt) return
  await accounts.setClosing(tx, account.id, { closingAt: null, reason: null }, deps.clock.now())
  await mails.sendClosingCancelled(deps, tx, account)
}

/** Erases the personal data of an account whose closing time has passed. Returns whether there was any. */
export async function eraseIdentity(
  deps: Deps,
  tx: Tx,
  id: string,
  name: { firstName: string; lastName: string },
): Promise<boolean> {
  const account = await accounts.lockById(tx, id)
  if (!account || !(await accounts.anonymize(tx, id, name, deps.clock.now()))) return false
  await deleteSecondFactors(tx, id)
  await endSessions(deps, tx, id)
  await mails.sendClosed(deps, tx, account)
  return true
}
