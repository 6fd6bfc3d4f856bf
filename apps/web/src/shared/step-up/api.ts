import { sendStepUpCode, stepUp } from '@fettle/protocol/accounts/calls'
import { call } from '../../lib/http/api.ts'

/** Proves the identity by password. */
export const verifyPassword = (password: string) => call(stepUp, { body: { password } })

/** Proves the identity by a code. */
export const verifyCode = (code: string) => call(stepUp, { body: { code } })

/** Sends a code for step-up. */
export const requestCode = () => call(sendStepUpCode, {})
