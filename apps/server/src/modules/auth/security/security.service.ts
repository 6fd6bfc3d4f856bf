import type { Session } from '@fettle/protocol/accounts/auth'
import type { ProviderActor } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import { notifyPasswordChanged } from './security-notifications.ts'
import { assertPassword, hashPassword } from '../passwords/passwords.ts'
import { deviceText, sessionIsLive } from '../sessions/sessions.rules.ts'
import { announceAccountChange, endSessions, announceSessionsEnded } from '../sessions/sessions.service.ts'
import * as sessions from '../sessions/sessions.store.ts'
import { hasFactor } from '../second-factor/second-factor.store.ts'
import { assertPasswordOf } from '../login/sign-in.service.ts'
import { getAccount, lockOwnAccount, requireStepUp } from './step-up.service.ts'

/** Lists the caller's sessions, most recently used first. */
export const listSessions = (deps: Deps, actor: ProviderActor): Promise<Session[]> =>
  listSessionsOf(deps, actor.id, actor.sessionId)

/** Lists an account's sessions as seen from one of them, or from none. */
export async function listSessionsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  currentId?: string,
): Promise<Session[]> {
  const rows = await sessions.listByAccount(db, accountId)
  const live = rows.filter((session) => sessionIsLive(session, clock.now()))
  return live.map((session) => ({
    id: session.id,
    device: deviceText(session.userAgent),
    method: session.method,
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    isCurrent: session.id === currentId,
  }))
}

/** Ends one of the caller's sessions, also the current one. Throws NOT_FOUND. */
export async function endSession(deps: Deps, actor: ProviderActor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await sessions.deleteOne(tx, actor.id, id))) throw new AppError('NOT_FOUND', { thing: 'session' })
    announceAccountChange(deps, tx, actor.id)
    await announceSessionsEnded(deps, tx, actor.id, [id])
  })
}

/** Ends every session of the caller but the current one. Returns their number. */
export const endOtherSessions = (deps: Deps, actor: ProviderActor): Promise<number> =>
  deps.db.transaction((tx) => endSessions(deps, tx, actor.id, actor.sessionId))

/** Changes a signed-in user's password and signs every other device out. */
export async function changePassword(
  deps: Deps,
  actor: ProviderActor,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { db, clock, settings } = deps
  const account = await getAccount(db, actor.id)
  if (!account.passwordHash || (await hasFactor(db, actor.id))) await requireStepUp(deps, db, actor)
  if (account.passwordHash) await assertPasswordOf(deps, account, currentPassword ?? '')
  await assertPassword(newPassword, { field: 'newPassword', minLength: settings().passwordMinLength, person: account })
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
    await accounts.setPassword(tx, account.id, passwordHash, clock.now())
    await endSessions(deps, tx, account.id, actor.sessionId)
    await notifyPasswordChanged(deps, tx, account)
  })
}
