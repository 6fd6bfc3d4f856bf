import { Email } from '@fettle/protocol/common/fields'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import {
  MAX_CONSECUTIVE_FAILURES_OF_DEVICE,
  LOGIN_TRIES_PER_ACCOUNT,
  LOGIN_TRIES_PER_ADDRESS,
  CONSECUTIVE_FAILURES_RETENTION_MS,
} from '../auth.rules.ts'
import { cancelClosing } from '../security/closing.service.ts'
import { persistingErrors, resendAvailableAt } from '../codes/codes.service.ts'
import { hasLiveCode } from '../codes/codes.store.ts'
import { findKnownDevice, rememberDevice } from '../devices/devices.service.ts'
import { deleteDevice } from '../devices/devices.store.ts'
import { changeLanguage } from '../language.service.ts'
import { assertRole, assertAttemptsLeft, countedNetwork, loginKeys, passwordKey } from './login-limits.ts'
import { notifyNewDevice } from '../security/security-notifications.ts'
import { needsSecondFactor, savePendingSignIn } from '../second-factor/pending.service.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { toE164 } from '../phones.ts'
import { inLanguageOf, startSession, type Device, type StartedSession } from '../sessions/sessions.service.ts'
import type { SignInMethod } from '../sessions/sessions.store.ts'
import * as throttles from './throttles.store.ts'
import {
  newVerificationToken,
  sendVerification,
  type PendingVerification,
} from '../registration/verification.service.ts'

/** A new session, its account, and the device with its new token. */
export interface SignInResult extends StartedSession {
  account: AccountRecord
  deviceId: string
  deviceToken: string
}

/** Signs in with email or phone. Unknown accounts are counted, timed and refused like known ones. */
export async function logIn(
  deps: Deps,
  { emailOrPhone, password, role }: { emailOrPhone: string; password: string; role: string },
  device: Device,
): Promise<SignInResult> {
  assertRole(role)
  const { db } = deps
  const { account, name } = await findByIdentifier(deps, emailOrPhone)
  const knownDevice = await findKnownDevice(deps, device.token, account?.id)
  // Known devices are not limited by address, so that an attacker on the same address cannot lock the owner out.
  const network = knownDevice ? undefined : countedNetwork(deps, device)
  const addressKey = network && `login-address ${network}`
  if (addressKey) await assertAttemptsLeft(deps, addressKey, LOGIN_TRIES_PER_ADDRESS)
  const [windowKey, consecutiveKey] = loginKeys(account?.id ?? name, knownDevice)
  await assertAttemptsLeft(deps, windowKey, LOGIN_TRIES_PER_ACCOUNT, knownDevice ? undefined : consecutiveKey)
  if (!(await passwordMatches(account?.passwordHash, password)) || !account) {
    const { count } = await throttles.increment(
      db,
      { key: consecutiveKey, windowMs: CONSECUTIVE_FAILURES_RETENTION_MS },
      deps.clock.now(),
    )
    if (account && knownDevice && count >= MAX_CONSECUTIVE_FAILURES_OF_DEVICE)
      await deleteDevice(db, knownDevice, account.id)
    throw new AppError('INVALID_CREDENTIALS')
  }
  const resetFailedTries = async (tx: Tx) => {
    await throttles.resetCounters(tx, windowKey, consecutiveKey)
    if (addressKey) await throttles.decrement(tx, addressKey)
  }
  if (!account.verifiedAt) throw await unverified(deps, inLanguageOf(device, account), resetFailedTries)
  return signIn(deps, account, device, 'PASSWORD', resetFailedTries)
}

const refusals = { PASSWORD: 'INVALID_CREDENTIALS', GOOGLE: 'GOOGLE_LOGIN_FAILED' } as const

/** Opens a session after the first step. Throws SECOND_FACTOR_REQUIRED if a second one follows. */
export async function signIn(
  deps: Deps,
  account: AccountRecord,
  device: Device,
  method: 'PASSWORD' | 'GOOGLE',
  work: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<SignInResult> {
  return persistingErrors(deps, async (tx) => {
    const current = await accounts.lockById(tx, account.id)
    // Replaced or erased while the first step was checked.
    if (!current || current.closedAt) return new AppError(refusals[method])
    if (method === 'PASSWORD' && current.passwordHash !== account.passwordHash) return new AppError(refusals[method])
    await work(tx)
    if (await needsSecondFactor(deps, tx, account.id, device))
      return savePendingSignIn(deps, tx, { accountId: account.id, method })
    return openSession(deps, tx, current, device, method)
  })
}

/** Opens a session and notifies the owner of a new device. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  account: AccountRecord,
  device: Device,
  method: SignInMethod,
): Promise<SignInResult> {
  const { deviceId, token: deviceToken } = await rememberDevice(deps, tx, device.token, account.id)
  const session = await startSession(deps, tx, account.id, { ...device, method, deviceId })
  const reader = inLanguageOf(device, account)
  await changeLanguage(deps, tx, account.id, reader.locale)
  await cancelClosing(deps, tx, reader)
  const { sessionId } = session
  await notifyNewDevice(deps, tx, reader, { sessionId, userAgent: device.userAgent })
  const entry = { accountId: account.id, sessionId, method, address: device.address }
  tx.afterCommit(() => deps.log.info(entry, 'signed in'))
  return { ...session, account: reader, deviceId, deviceToken }
}

/** Throws unless the password is that of the signed-in user. Limited like sign-in, with a separate counter. */
export async function assertPasswordOf(deps: Deps, account: AccountRecord, password: string): Promise<void> {
  const windowKey = passwordKey(account.id)
  await assertAttemptsLeft(deps, windowKey, LOGIN_TRIES_PER_ACCOUNT)
  if (!(await passwordMatches(account.passwordHash, password))) throw new AppError('PASSWORD_INCORRECT')
  await throttles.resetCounters(deps.db, windowKey)
}

/** Throws ACCOUNT_UNVERIFIED with a verification token. Sends a code if none is on its way. */
async function unverified(deps: Deps, account: AccountRecord, work: (tx: Tx) => Promise<void>): Promise<AppError> {
  const data = await deps.db.transaction(async (tx): Promise<PendingVerification> => {
    await work(tx)
    const verificationToken = await newVerificationToken(deps, tx, account.id)
    const availableAt = await resendAvailableAt(deps, tx, account.email)
    const mayWait = await hasLiveCode(tx, account.email, 'VERIFICATION', deps.clock.now())
    if (mayWait || new Date(availableAt) > deps.clock.now())
      return { verificationToken, resendAvailableAt: availableAt }
    return { verificationToken, ...(await sendVerification(deps, tx, account)) }
  })
  return new AppError('ACCOUNT_UNVERIFIED', {}, { data: { ...data, email: account.email } })
}

async function findByIdentifier(
  { db, settings }: Deps,
  typed: string,
): Promise<{ account?: AccountRecord | undefined; name: string }> {
  if (typed.includes('@')) {
    const email = z.safeParse(Email, typed)
    const name = email.success ? email.data : typed.toLowerCase()
    return { account: email.success ? await accounts.findByEmail(db, name) : undefined, name }
  }
  const phone = toE164(typed, settings().defaultCountry)
  return { account: phone ? await accounts.findByPhone(db, phone) : undefined, name: phone ?? typed }
}
