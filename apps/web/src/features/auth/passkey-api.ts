import {
  confirmSecondFactor,
  loginWithPasskey,
  startPasskeyLogin,
  startSecondFactorPasskey,
} from '@fettle/protocol/accounts/calls'
import { ROLE } from '@fettle/protocol/common/constants'
import { answerPasskey } from '../../lib/browser/passkeys.ts'
import { call } from '../../lib/http/api.ts'

/** Asks the browser for a passkey. `fromAutofill` waits until one is chosen in the suggestions of a field. */
export async function askForPasskey({ fromAutofill }: { fromAutofill: boolean }) {
  const { options } = await call(startPasskeyLogin, {})
  return answerPasskey(options, { fromAutofill })
}

/** Logs in with a passkey alone. */
export const logInWithPasskey = (credential: Awaited<ReturnType<typeof askForPasskey>>) =>
  call(loginWithPasskey, { body: { credential, role: ROLE } })

interface Confirmation {
  secondFactorToken: string
  rememberDevice: boolean
}

export const confirmWithTotp = (given: Confirmation, totp: string) =>
  call(confirmSecondFactor, { body: { ...given, totp, role: ROLE } })

export const confirmWithRecoveryCode = (given: Confirmation, recoveryCode: string) =>
  call(confirmSecondFactor, { body: { ...given, recoveryCode, role: ROLE } })

export async function confirmWithPasskey(given: Confirmation) {
  const { options } = await call(startSecondFactorPasskey, { body: { secondFactorToken: given.secondFactorToken } })
  const credential = await answerPasskey(options)
  return call(confirmSecondFactor, { body: { ...given, credential, role: ROLE } })
}
