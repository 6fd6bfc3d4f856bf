import type { Received } from '@fettle/protocol'
import type { resetPassword } from '@fettle/protocol/accounts/auth'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { consumeCode, issueCode, persistingErrors, tryCode } from '../codes/codes.service.ts'
import * as devices from '../devices/devices.store.ts'
import { assertRole, assertSendsFrom, loginKeys, passwordKey } from '../login/login-limits.ts'
import { notifyPasswordChanged } from '../security/security-notifications.ts'
import { assertPassword, hashPassword } from './passwords.ts'
import { endSessions, inLanguageOf, type Device } from '../sessions/sessions.service.ts'
import * as throttles from '../login/throttles.store.ts'

/** Sends a code if an account exists that can use it. Answers and counts the same if none exists. */
export async function sendOtp(
  deps: Deps,
  { email, type, role }: { email: string; type: 'VERIFICATION' | 'PASSWORD_RESET'; role: string },
  device: Device,
): Promise<{ resendAvailableAt: string }> {
  assertRole(role)
  await assertSendsFrom(deps, device)
  return deps.db.transaction(async (tx) => {
    const found = await accounts.lockByEmail(tx, email)
    const account = found && inLanguageOf(device, found)
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

/** Sets a new password with a code, ends every session and notifies the owner. */
export async function resetPasswordWithCode(
  deps: Deps,
  { email, code, newPassword, role }: Received<typeof resetPassword>['body'],
): Promise<void> {
  assertRole(role)
  const { clock, settings } = deps
  await persistingErrors(deps, async (tx) => {
    const validCode = await tryCode(deps, tx, { subject: email, type: 'PASSWORD_RESET', code })
    if (validCode instanceof AppError) return validCode
    const account = await accounts.lockById(tx, validCode.accountId)
    if (!account) return new AppError('OTP_EXPIRED')
    await assertPassword(newPassword, {
      field: 'newPassword',
      minLength: settings().passwordMinLength,
      person: account,
    })
    await accounts.setPassword(tx, account.id, await hashPassword(newPassword), clock.now())
    await consumeCode(tx, email, 'PASSWORD_RESET')
    const knownDevices = await devices.listDevices(tx, account.id)
    const counters = [undefined, ...knownDevices].flatMap((device) => loginKeys(account.id, device))
    await throttles.resetCounters(tx, ...counters, passwordKey(account.id))
    await endSessions(deps, tx, account.id)
    await notifyPasswordChanged(deps, tx, account)
    return undefined
  })
}
