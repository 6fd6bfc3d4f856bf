import type { ProviderActor } from '../../../actors.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { consumeCode, issueCode, persistingErrors, tryCode } from '../codes/codes.service.ts'
import { STEP_UP_VALID_FOR_MS } from '../sessions/sessions.rules.ts'
import * as sessions from '../sessions/sessions.store.ts'
import type { StepUpMethod } from '../sessions/sessions.store.ts'
import { assertPasswordOf } from '../login/sign-in.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Confirms a signed-in user's identity again, as protection for unattended devices. */
export async function stepUp(
  deps: Deps,
  actor: ProviderActor,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<{ method: StepUpMethod; validUntil: string }> {
  const method = code === undefined ? 'PASSWORD' : 'OTP'
  if (code !== undefined) {
    await persistingErrors(deps, async (tx) => {
      const right = await tryCode(deps, tx, { subject: actor.id, type: 'STEP_UP', code })
      if (right instanceof AppError) return right
      await consumeCode(tx, actor.id, 'STEP_UP')
      return undefined
    })
  } else if (password === undefined) {
    throw fieldError(['password'], 'REQUIRED', issueText('PASSWORD_REQUIRED'))
  } else {
    await assertPasswordOf(deps, await getAccount(deps.db, actor.id), password)
  }
  const now = deps.clock.now()
  await sessions.saveStepUp(deps.db, actor.sessionId, method, now)
  return { method, validUntil: new Date(now.getTime() + STEP_UP_VALID_FOR_MS).toISOString() }
}

export async function sendStepUpCode(deps: Deps, actor: ProviderActor): Promise<{ resendAvailableAt: string }> {
  return deps.db.transaction(async (tx) => {
    const account = await getAccount(tx, actor.id)
    return issueCode(deps, tx, {
      subject: actor.id,
      type: 'STEP_UP',
      accountId: actor.id,
      destination: account.email,
      send: (tx, code) => mails.sendStepUpCode(deps, tx, account, code),
    })
  })
}

/** How and when the caller last confirmed their identity. Throws STEP_UP_REQUIRED when that is too long ago. */
export async function requireStepUp(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  { sessionId }: Pick<ProviderActor, 'sessionId'>,
): Promise<{ method: StepUpMethod; at: Date }> {
  const proof = await sessions.findStepUp(db, sessionId)
  if (!proof || proof.at.getTime() + STEP_UP_VALID_FOR_MS <= clock.now().getTime())
    throw new AppError('STEP_UP_REQUIRED')
  return proof
}

/** The caller's own account. Throws only if it was deleted a moment ago. */
export async function getAccount(db: Queryable, id: string): Promise<AccountRecord> {
  const account = await accounts.findById(db, id)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return account
}
