import type { RegistrationCredential } from '@fettle/protocol/accounts/credentials'
import type { SecondFactor, SecondFactors } from '@fettle/protocol/accounts/second-factor'
import type { ProviderActor } from '../../../actors.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { decrypt, encrypt } from '../../../platform/crypto/encryption.ts'
import { AppError } from '../../../platform/errors.ts'
import { getAccount, lockOwnAccount, requireStepUp } from '../security/step-up.service.ts'
import { deviceText } from '../sessions/sessions.rules.ts'
import { notifyFactorAdded, notifyFactorRemoved, notifyRecoveryCodesReplaced, ownerOf } from './factor-notifications.ts'
import { countCode, resetCodeCounters, recoveryCodeHash, saveNewChallenge, takeChallenge } from './proof.service.ts'
import {
  CHALLENGE_VALID_FOR_MS,
  factorLimits,
  formatRecoveryCode,
  protectionOf,
  RECOVERY_CODES,
  toRecoveryCode,
} from './second-factor.rules.ts'
import { cancelResetByOwner } from './reset.service.ts'
import * as store from './second-factor.store.ts'
import type { ChallengeKey, FactorRow } from './second-factor.store.ts'
import { matchingStep, toSecret, uriOf } from './totp.ts'
import { creationOptions, verifyRegistration } from './webauthn.ts'

/** Passkeys and authenticator apps of a signed-in provider. */

const toView = ({ id, kind, name, createdAt, lastUsedAt }: FactorRow): SecondFactor => ({
  id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The caller's factors, how many recovery codes are left, remembered devices, and a reset on its way. */
export async function listSecondFactors({ db, clock }: Deps, actor: ProviderActor): Promise<SecondFactors> {
  const [factors, recoveryCodesLeft, devices, reset] = await Promise.all([
    store.listFactors(db, actor.id),
    store.countRecoveryCodes(db, actor.id),
    store.listRemembered(db, actor.id, actor.sessionId, clock.now()),
    store.findReset(db, actor.id),
  ])
  return {
    factors: factors.map(toView),
    recoveryCodesLeft,
    rememberedDevices: devices.map(({ deviceId, userAgent, lastUsedAt, expiresAt, isCurrent }) => ({
      id: deviceId,
      device: deviceText(userAgent),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isCurrent,
    })),
    resetAt: reset?.resetsAt.toISOString() ?? null,
  }
}

/** Second factors of a provider, without secrets. */
export const listSecondFactorsOf = async ({ db }: Pick<Deps, 'db'>, accountId: string): Promise<SecondFactor[]> =>
  (await store.listFactors(db, accountId)).map(toView)

const keyOf = ({ sessionId }: ProviderActor, purpose: 'ADD_PASSKEY' | 'ADD_TOTP'): ChallengeKey => ({
  subject: sessionId,
  purpose,
})

async function assertRoomFor(db: Queryable, accountId: string, kind: FactorRow['kind']): Promise<void> {
  const count = (await store.listFactors(db, accountId)).filter((factor) => factor.kind === kind).length
  const limit = factorLimits[kind]
  if (count >= limit) throw new AppError('SECOND_FACTOR_LIMIT', { limit })
}

/**
 * Stores a challenge and returns the options with which the browser creates a passkey. Throws STEP_UP_REQUIRED or
 * SECOND_FACTOR_LIMIT.
 */
export async function startPasskey(deps: Deps, actor: ProviderActor) {
  const { db, config } = deps
  await requireStepUp(deps, db, actor)
  await assertRoomFor(db, actor.id, 'PASSKEY')
  const { id, email } = await getAccount(db, actor.id)
  const challenge = await saveNewChallenge(deps, keyOf(actor, 'ADD_PASSKEY'))
  const passkeys = await store.listPasskeys(db, actor.id)
  return creationOptions(config, challenge, { account: { id, email, name: actor.name }, passkeys })
}

interface AddedFactor {
  factor: SecondFactor
  recoveryCodes: string[] | null
}

/**
 * Adds the passkey that answers the challenge. Throws STEP_UP_REQUIRED, SECOND_FACTOR_EXPIRED, SECOND_FACTOR_LIMIT or
 * PASSKEY_REJECTED.
 */
export async function addPasskey(
  deps: Deps,
  actor: ProviderActor,
  { name, credential }: { name: string; credential: RegistrationCredential },
): Promise<AddedFactor> {
  await requireStepUp(deps, deps.db, actor)
  const challenge = await takeChallenge(deps, keyOf(actor, 'ADD_PASSKEY'))
  const passkey = await verifyRegistration(deps.config, challenge, credential)
  if (!passkey) throw new AppError('PASSKEY_REJECTED')
  return add(deps, actor, 'PASSKEY', name, async (tx, row) => {
    if (!(await store.insertPasskey(tx, { ...row, ...passkey }))) throw new AppError('PASSKEY_REJECTED')
  })
}

/**
 * Creates the secret of an authenticator app, which is added once a code of it is entered. Throws STEP_UP_REQUIRED or
 * SECOND_FACTOR_LIMIT.
 */
export async function startTotp(deps: Deps, actor: ProviderActor) {
  const { db, clock, ids, secrets } = deps
  await requireStepUp(deps, db, actor)
  await assertRoomFor(db, actor.id, 'TOTP')
  const { email } = await getAccount(db, actor.id)
  const secret = toSecret(Buffer.from(ids.token(), 'base64url'))
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_VALID_FOR_MS)
  const sealed = encrypt(secrets.secondFactorKey, actor.id, secret)
  await store.saveChallenge(db, keyOf(actor, 'ADD_TOTP'), sealed, expiresAt)
  return { secret, uri: uriOf(secret, email), expiresAt: expiresAt.toISOString() }
}

/**
 * Adds the authenticator app whose code was entered. Throws STEP_UP_REQUIRED, SECOND_FACTOR_EXPIRED,
 * SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED or SECOND_FACTOR_LIMIT.
 */
export async function addTotp(
  deps: Deps,
  actor: ProviderActor,
  { name, code }: { name: string; code: string },
): Promise<AddedFactor> {
  const { db, clock, secrets } = deps
  await requireStepUp(deps, db, actor)
  const sealed = await store.findChallenge(db, keyOf(actor, 'ADD_TOTP'), clock.now())
  if (!sealed) throw new AppError('SECOND_FACTOR_EXPIRED')
  await countCode(deps, actor.id)
  const secret = decrypt(secrets.secondFactorKey, actor.id, sealed)
  const lastStep = matchingStep(secret, code, { lastStep: 0, now: clock.now() })
  if (lastStep === undefined) throw new AppError('SECOND_FACTOR_INVALID')
  return add(deps, actor, 'TOTP', name, async (tx, row) => {
    await store.takeChallenge(tx, keyOf(actor, 'ADD_TOTP'), clock.now())
    await resetCodeCounters(tx, actor.id)
    await store.insertTotp(tx, { ...row, lastStep, secret: sealed })
  })
}

/** Adds a factor. The first one of an account comes with recovery codes. */
function add(
  deps: Deps,
  actor: ProviderActor,
  kind: FactorRow['kind'],
  name: string,
  insert: (tx: Tx, row: Omit<FactorRow, 'kind' | 'lastUsedAt'>) => Promise<void>,
): Promise<AddedFactor> {
  return deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    await assertRoomFor(tx, actor.id, kind)
    const isFirst = !(await store.hasFactor(tx, actor.id))
    const row = { id: deps.ids.next('fct'), accountId: actor.id, name, createdAt: deps.clock.now() }
    await insert(tx, row)
    await notifyFactorAdded(deps, tx, account, { ...row, kind })
    return {
      factor: toView({ ...row, kind, lastUsedAt: null }),
      recoveryCodes: isFirst ? await issueRecoveryCodes(deps, tx, actor.id) : null,
    }
  })
}

async function issueRecoveryCodes(deps: Deps, tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toRecoveryCode(Buffer.from(deps.ids.token(), 'base64url')))
  await store.deleteRecoveryCodes(tx, accountId)
  await store.insertRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryCodeHash(deps, accountId, code)),
  )
  return codes.map(formatRecoveryCode)
}

/** Renames one of the caller's factors. Throws NOT_FOUND. */
export async function renameSecondFactor(
  { db }: Deps,
  actor: ProviderActor,
  id: string,
  name: string,
): Promise<SecondFactor> {
  const row = await store.renameFactor(db, actor.id, id, name)
  if (!row) throw new AppError('NOT_FOUND', { thing: 'second factor' })
  return toView(row)
}

/**
 * Removes one of the caller's factors; with the last one, recovery codes and remembered devices too. Throws NOT_FOUND
 * or STEP_UP_REQUIRED.
 */
export async function removeSecondFactor(deps: Deps, actor: ProviderActor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const row = (await store.listFactors(tx, actor.id)).find((factor) => factor.id === id)
    if (!row) throw new AppError('NOT_FOUND', { thing: 'second factor' })
    await requireStepUp(deps, tx, actor)
    await store.deleteFactor(tx, id)
    if (!(await store.hasFactor(tx, actor.id))) {
      await cancelResetByOwner(deps, tx, account)
      await store.deleteAll(tx, actor.id)
    }
    await notifyFactorRemoved(deps, tx, account, { factors: [row], actor: ownerOf(account) })
  })
}

/** Replaces all recovery codes. Throws STEP_UP_REQUIRED, or SECOND_FACTOR_SETUP_REQUIRED without a factor. */
export async function replaceRecoveryCodes(deps: Deps, actor: ProviderActor): Promise<string[]> {
  await requireStepUp(deps, deps.db, actor)
  return deps.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (!(await store.hasFactor(tx, actor.id))) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED')
    await notifyRecoveryCodesReplaced(deps, tx, account)
    return issueRecoveryCodes(deps, tx, actor.id)
  })
}

/** Asks for a second factor on a remembered device again. Throws NOT_FOUND. */
export async function forgetDevice({ db }: Deps, actor: ProviderActor, deviceId: string): Promise<void> {
  if (!(await store.deleteRemembered(db, actor.id, deviceId)))
    throw new AppError('NOT_FOUND', { thing: 'remembered device' })
}

/**
 * Protects payouts and bank details. A provider with a second factor confirms with it (STEP_UP_REQUIRED); one without
 * adds it first where the operator requires it (SECOND_FACTOR_SETUP_REQUIRED).
 */
export async function protectMoney(
  deps: Pick<Deps, 'clock' | 'settings'>,
  db: Queryable,
  actor: Pick<ProviderActor, 'id' | 'sessionId'>,
): Promise<void> {
  const protection = await findMoneyProtection(deps, db, actor.id)
  if (protection === 'SET_UP') throw new AppError('SECOND_FACTOR_SETUP_REQUIRED')
  if (protection === 'STEP_UP') await requireStepUp(deps, db, actor)
}

/** Confirmation that a payout or a change of bank details requires of an account. */
export async function findMoneyProtection(
  { settings }: Pick<Deps, 'settings'>,
  db: Queryable,
  accountId: string,
): Promise<ReturnType<typeof protectionOf>> {
  const hasFactor = await store.hasFactor(db, accountId)
  return protectionOf({ hasFactor, isRequired: settings().requireSecondFactor })
}
