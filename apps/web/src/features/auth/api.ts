import {
  getAuthOptions,
  login,
  register,
  resendVerification,
  resetPassword,
  sendOtp,
  verify,
} from '@fettle/protocol/accounts/calls'
import type { OtpType } from '@fettle/protocol/common/fields'
import { ROLE } from '@fettle/protocol/common/constants'
import type { CallInput, Result } from '@fettle/protocol/core/operation'
import { call } from '../../lib/http/api.ts'

// Every call sends the only role of the product.
type Form<O> = Omit<(CallInput<O> & { body: object })['body'], 'role'>

export type AuthOptions = Result<typeof getAuthOptions>

export const fetchAuthOptions = (): Promise<AuthOptions> => call(getAuthOptions, {})

export const logIn = (form: Form<typeof login>) => call(login, { body: { ...form, role: ROLE } })

export const registerAccount = (form: Form<typeof register>) => call(register, { body: { ...form, role: ROLE } })

export const verifyCode = ({
  verificationToken,
  ...form
}: Pick<Form<typeof verify>, 'email' | 'code' | 'type'> & { verificationToken?: string | null }) =>
  call(verify, { body: { ...form, role: ROLE, ...(verificationToken && { verificationToken }) } })

export const resendCode = (verificationToken: string) =>
  call(resendVerification, { body: { verificationToken, role: ROLE } })

export const sendCode = (email: string, type: OtpType) => call(sendOtp, { body: { email, type, role: ROLE } })

export const setNewPassword = (form: Form<typeof resetPassword>) =>
  call(resetPassword, { body: { ...form, role: ROLE } })
