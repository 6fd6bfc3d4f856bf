import { createHash } from 'node:crypto'
import { ROLE, Email } from '@fettle/protocol/fields'
import type { register, resetPassword, verify } from '@fettle/protocol/auth'
import type { Received } from '@fettle/protocol'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as accounts from './accounts.store.ts'
import type { Account } from './accounts.store.ts'
import * as mails from './auth.mails.ts'
import {
  LOGIN_TRIES_IN_A_ROW,
  LOGIN_TRIES_PER_ACCOUNT,
  LOGIN_TRIES_PER_ADDRESS,
  LOGIN_WINDOW,
  isLoopback,
  minutesUntil,
  ROW_REMEMBERED,
  VERIFICATION_TOKEN_VALID_FOR,
} from './auth.rules.ts'
import { SENDS_PER_ADDRESS } from './codes.rules.ts'
import {
  consumeCode,
  issueCode,
  keepCode,
  keepingRefusals,
  resendAvailableAt,
  resendLimit,
  tryCode,
} from './codes.service.ts'
import { hasLiveCode, lockDestination } from './codes.store.ts'
import { assertPassword, hashPassword, passwordMatches } from './passwords.ts'
import { requirePhone, toE164 } from './phones.ts'
import { endSessions, startSession, tokenHash, type Device, type StartedSession } from './sessions.service.ts'
import * as throttles from './throttles.store.ts'

export const assertRole = (role: string): void => {
  if (role === ROLE) return
  const issue = { path: ['role'], field: 'role', code: 'NOT_ALLOWED' as const, message: 'Unsupported role.' }
  throw new AppError('ROLE_UNSUPPORTED', {}, { issues: [issue] })
}

/** Makes an account without asking anybody: for the seed town, tests and command-line tasks. */
export async function createAccount(
  { ids, clock, config }: Pick<Deps, 'ids' | 'clock' | 'config'>,
  tx: Tx,
  facts: { email: string; phone?: string; firstName: string; lastName: string; password: string; verified?: boolean },
): Promise<string> {
  const now = clock.now()
  const id = ids.next('usr')
  await accounts.insertAccount(
    tx,
    {
      id,
      email: z.parse(Email, facts.email),
      phone: facts.phone === undefined ? null : requirePhone(facts.phone, config.defaultCountry),
      firstName: facts.firstName,
      lastName: facts.lastName,
      passwordHash: await hashPassword(facts.password),
      verifiedAt: facts.verified === false ? null : now,
    },
    now,
  )
  return id
}

/** What asks for the next code with, and when it may. */
interface Pending {
  verificationToken: string
  resendAvailableAt: string
}

/** Registers a provider. A pending account with the same email is replaced; a verified one is refused. */
export async function registerProvider(
  deps: Deps,
  form: Received<typeof register>['body'],
  device: Device,
): Promise<Pending> {
  const { config, db, ids, clock } = deps
  assertRole(form.role)
  const phone = requirePhone(form.phone, form.phoneCountry ?? config.defaultCountry)
  const person = { email: form.email, phone, firstName: form.firstName, lastName: form.lastName }
  await assertPassword(form.password, { field: 'password', minLength: config.passwordMinLength, person })
  await assertSendsFrom(deps, device)
  const passwordHash = await hashPassword(form.password)
  return accounts.orTaken(
    db.transaction(async (tx) => {
      // The email may have no row to lock yet: whoever registers it waits here for whoever does so already.
      await lockDestination(tx, form.email, 'VERIFICATION')
      const existing = await accounts.lockByEmail(tx, form.email)
      if (existing?.verifiedAt) throw new AppError('EMAIL_TAKEN')
      if (await accounts.phoneIsTaken(tx, phone, null)) throw new AppError('PHONE_TAKEN')
      if (existing) await accounts.deleteAccount(tx, existing.id)
      const account = { id: ids.next('usr'), ...person, passwordHash, verifiedAt: null }
      await accounts.insertAccount(tx, account, clock.now())
      const sent = await sendVerification(deps, tx, account, { coolDown: false })
      return { ...sent, verificationToken: await newVerificationToken(deps, tx, account.id) }
    }),
  )
}

/** Checks a code. VERIFICATION opens the account; PASSWORD_RESET stays good for the reset that follows. */
export async function verifyCode(
  deps: Deps,
  { email, code, type, role }: Received<typeof verify>['body'],
): Promise<void> {
  assertRole(role)
  await accounts.orTaken(
    keepingRefusals(deps, async (tx) => {
      const right = await tryCode(deps, tx, { subject: email, type, code })
      if (right instanceof AppError) return right
      if (type === 'PASSWORD_RESET') {
        await keepCode(deps, tx, right, email, type)
        return undefined
      }
      const account = await accounts.lockById(tx, right.accountId)
      if (account?.phone && (await accounts.phoneIsTaken(tx, account.phone, account.id)))
        return new AppError('PHONE_TAKEN')
      await accounts.setVerified(tx, right.accountId, deps.clock.now())
      await accounts.deleteVerificationTokens(tx, right.accountId)
      await consumeCode(tx, email, type)
      return undefined
    }),
  )
}

/** Sends the account of a verification token a new code. */
export async function resendVerification(
  deps: Deps,
  { verificationToken, role }: { verificationToken: string; role: string },
  device: Device,
): Promise<{ resendAvailableAt: string }> {
  assertRole(role)
  await assertSendsFrom(deps, device)
  return deps.db.transaction(async (tx) => {
    const account = await accounts.findByVerificationToken(tx, tokenHash(verificationToken), deps.clock.now())
    if (!account) throw new AppError('UNAUTHENTICATED')
    return sendVerification(deps, tx, account)
  })
}

/** Sends a code if there is an account that can use it. Says and counts the same when there is none. */
export async function sendOtp(
  deps: Deps,
  { email, type, role }: { email: string; type: 'VERIFICATION' | 'PASSWORD_RESET'; role: string },
  device: Device,
): Promise<{ resendAvailableAt: string }> {
  assertRole(role)
  await assertSendsFrom(deps, device)
  return deps.db.transaction(async (tx) => {
    const account = await accounts.lockByEmail(tx, email)
    const usable = account && (type === 'PASSWORD_RESET' ? account.verifiedAt : !account.verifiedAt)
    return issueCode(deps, tx, {
      subject: email,
      type,
      accountId: usable ? account.id : null,
      destination: email,
      send: async (tx, code) => {
        if (!account) return
        await (type === 'PASSWORD_RESET' ? mails.sendResetCode : mails.sendVerificationCode)(deps, tx, account, code)
      },
    })
  })
}

/** Sets a new password with a code, ends every session and tells the owner. */
export async function resetPasswordWithCode(
  deps: Deps,
  { email, code, newPassword, role }: Received<typeof resetPassword>['body'],
): Promise<void> {
  assertRole(role)
  const { clock, config } = deps
  await keepingRefusals(deps, async (tx) => {
    const right = await tryCode(deps, tx, { subject: email, type: 'PASSWORD_RESET', code })
    if (right instanceof AppError) return right
    const account = await accounts.lockById(tx, right.accountId)
    if (!account) return new AppError('OTP_EXPIRED')
    await assertPassword(newPassword, { field: 'newPassword', minLength: config.passwordMinLength, person: account })
    await accounts.setPassword(tx, account.id, await hashPassword(newPassword), clock.now())
    await consumeCode(tx, email, 'PASSWORD_RESET')
    await throttles.forget(tx, ...loginKeys(account.id))
    await endSessions(deps, tx, account.id)
    await mails.sendPasswordChanged(deps, tx, account)
    return undefined
  })
}

export interface SignedIn extends StartedSession {
  account: Account
}

/** Signs in with email or phone. Unknown accounts are counted, timed and refused like known ones. */
export async function logIn(
  deps: Deps,
  { emailOrPhone, password, role }: { emailOrPhone: string; password: string; role: string },
  device: Device,
): Promise<SignedIn> {
  assertRole(role)
  const { db } = deps
  const addressKey = countedAddress(deps, device) && `login-address ${device.address}`
  if (addressKey) await assertTries(deps, addressKey, LOGIN_TRIES_PER_ADDRESS)
  const { account, name } = await findByIdentifier(deps, emailOrPhone)
  const [windowKey, rowKey] = loginKeys(account?.id ?? name)
  // Counted before it is judged, so that parallel guesses do not slip past the limit.
  await assertTries(deps, windowKey, LOGIN_TRIES_PER_ACCOUNT)
  const row = await throttles.hit(db, rowKey, ROW_REMEMBERED, deps.clock.now())
  if (row.count > LOGIN_TRIES_IN_A_ROW) throw new AppError('PASSWORD_DISABLED')
  if (!(await passwordMatches(account?.passwordHash, password)) || !account) throw new AppError('INVALID_CREDENTIALS')
  await throttles.forget(db, windowKey, rowKey)
  if (addressKey) await throttles.giveBack(db, addressKey)
  if (!account.verifiedAt) throw await unverified(deps, account)
  const session = await db.transaction((tx) => startSession(deps, tx, account.id, device))
  return { ...session, account }
}

/** The refusal that leads to /verify-account. Sends a code if none is on its way. */
async function unverified(deps: Deps, account: Account): Promise<AppError> {
  const data = await deps.db.transaction(async (tx): Promise<Pending> => {
    const verificationToken = await newVerificationToken(deps, tx, account.id)
    const availableAt = await resendAvailableAt(deps, tx, account.email, 'VERIFICATION')
    const mayWait = await hasLiveCode(tx, account.email, 'VERIFICATION', deps.clock.now())
    if (mayWait || new Date(availableAt) > deps.clock.now())
      return { verificationToken, resendAvailableAt: availableAt }
    return { verificationToken, ...(await sendVerification(deps, tx, account)) }
  })
  return new AppError('ACCOUNT_UNVERIFIED', {}, { data })
}

async function findByIdentifier(
  { db, config }: Deps,
  typed: string,
): Promise<{ account?: Account | undefined; name: string }> {
  if (typed.includes('@')) {
    const email = z.safeParse(Email, typed)
    const name = email.success ? email.data : typed.toLowerCase()
    return { account: email.success ? await accounts.findByEmail(db, name) : undefined, name }
  }
  const phone = toE164(typed, config.defaultCountry)
  return { account: phone ? await accounts.findByPhone(db, phone) : undefined, name: phone ?? typed }
}

const loginKeys = (name: string): [window: string, row: string] => {
  const digest = createHash('sha256').update(name).digest('base64url')
  return [`login ${digest}`, `login-row ${digest}`]
}

async function assertTries({ db, clock }: Deps, key: string, limit: number): Promise<void> {
  const now = clock.now()
  const { count, resetsAt } = await throttles.hit(db, key, LOGIN_WINDOW, now)
  if (count <= limit) return
  const seconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
  throw new AppError(
    'LOGIN_THROTTLED',
    { minutes: minutesUntil(resetsAt, now) },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** Network addresses are not counted on this machine in demo mode, so that a whole test town fits on it. */
const countedAddress = ({ config }: Deps, { address }: Device): boolean =>
  address !== null && !(config.demo && isLoopback(address))

async function assertSendsFrom(deps: Deps, device: Device): Promise<void> {
  if (!countedAddress(deps, device)) return
  const now = deps.clock.now()
  const { limit, window } = SENDS_PER_ADDRESS
  const { count, resetsAt } = await throttles.hit(deps.db, `codes-address ${device.address}`, window, now)
  if (count > limit) throw resendLimit(resetsAt, now)
}

const sendVerification = (
  deps: Deps,
  tx: Tx,
  account: Pick<Account, 'id' | 'email' | 'firstName'>,
  options: { coolDown?: boolean } = {},
) =>
  issueCode(deps, tx, {
    subject: account.email,
    type: 'VERIFICATION',
    accountId: account.id,
    destination: account.email,
    send: (tx, code) => mails.sendVerificationCode(deps, tx, account, code),
    ...options,
  })

async function newVerificationToken({ ids, clock }: Deps, tx: Tx, accountId: string): Promise<string> {
  const token = ids.token()
  const expiresAt = new Date(clock.now().getTime() + VERIFICATION_TOKEN_VALID_FOR)
  await accounts.replaceVerificationToken(tx, accountId, tokenHash(token), expiresAt)
  return token
}
