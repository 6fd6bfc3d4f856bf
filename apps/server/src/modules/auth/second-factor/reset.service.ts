import type { Tx } from '../../../platform/db/db.ts'
import { operatorActor, SYSTEM_ACTOR, type ActorRef } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { notify, resolveFor } from '../../notifications/index.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { endSessions } from '../sessions/sessions.service.ts'
import { notifyFactorRemoved, ownerOf, recordFactorEvent } from './factor-notifications.ts'
import { resetTime } from './second-factor.rules.ts'
import * as store from './second-factor.store.ts'

/** Recovery by the operator: after an identity check, second factors are removed after a waiting time. */

const RESET_JOB = 'auth.reset-second-factors'
const jobKey = (accountId: string) => `${RESET_JOB} ${accountId}`

interface ResetStatus {
  id: string
  resetAt: string | null
}

async function lock(tx: Tx, id: string): Promise<AccountRecord> {
  const account = await accounts.lockById(tx, id)
  if (!account || account.closedAt) throw new AppError('NOT_FOUND', { thing: 'provider' })
  return account
}

/** Requests the removal of all second factors, and notifies the owner. A repetition keeps the first time. */
export function requestReset(
  deps: Deps,
  operator: string,
  { id, reason }: { id: string; reason: string },
): Promise<ResetStatus> {
  return deps.db.transaction(async (tx) => {
    const account = await lock(tx, id)
    const pendingReset = await store.findReset(tx, id)
    if (pendingReset) return { id, resetAt: pendingReset.resetsAt.toISOString() }
    if (!(await store.hasFactor(tx, id))) throw new AppError('SECOND_FACTOR_ABSENT')
    const now = deps.clock.now()
    const resetsAt = resetTime(now, deps.settings().secondFactorResetHours)
    await store.saveReset(tx, id, { reason, operator, requestedAt: now, resetsAt })
    await deps.jobs.add(tx, RESET_JOB, { id }, { runAt: resetsAt, key: jobKey(id) })
    const timeZone = await accounts.findTimeZone(deps, tx, id)
    await mails.sendFactorResetRequested(deps, tx, account, instantParam(resetsAt, timeZone))
    await notify(deps, tx, {
      workflow: 'second-factor-reset-requested',
      providerId: id,
      params: { at: resetsAt.toISOString(), timeZone },
      data: { type: 'profile', id },
    })
    await recordFactorEvent(deps, tx, id, {
      type: 'provider.second-factor-reset-requested',
      actor: operatorActor(operator),
      data: { reason, resetAt: resetsAt.toISOString() },
    })
    return { id, resetAt: resetsAt.toISOString() }
  })
}

/** Cancels a requested reset. Throws NOT_FOUND for an unknown or closed account. */
export function cancelResetByOperator(deps: Deps, operator: string, id: string): Promise<ResetStatus> {
  return deps.db.transaction(async (tx) => {
    await cancelReset(deps, tx, await lock(tx, id), operatorActor(operator))
    return { id, resetAt: null }
  })
}

/** Cancels a requested reset: its owner has a second factor after all, or has removed it. */
export const cancelResetByOwner = async (deps: Deps, tx: Tx, account: AccountRecord): Promise<void> =>
  cancelReset(deps, tx, account, ownerOf(account))

async function cancelReset(deps: Deps, tx: Tx, { id }: AccountRecord, actor: ActorRef): Promise<void> {
  if (!(await store.deleteReset(tx, id))) return
  await deps.jobs.cancel(tx, jobKey(id))
  await resolveFor(deps, tx, { type: 'profile', id }, 'second-factor-reset-requested')
  await recordFactorEvent(deps, tx, id, { type: 'provider.second-factor-reset-cancelled', actor })
}

/** Removes the second factors when the waiting time is over, and ends every session. Idempotent. */
async function resetInTime(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await accounts.lockById(tx, id)
    const reset = account && (await store.findReset(tx, id))
    if (!account || !reset || reset.resetsAt > deps.clock.now()) return
    const factors = await store.listFactors(tx, id)
    await store.deleteAll(tx, id)
    await endSessions(deps, tx, id)
    await resolveFor(deps, tx, { type: 'profile', id }, 'second-factor-reset-requested')
    await notifyFactorRemoved(deps, tx, account, { factors, actor: SYSTEM_ACTOR })
    await recordFactorEvent(deps, tx, id, { type: 'provider.second-factors-reset', actor: SYSTEM_ACTOR })
  })
}

/** Registers the job that carries out a reset when its waiting time is over. */
export function handleResets(deps: Deps): void {
  deps.jobs.handle<{ id: string }>(RESET_JOB, ({ id }) => resetInTime(deps, id))
}
