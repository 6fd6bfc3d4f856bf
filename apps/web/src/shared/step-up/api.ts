import { sendStepUpCode, startStepUpPasskey, stepUp } from '@fettle/protocol/accounts/calls'
import { answerPasskey } from '../../lib/browser/passkeys.ts'
import { call } from '../../lib/http/api.ts'

/** Proves the identity by password. */
export const verifyPassword = (password: string) => call(stepUp, { body: { password } })

/** Proves the identity by a code. */
export const verifyCode = (code: string) => call(stepUp, { body: { code } })

/** Sends a code for step-up. */
export const requestCode = () => call(sendStepUpCode, {})

/** Proves the identity by a passkey. */
export async function verifyPasskey(): Promise<void> {
  const { options } = await call(startStepUpPasskey, {})
  await call(stepUp, { body: { credential: await answerPasskey(options) } })
}

/** Proves the identity by a code of the authenticator app. */
export const verifyTotp = (totp: string) => call(stepUp, { body: { totp } })

/** Proves the identity by a recovery code, which is used up. */
export const verifyRecoveryCode = (recoveryCode: string) => call(stepUp, { body: { recoveryCode } })
