import { hash, createHmac } from 'node:crypto'
import type { AuthenticationCredential, SecondFactorMethod } from '@fettle/protocol/accounts/credentials'
import { issueText } from '@fettle/protocol/core/issue-text'
import { decrypt } from '../../../platform/crypto/encryption.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import { minutesUntil } from '../auth.rules.ts'
import * as throttles from '../login/throttles.store.ts'
import { notifyRecoveryCodeUsed } from './factor-notifications.ts'
import { CHALLENGE_VALID_FOR_MS, CODE_LIMITS } from './second-factor.rules.ts'
import * as store from './second-factor.store.ts'
import type { ChallengeKey, PasskeyRow } from './second-factor.store.ts'
import { matchingStep } from './totp.ts'
import { requestOptions, verifyAuthentication } from './webauthn.ts'

/** Proving a second factor: a code of the app, a recovery code, or a passkey's answer to a challenge. */

export interface SecondFactorProof {
  totp?: string | undefined
  recoveryCode?: string | undefined
  credential?: AuthenticationCredential | undefined
}

/** Whether any proof was sent. */
export const hasProof = ({ totp, recoveryCode, credential }: SecondFactorProof): boolean =>
  totp !== undefined || recoveryCode !== undefined || credential !== undefined

/** The hash under which a recovery code is stored. It is bound to the account. */
export const recoveryCodeHash = ({ secrets }: Pick<Deps, 'secrets'>, accountId: string, code: string): Buffer =>
  createHmac('sha256', secrets.hashPepper)
    .update(JSON.stringify(['RECOVERY_CODE', accountId, code]))
    .digest()

/** Stores a new challenge for passkeys and returns the options for the browser. */
export async function startChallenge(
  { db, clock, ids, config }: Pick<Deps, 'db' | 'clock' | 'ids' | 'config'>,
  key: ChallengeKey,
  accountId?: string,
) {
  const challenge = await saveNewChallenge({ db, clock, ids }, key)
  return requestOptions(config, challenge, accountId ? await store.listPasskeys(db, accountId) : undefined)
}

/** Stores a new random challenge, replacing an earlier one with the same key. */
export async function saveNewChallenge(
  { db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>,
  key: ChallengeKey,
): Promise<Buffer> {
  const challenge = Buffer.from(ids.token(), 'base64url')
  await store.saveChallenge(db, key, challenge, new Date(clock.now().getTime() + CHALLENGE_VALID_FOR_MS))
  return challenge
}

/** Takes the challenge, so that it is answered at most once, right or wrong. Throws SECOND_FACTOR_EXPIRED. */
export async function takeChallenge({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: ChallengeKey): Promise<Buffer> {
  const challenge = await store.takeChallenge(db, key, clock.now())
  if (!challenge) throw new AppError('SECOND_FACTOR_EXPIRED')
  return challenge
}

/**
 * Checks a proof of the account, and runs the work in the transaction that records its use. Throws
 * SECOND_FACTOR_INVALID, SECOND_FACTOR_EXPIRED, SECOND_FACTOR_THROTTLED or PASSKEY_REJECTED.
 */
export async function withProof<T>(
  deps: Deps,
  account: AccountRecord,
  { proof, challenge: key }: { proof: SecondFactorProof; challenge: ChallengeKey },
  work: (tx: Tx, method: SecondFactorMethod) => Promise<T>,
): Promise<T> {
  const { totp, recoveryCode, credential } = proof
  if ([totp, recoveryCode, credential].filter((factor) => factor !== undefined).length !== 1)
    throw fieldError(['totp'], 'REQUIRED', issueText('ONE_PROOF_REQUIRED'))
  if (credential) {
    const challenge = await takeChallenge(deps, key)
    return deps.db.transaction(async (tx) => {
      await accounts.lockById(tx, account.id)
      await acceptPasskey(deps, tx, { credential, challenge, accountId: account.id })
      return work(tx, 'PASSKEY')
    })
  }
  await countCode(deps, account.id)
  return deps.db.transaction(async (tx) => {
    await accounts.lockById(tx, account.id)
    const method = totp === undefined ? 'RECOVERY_CODE' : 'TOTP'
    if (totp !== undefined) await acceptTotp(deps, tx, account.id, totp)
    else await acceptRecoveryCode(deps, tx, account, recoveryCode ?? '')
    await resetCodeCounters(tx, account.id)
    return work(tx, method)
  })
}

/** The passkey that signed the challenge, with its new counter saved. Throws PASSKEY_REJECTED. */
export async function acceptPasskey(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  answer: { credential: AuthenticationCredential; challenge: Buffer; accountId?: string },
): Promise<PasskeyRow> {
  const { credential, challenge, accountId } = answer
  const passkey = await store.lockPasskey(tx, credential.id)
  if (!passkey || (accountId ?? passkey.accountId) !== passkey.accountId) throw new AppError('PASSKEY_REJECTED')
  const { userHandle } = credential.response
  const isOwners = !userHandle || Buffer.from(userHandle, 'base64url').toString() === passkey.accountId
  const counter = isOwners ? await verifyAuthentication(config, challenge, credential, passkey) : undefined
  if (counter === undefined) throw new AppError('PASSKEY_REJECTED')
  await store.savePasskeyUse(tx, passkey.id, counter, clock.now())
  return passkey
}

async function acceptTotp(deps: Deps, tx: Tx, accountId: string, code: string): Promise<void> {
  const row = await store.lockTotp(tx, accountId)
  const now = deps.clock.now()
  const secret = row && readSecret(deps, accountId, row.secret)
  const step = row && secret !== undefined ? matchingStep(secret, code, { lastStep: row.lastStep, now }) : undefined
  if (!row || step === undefined) throw new AppError('SECOND_FACTOR_INVALID')
  await store.saveTotpUse(tx, row.id, step, now)
}

/** The secret of an app. Undefined if its key was lost: no code is correct, and the app must be added again. */
function readSecret({ secrets, log }: Pick<Deps, 'secrets' | 'log'>, accountId: string, sealed: Buffer) {
  try {
    return decrypt(secrets.secondFactorKey, accountId, sealed)
  } catch (error) {
    log.error({ err: error, accountId }, 'secret of an authenticator app was encrypted with another key')
    return undefined
  }
}

async function acceptRecoveryCode(deps: Deps, tx: Tx, account: AccountRecord, code: string): Promise<void> {
  if (!(await store.takeRecoveryCode(tx, account.id, recoveryCodeHash(deps, account.id, code))))
    throw new AppError('SECOND_FACTOR_INVALID')
  await notifyRecoveryCodeUsed(deps, tx, account, await store.countRecoveryCodes(tx, account.id))
}

const keyOf = (name: string, accountId: string) => `${name} ${hash('sha256', accountId, 'base64url')}`

/** Counts a code before it is checked, so that parallel guesses cannot exceed the limits. */
export async function countCode({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string): Promise<void> {
  const now = clock.now()
  for (const { name, tries, windowMs } of CODE_LIMITS) {
    const { count, resetsAt } = await throttles.increment(db, { key: keyOf(name, accountId), windowMs }, now)
    if (count <= tries) continue
    const seconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
    throw new AppError(
      'SECOND_FACTOR_THROTTLED',
      { minutes: minutesUntil(resetsAt, now) },
      { headers: { 'retry-after': String(seconds) } },
    )
  }
}

/** Forgets wrong codes after a right one. */
export const resetCodeCounters = (tx: Tx, accountId: string): Promise<void> =>
  throttles.resetCounters(tx, ...CODE_LIMITS.map(({ name }) => keyOf(name, accountId)))
