import { sendStepUpCode, stepUp } from '@fettle/protocol/accounts/auth'
import { call } from '../../lib/http/api.ts'

export const verifyPassword = (password: string) => call(stepUp, { body: { password } })
export const verifyCode = (code: string) => call(stepUp, { body: { code } })
export const requestCode = () => call(sendStepUpCode, {})
