import { createHmac, randomBytes } from 'node:crypto'
import { equalsInConstantTime } from '../../../platform/crypto/constant-time.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  CODE_DIGITS,
  CODE_VALID_FOR_MS,
  evaluateCode,
  nextSendAt,
  RESET_GRACE_MS,
  SENDS_RETENTION_MS,
} from './codes.rules.ts'
import * as store from './codes.store.ts'
import type { CodeRow, CodeType } from './codes.store.ts'

export interface CodeRequest {
  /** Key under which the code is found. */
  subject: string
  type: CodeType
  /** Null creates a decoy: nothing is sent, and no code will ever match. */
  accountId: string | null
  /** Destination. Limits are counted by it. */
  destination: string
  payload?: unknown
  /** False where a useless request must not delay the next one. The hourly and daily limits still apply. */
  coolDown?: boolean
  send(tx: Tx, code: string): Promise<void>
}

/** Replaces the code of a kind with a new one and sends it. Throws OTP_RESEND_LIMIT. */
export async function issueCode(deps: Deps, tx: Tx, request: CodeRequest): Promise<{ resendAvailableAt: string }> {
  const { subject, type, accountId, destination, payload, coolDown = true } = request
  const now = deps.clock.now()
  await store.lockDestination(tx, destination, type)
  const sends = await store.listSends(tx, destination, type, new Date(now.getTime() - SENDS_RETENTION_MS))
  const allowedAt = nextSendAt(sends, { coolDown })
  if (allowedAt > now) throw resendLimit(allowedAt, now)
  const code = deps.ids.code(CODE_DIGITS)
  await store.addSend(tx, destination, type, now)
  await store.replaceCode(tx, {
    subject,
    type,
    accountId,
    hash: accountId ? codeHash(deps, { subject, type, accountId, code }) : randomBytes(32),
    payload,
    now,
    expiresAt: new Date(now.getTime() + CODE_VALID_FOR_MS),
  })
  if (accountId) await request.send(tx, code)
  return { resendAvailableAt: nextSendAt([now, ...sends]).toISOString() }
}

/**
 * Whether a code was sent to the destination within the last minute. Throws OTP_RESEND_LIMIT when the hourly or daily
 * limit is reached. The caller holds the destination's lock.
 */
export async function isCoolingDown(deps: Deps, tx: Tx, destination: string, type: CodeType): Promise<boolean> {
  const now = deps.clock.now()
  const sends = await store.listSends(tx, destination, type, new Date(now.getTime() - SENDS_RETENTION_MS))
  const limitedUntil = nextSendAt(sends, { coolDown: false })
  if (limitedUntil > now) throw resendLimit(limitedUntil, now)
  return nextSendAt(sends) > now
}

/** When the next code that verifies an account may be requested, without requesting it. */
export async function resendAvailableAt(deps: Deps, tx: Tx, destination: string): Promise<string> {
  const now = deps.clock.now()
  const sends = await store.listSends(tx, destination, 'VERIFICATION', new Date(now.getTime() - SENDS_RETENTION_MS))
  return new Date(Math.max(nextSendAt(sends).getTime(), now.getTime())).toISOString()
}

/**
 * Judges one attempt with a code. Returns an error instead of throwing it, so that the caller can commit the attempt
 * first and throw afterwards (`persistingErrors`).
 */
export async function tryCode(
  deps: Deps,
  tx: Tx,
  { subject, type, code }: EnteredCode,
): Promise<AppError | (CodeRow & { accountId: string })> {
  const row = await store.lockCode(tx, subject, type)
  const verdict = evaluateCode(row, Boolean(row && hashMatches(deps, row, { subject, type, code })), deps.clock.now())
  if (verdict.outcome === 'RIGHT' && row?.accountId) return { ...row, accountId: row.accountId }
  if (verdict.outcome === 'EXPIRED') return new AppError('OTP_EXPIRED')
  await store.countWrongTry(tx, subject, type)
  return verdict.outcome === 'WRONG'
    ? new AppError('OTP_INVALID', { tries: verdict.triesLeft })
    : new AppError('OTP_ATTEMPTS_EXCEEDED')
}

/** Deletes a code after use: each is accepted once. */
export const consumeCode = store.deleteCode

/** Keeps a correct code for the call that will use it. The first time extends its validity. */
export async function extendCode(
  deps: Deps,
  tx: Tx,
  row: CodeRow,
  code: { subject: string; type: CodeType },
): Promise<void> {
  if (row.verifiedAt) return
  const now = deps.clock.now()
  await store.saveVerified(tx, code, { verifiedAt: now, expiresAt: new Date(now.getTime() + RESET_GRACE_MS) })
}

/** Runs a transaction and commits it even if the work returns an AppError, which is thrown after the commit. */
export async function persistingErrors<T>(deps: Deps, work: (tx: Tx) => Promise<T | AppError>): Promise<T> {
  const result = await deps.db.transaction(work)
  if (result instanceof AppError) throw result
  return result
}

/** The error of a code that may not be sent again yet. */
export function resendLimit(allowedAt: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((allowedAt.getTime() - now.getTime()) / 1000))
  return new AppError(
    'OTP_RESEND_LIMIT',
    { seconds, resendAvailableAt: allowedAt.toISOString() },
    { headers: { 'retry-after': String(seconds) } },
  )
}

interface EnteredCode {
  subject: string
  type: CodeType
  code: string
}

const hashMatches = (deps: Deps, row: CodeRow, entered: EnteredCode): boolean =>
  equalsInConstantTime(codeHash(deps, { ...entered, accountId: row.accountId ?? '' }), row.hash)

const codeHash = ({ secrets }: Deps, { subject, type, accountId, code }: EnteredCode & { accountId: string }) =>
  createHmac('sha256', secrets.hashPepper)
    .update(JSON.stringify([type, subject, accountId, code]))
    .digest()
