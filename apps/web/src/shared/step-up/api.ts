import { sendStepUpCode, stepUp } from '@fettle/protocol/accounts/auth'
import { call } from '../../lib/api.ts'

export const proveByPassword = (password: string) => call(stepUp, { body: { password } })
export const proveByCode = (code: string) => call(stepUp, { body: { code } })
export const askForCode = () => call(sendStepUpCode, {})
