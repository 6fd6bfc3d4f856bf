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

export const confirmWithTotp = (confirmation: Confirmation, totp: string) =>
  call(confirmSecondFactor, { body: { ...confirmation, totp, role: ROLE } })

export const confirmWithRecoveryCode = (confirmation: Confirmation, recoveryCode: string) =>
  call(confirmSecondFactor, { body: { ...confirmation, recoveryCode, role: ROLE } })

export async function confirmWithPasskey(confirmation: Confirmation) {
  const { options } = await call(startSecondFactorPasskey, {
    body: { secondFactorToken: confirmation.secondFactorToken },
  })
  const credential = await answerPasskey(options)
  return call(confirmSecondFactor, { body: { ...confirmation, credential, role: ROLE } })
}
