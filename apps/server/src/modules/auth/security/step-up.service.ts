import type { StepUpMethod } from '@fettle/protocol/accounts/credentials'
import type { ProviderActor } from '../../../actors.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { consumeCode, issueCode, persistingErrors, tryCode } from '../codes/codes.service.ts'
import { STEP_UP_VALID_FOR_MS } from '../sessions/sessions.rules.ts'
import * as sessions from '../sessions/sessions.store.ts'
import { assertPasswordOf } from '../login/sign-in.service.ts'
import { hasProof, startChallenge, withProof, type SecondFactorProof } from '../second-factor/proof.service.ts'
import { isStrongEnough } from '../second-factor/second-factor.rules.ts'
import { hasFactor, type ChallengeKey } from '../second-factor/second-factor.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

type StepUpProof = SecondFactorProof & { password?: string | undefined; code?: string | undefined }

/**
 * Confirms a signed-in user's identity again, as protection for unattended devices. An account with a second factor
 * confirms with it: password and mailed code are refused with STEP_UP_REQUIRED.
 */
export async function stepUp(
  deps: Deps,
  actor: ProviderActor,
  { password, code, ...proof }: StepUpProof,
): Promise<{ method: StepUpMethod; validUntil: string }> {
  const now = deps.clock.now()
  const validUntil = new Date(now.getTime() + STEP_UP_VALID_FOR_MS).toISOString()
  if (hasProof(proof)) {
    const account = await getAccount(deps.db, actor.id)
    return withProof(deps, account, { proof, challenge: challengeOf(actor) }, async (tx, method) => {
      await sessions.saveStepUp(tx, actor.sessionId, method, now)
      return { method, validUntil }
    })
  }
  if (await hasFactor(deps.db, actor.id)) throw new AppError('STEP_UP_REQUIRED')
  const method = code === undefined ? 'PASSWORD' : 'OTP'
  if (code !== undefined) {
    await persistingErrors(deps, async (tx) => {
      const validCode = await tryCode(deps, tx, { subject: actor.id, type: 'STEP_UP', code })
      if (validCode instanceof AppError) return validCode
      await consumeCode(tx, actor.id, 'STEP_UP')
      return undefined
    })
  } else if (password === undefined) {
    throw fieldError(['password'], 'REQUIRED', issueText('PASSWORD_REQUIRED'))
  } else {
    await assertPasswordOf(deps, await getAccount(deps.db, actor.id), password)
  }
  await sessions.saveStepUp(deps.db, actor.sessionId, method, now)
  return { method, validUntil }
}

const challengeOf = ({ sessionId }: ProviderActor): ChallengeKey => ({ subject: sessionId, purpose: 'STEP_UP' })

/** Starts a passkey's answer to a step-up. */
export const startStepUpPasskey = (deps: Deps, actor: ProviderActor) =>
  startChallenge(deps, challengeOf(actor), actor.id)

/** Mails a code with which the caller confirms their identity. Throws OTP_RESEND_LIMIT. */
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

/**
 * How and when the caller last confirmed their identity. Throws STEP_UP_REQUIRED when that is too long ago, or was
 * without the second factor the account has.
 */
export async function requireStepUp(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  { sessionId }: Pick<ProviderActor, 'sessionId'>,
): Promise<{ method: StepUpMethod; at: Date }> {
  const proof = await sessions.findStepUp(db, sessionId)
  if (!proof || proof.at.getTime() + STEP_UP_VALID_FOR_MS <= clock.now().getTime())
    throw new AppError('STEP_UP_REQUIRED')
  const { method, at, hasFactor } = proof
  if (!isStrongEnough(method, hasFactor)) throw new AppError('STEP_UP_REQUIRED')
  return { method, at }
}

/** The caller's own account. Throws only if it was deleted a moment ago. */
export async function getAccount(db: Queryable, id: string): Promise<AccountRecord> {
  const account = await accounts.findById(db, id)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return account
}

/**
 * Locks the caller's own account. Throws UNAUTHENTICATED if the session has ended while the call was running, as it does
 * when the owner resets the password.
 */
export async function lockOwnAccount(
  tx: Tx,
  { id, sessionId }: Pick<ProviderActor, 'id' | 'sessionId'>,
): Promise<AccountRecord> {
  const account = await accounts.lockById(tx, id)
  if (!account || !(await sessions.findOne(tx, id, sessionId))) throw new AppError('UNAUTHENTICATED')
  return account
}
