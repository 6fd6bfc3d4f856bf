import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Instant, line } from './core/values.ts'
import {
  CountryCode,
  Email,
  FirstName,
  LastName,
  NewPassword,
  OneTimeCode,
  OtpType,
  PhoneInput,
  Role,
} from './fields.ts'

/** Registration, sign-in and recovery (spec §§4, 7; domain §2). */

export const RegisterForm = z.object({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  phone: PhoneInput,
  /** Completes a phone number in national form; the site's country unless given. */
  phoneCountry: z.optional(CountryCode),
  password: NewPassword,
  role: Role,
  acceptTerms: z.optional(z.boolean()),
  referralCode: z.optional(z.string().check(z.maxLength(40))),
})

/** 403 ACCOUNT_UNVERIFIED carries this as `data` (spec §4). */
export const Unverified = z.object({
  verificationToken: z.string(),
  resendAvailableAt: Instant,
  /** Whoever came by phone needs to know where the code went; the password was right. */
  email: z.optional(z.string()),
})

export const LoginForm = z.object({
  emailOrPhone: line(1, 254, 'Enter your email or phone number.'),
  password: z.string('Password is required.').check(z.minLength(1, 'Password is required.'), z.maxLength(1024)),
  role: Role,
})

/** What the sign-in pages need to know of this site before anybody signs in. */
export const getAuthOptions = operation({
  name: 'auth.options',
  method: 'GET',
  path: '/v2/auth/options',
  audience: 'public',
  summary: 'What the sign-in pages of this site offer and ask for.',
  returns: z.object({
    /** Whether there is a Google button. */
    google: z.boolean(),
    passwordMinLength: z.int(),
    defaultCountry: z.string(),
    requireTerms: z.boolean(),
  }),
  errors: [],
})

/** What a sent code tells: when the next one may be asked for. */
const CodeSent = z.object({ resendAvailableAt: Instant })

const SignedIn = z.object({ token: z.string(), streamToken: z.string() })

export const register = operation({
  name: 'auth.register',
  method: 'POST',
  path: '/v2/auth/register',
  audience: 'public',
  summary: 'Register a provider. An unverified account with the same email is replaced.',
  body: RegisterForm,
  status: 201,
  returns: z.object({ verificationToken: z.string(), resendAvailableAt: Instant }),
  errors: ['EMAIL_TAKEN', 'PHONE_TAKEN', 'OTP_RESEND_LIMIT', 'ROLE_UNSUPPORTED'],
})

export const verify = operation({
  name: 'auth.verify',
  method: 'POST',
  path: '/v2/auth/verify',
  audience: 'public',
  summary: 'Check a one-time code. A PASSWORD_RESET code stays good for the reset that follows.',
  body: z.object({ email: Email, code: OneTimeCode, type: OtpType, role: Role }),
  returns: z.object({ verified: z.boolean() }),
  errors: ['PHONE_TAKEN', 'OTP_EXPIRED', 'OTP_INVALID', 'ROLE_UNSUPPORTED', 'OTP_ATTEMPTS_EXCEEDED'],
})

export const login = operation({
  name: 'auth.login',
  method: 'POST',
  path: '/v2/auth/login',
  audience: 'public',
  summary: 'Sign in with email or phone. 403 with a verification token when the account is not verified yet.',
  body: LoginForm,
  returns: SignedIn,
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_UNVERIFIED', 'ROLE_UNSUPPORTED', 'LOGIN_THROTTLED', 'PASSWORD_DISABLED'],
})

export const logout = operation({
  name: 'auth.logout',
  method: 'POST',
  path: '/v2/auth/logout',
  audience: 'public',
  summary: 'End the session of the bearer token and of the cookie. Answers the same when there is none.',
  returns: z.object({}),
  errors: [],
})

export const resendVerification = operation({
  name: 'auth.resendVerification',
  method: 'POST',
  path: '/v2/auth/resend-verification',
  audience: 'public',
  summary: 'Send a new verification code to the account of a verification token.',
  body: z.object({ verificationToken: z.string().check(z.minLength(1), z.maxLength(200)), role: Role }),
  returns: CodeSent,
  errors: ['UNAUTHENTICATED', 'ROLE_UNSUPPORTED', 'OTP_RESEND_LIMIT'],
})

export const sendOtp = operation({
  name: 'auth.sendOtp',
  method: 'POST',
  path: '/v2/auth/send-otp',
  audience: 'public',
  summary: 'Send a one-time code by email. The answer is the same whether the account exists or not.',
  body: z.object({ email: Email, type: OtpType, role: Role }),
  returns: CodeSent,
  errors: ['ROLE_UNSUPPORTED', 'OTP_RESEND_LIMIT'],
})

export const resetPassword = operation({
  name: 'auth.resetPassword',
  method: 'POST',
  path: '/v2/auth/reset-password',
  audience: 'public',
  summary: 'Set a new password with a verified code. Ends every session.',
  body: z.object({ email: Email, code: OneTimeCode, newPassword: NewPassword, role: Role }),
  returns: z.object({}),
  errors: ['OTP_EXPIRED', 'OTP_INVALID', 'ROLE_UNSUPPORTED', 'OTP_ATTEMPTS_EXCEEDED'],
})
