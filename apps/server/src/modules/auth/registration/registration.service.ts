import type { Received } from '@fettle/protocol'
import type { register, verify } from '@fettle/protocol/accounts/auth'
import { Email } from '@fettle/protocol/common/fields'
import { locales } from '@fettle/i18n/locales'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import {
  consumeCode,
  isCoolingDown,
  extendCode,
  persistingErrors,
  resendAvailableAt,
  tryCode,
} from '../codes/codes.service.ts'
import { assignCode, lockDestination } from '../codes/codes.store.ts'
import { assertRole, assertSendsFrom } from '../login/login-limits.ts'
import { assertPassword, hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { requirePhone } from '../phones.ts'
import { inLanguageOf, tokenHash, type Device } from '../sessions/sessions.service.ts'
import { newVerificationToken, sendVerification, type PendingVerification } from './verification.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Called on registration, so that the inviting provider can be rewarded. */
export interface ReferralHooks {
  recordRegistration(
    deps: Deps,
    tx: Tx,
    friend: Pick<AccountRecord, 'id' | 'email' | 'phone'>,
    referralCode: string | undefined,
  ): Promise<{ isAccepted: boolean }>
  recordVerification(deps: Deps, tx: Tx, friendId: string): Promise<void>
}

/**
 * Registers a provider. A pending account with the same email is replaced; a verified one is refused. Within a minute
 * of the last code none is sent: with the same password the earlier code stays valid, with another it becomes
 * worthless, and the next may be requested at `resendAvailableAt`.
 */
export async function registerProvider(
  deps: Deps,
  form: Received<typeof register>['body'],
  device: Device,
  referrals: ReferralHooks,
): Promise<PendingVerification & { referralAccepted: boolean | null }> {
  const { settings, db, ids, clock } = deps
  assertRole(form.role)
  const phone = requirePhone(form.phone, form.phoneCountry ?? settings().defaultCountry)
  if (settings().termsVersion && !form.acceptTerms)
    throw fieldError(['acceptTerms'], 'REQUIRED', issueText('TERMS_REQUIRED'))
  const person = { email: form.email, phone, firstName: form.firstName, lastName: form.lastName }
  await assertPassword(form.password, { field: 'password', minLength: settings().passwordMinLength, person })
  await assertSendsFrom(deps, device)
  const passwordHash = await hashPassword(form.password)
  return accounts.throwIfTaken(
    db.transaction(async (tx) => {
      // The email may have no row to lock yet, so concurrent registrations wait for this lock.
      await lockDestination(tx, form.email, 'VERIFICATION')
      const existing = await accounts.lockByEmail(tx, form.email)
      if (existing?.verifiedAt) throw new AppError('EMAIL_TAKEN')
      if (await accounts.phoneIsTaken(tx, phone, null)) throw new AppError('PHONE_TAKEN')
      const isCooling = existing !== undefined && (await isCoolingDown(deps, tx, form.email, 'VERIFICATION'))
      const isSame = isCooling && (await passwordMatches(existing.passwordHash, form.password))
      // The code is bound to the account's id. The account is replaced, and the code is kept meanwhile.
      if (isSame) await assignCode(tx, form.email, null)
      if (existing) await accounts.deleteAccount(tx, existing.id)
      const account = {
        id: isSame ? existing.id : ids.next('usr'),
        ...person,
        passwordHash,
        verifiedAt: null,
        locale: device.locale ?? locales[0],
        termsVersion: settings().termsVersion || null,
      }
      await accounts.insertAccount(tx, account, clock.now())
      if (isSame) await assignCode(tx, form.email, account.id)
      const sent = isCooling
        ? { resendAvailableAt: await resendAvailableAt(deps, tx, form.email) }
        : await sendVerification(deps, tx, account, { coolDown: false })
      const { isAccepted } = await referrals.recordRegistration(deps, tx, account, form.referralCode)
      return {
        ...sent,
        verificationToken: await newVerificationToken(deps, tx, account.id),
        referralAccepted: form.referralCode ? isAccepted : null,
      }
    }),
  )
}

/**
 * Checks a code. VERIFICATION opens the account; PASSWORD_RESET stays valid for the reset that follows. The token of a
 * registration that another one has replaced is refused: the code belongs to the newer one, which has another password.
 */
export async function verifyCode(
  deps: Deps,
  { email, code, type, role, verificationToken }: Received<typeof verify>['body'],
  referrals: ReferralHooks,
): Promise<void> {
  assertRole(role)
  await accounts.throwIfTaken(
    persistingErrors(deps, async (tx) => {
      const validCode = await tryCode(deps, tx, { subject: email, type, code })
      if (validCode instanceof AppError) return validCode
      if (type === 'PASSWORD_RESET') {
        await extendCode(deps, tx, validCode, { subject: email, type })
        return undefined
      }
      const account = await accounts.lockById(tx, validCode.accountId)
      if (verificationToken !== undefined && !(await lockRegistration(deps, tx, verificationToken)))
        return new AppError('UNAUTHENTICATED')
      if (account?.phone && (await accounts.phoneIsTaken(tx, account.phone, account.id)))
        return new AppError('PHONE_TAKEN')
      await accounts.setVerified(tx, validCode.accountId, deps.clock.now())
      await accounts.deleteVerificationTokens(tx, validCode.accountId)
      await referrals.recordVerification(deps, tx, validCode.accountId)
      await consumeCode(tx, email, type)
      return undefined
    }),
  )
}

/** Locks the account of a verification token. Undefined once the token has ended or another registration replaced it. */
const lockRegistration = ({ clock }: Pick<Deps, 'clock'>, tx: Tx, verificationToken: string) =>
  accounts.lockByVerificationToken(tx, tokenHash(verificationToken), clock.now())

/** Sends a new code to the account of a verification token. */
export async function resendVerification(
  deps: Deps,
  { verificationToken, role }: { verificationToken: string; role: string },
  device: Device,
): Promise<{ resendAvailableAt: string }> {
  assertRole(role)
  await assertSendsFrom(deps, device)
  return deps.db.transaction(async (tx) => {
    const account = await lockRegistration(deps, tx, verificationToken)
    if (!account) throw new AppError('UNAUTHENTICATED')
    return sendVerification(deps, tx, inLanguageOf(device, account))
  })
}

/** Creates a verified account with a password that registration would refuse, as an operator may for a demo. */
export async function createAccount(
  { ids, clock, settings }: Pick<Deps, 'ids' | 'clock' | 'settings'>,
  tx: Tx,
  facts: { email: string; phone: string; firstName: string; lastName: string; password: string },
): Promise<void> {
  const now = clock.now()
  await accounts.insertAccount(
    tx,
    {
      id: ids.next('usr'),
      email: z.parse(Email, facts.email),
      phone: requirePhone(facts.phone, settings().defaultCountry),
      firstName: facts.firstName,
      lastName: facts.lastName,
      passwordHash: await hashPassword(facts.password),
      verifiedAt: now,
    },
    now,
  )
}
