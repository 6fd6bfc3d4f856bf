import { sendStepUpCode, stepUp } from '@fettle/protocol/auth'
import { call, type CallOptions } from '../../lib/api.ts'

// "Confirm it's you" comes as a 401 as well: it must not end the session (spec §4).
export const careful: CallOptions = { headers: { 'X-Profile-Update': 'true' } }

export const proveByPassword = (password: string) => call(stepUp, { body: { password } }, careful)
export const proveByCode = (code: string) => call(stepUp, { body: { code } }, careful)
export const askForCode = () => call(sendStepUpCode, {}, careful)
