import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AuthenticationCredential } from '@fettle/protocol/accounts/credentials'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import { assertRate, assertRole, countedNetwork } from '../login/login-limits.ts'
import { openSession, type SignInResult } from '../login/sign-in.service.ts'
import { tokenHash, type Device } from '../sessions/sessions.service.ts'
import { acceptPasskey, startChallenge, takeChallenge, withProof, type SecondFactorProof } from './proof.service.ts'
import { cancelResetByOwner } from './reset.service.ts'
import { CHALLENGES_PER_ADDRESS, DEVICE_TRUSTED_FOR_MS } from './second-factor.rules.ts'
import * as store from './second-factor.store.ts'
import type { ChallengeKey, PendingSignIn } from './second-factor.store.ts'

/** The second step of a sign-in, and sign-in with a passkey alone. */

const keyOf = (purpose: 'LOGIN' | 'SECOND_STEP', token: string): ChallengeKey => ({
  subject: tokenHash(token).toString('base64url'),
  purpose,
})

async function findPending({ db, clock }: Deps, token: string): Promise<PendingSignIn> {
  const pending = await store.findPending(db, tokenHash(token), clock.now())
  if (!pending) throw new AppError('SECOND_FACTOR_EXPIRED')
  return pending
}

/** Starts a passkey's answer to the second step. */
export async function startSecondStep(deps: Deps, token: string) {
  const { accountId } = await findPending(deps, token)
  return startChallenge(deps, keyOf('SECOND_STEP', token), accountId)
}

/** Finishes a sign-in with a second factor. The token works once. */
export async function finishSecondStep(
  deps: Deps,
  step: { token: string; proof: SecondFactorProof; remember: boolean; role: string },
  device: Device,
): Promise<SignInResult> {
  assertRole(step.role)
  const pending = await findPending(deps, step.token)
  const account = await accounts.findById(deps.db, pending.accountId)
  if (!account) throw new AppError('SECOND_FACTOR_EXPIRED')
  const challenge = keyOf('SECOND_STEP', step.token)
  return withProof(deps, account, { proof: step.proof, challenge }, async (tx) => {
    if (!(await store.takePending(tx, tokenHash(step.token)))) throw new AppError('SECOND_FACTOR_EXPIRED')
    await cancelResetByOwner(deps, tx, account)
    const signedIn = await openSession(deps, tx, account, device, pending.method)
    if (step.remember) await rememberDevice(deps, tx, account, signedIn.deviceId, device)
    return signedIn
  })
}

async function rememberDevice(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id: accountId }: AccountRecord,
  deviceId: string,
  device: Device,
): Promise<void> {
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + DEVICE_TRUSTED_FOR_MS)
  const userAgent = device.userAgent?.slice(0, 400) ?? null
  await store.saveRemembered(tx, { accountId, deviceId, userAgent, now, expiresAt })
}

/** Starts a sign-in with a passkey of the device. Returns the options and the content of the cookie. */
export async function startPasskeyLogin(deps: Deps, device: Device) {
  await countChallenge(deps, device)
  const flow = deps.ids.token()
  return { flow, options: await startChallenge(deps, keyOf('LOGIN', flow)) }
}

async function countChallenge(deps: Deps, device: Device): Promise<void> {
  const network = countedNetwork(deps, device)
  if (!network) return
  const { tries, windowMs } = CHALLENGES_PER_ADDRESS
  await assertRate(deps, `passkey-address ${network}`, { limit: tries, windowMs })
}

/** Signs in with a passkey alone. `flow` is the content of the cookie. */
export async function finishPasskeyLogin(
  deps: Deps,
  login: { credential: AuthenticationCredential; role: string; flow: string | undefined },
  device: Device,
): Promise<SignInResult> {
  assertRole(login.role)
  if (!login.flow) throw new AppError('SECOND_FACTOR_EXPIRED')
  const challenge = await takeChallenge(deps, keyOf('LOGIN', login.flow))
  return deps.db.transaction(async (tx) => {
    const accountId = await store.findPasskeyOwner(tx, login.credential.id)
    const account = accountId && (await accounts.lockById(tx, accountId))
    if (!account) throw new AppError('PASSKEY_REJECTED')
    await acceptPasskey(deps, tx, { credential: login.credential, challenge, accountId: account.id })
    await cancelResetByOwner(deps, tx, account)
    return openSession(deps, tx, account, device, 'PASSKEY')
  })
}
