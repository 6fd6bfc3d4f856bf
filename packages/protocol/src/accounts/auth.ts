import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { Instant, line, SessionId } from '../core/values.ts'
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
} from '../common/fields.ts'
import { issueText } from '../core/issue-text.ts'
import { SecondFactorProof, StepUpMethod } from './credentials.ts'

/** Registration, sign-in and recovery. */

export const RegisterForm = z.object({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  phone: PhoneInput,
  /** Country that completes a phone number in national form. Defaults to the installation's country. */
  phoneCountry: z.optional(CountryCode),
  password: NewPassword,
  role: Role,
  acceptTerms: z.optional(z.boolean()),
  referralCode: z.optional(z.string().check(z.maxLength(40))),
})

export const LoginForm = z.object({
  emailOrPhone: line(1, 254, issueText('EMAIL_OR_PHONE_REQUIRED')),
  password: z
    .string(issueText('PASSWORD_REQUIRED'))
    .check(z.minLength(1, issueText('PASSWORD_REQUIRED')), z.maxLength(1024)),
  role: Role,
})

/** Settings the sign-in pages need before anybody has signed in. */
export const getAuthOptions = operation({
  name: 'auth.options',
  method: 'GET',
  path: '/v2/auth/options',
  audience: 'public',
  summary: 'Get what the sign-in pages of this installation offer and require.',
  returns: z.object({
    /** Whether sign-in with Google is configured. */
    google: z.boolean(),
    passwordMinLength: z.int(),
    defaultCountry: z.string(),
    requireTerms: z.boolean(),
    /** The installation's own terms. Null: the built-in ones are shown. */
    termsUrl: z.nullable(z.string()),
  }),
})

/** Of a registration, from its answer or from the refused sign-in of an account that is not verified. */
const VerificationToken = z.string().check(z.minLength(1), z.maxLength(200))

/** When the next code may be requested. */
const VerificationCodeSent = z.object({ resendAvailableAt: Instant })

export const SignedIn = z.object({
  token: z.string(),
  streamToken: z.string(),
  /** Public key of the chat app, used together with the stream token to connect. */
  chatAppKey: z.string(),
})

export const register = operation({
  name: 'auth.register',
  method: 'POST',
  path: '/v2/auth/register',
  audience: 'public',
  summary: 'Register a provider. An unverified account with the same email is replaced.',
  body: RegisterForm,
  status: 201,
  returns: z.object({
    verificationToken: z.string(),
    resendAvailableAt: Instant,
    /** Whether the invite code was valid. Null when none was sent. */
    referralAccepted: z.nullable(z.boolean()),
  }),
  topLevel: ['verificationToken'],
  errors: ['EMAIL_TAKEN', 'PHONE_TAKEN', 'OTP_RESEND_LIMIT', 'ROLE_UNSUPPORTED'],
})

export const verify = operation({
  name: 'auth.verify',
  method: 'POST',
  path: '/v2/auth/verify',
  audience: 'public',
  summary:
    'Check a one-time code. A PASSWORD_RESET code stays valid for the password reset that follows. With a verification token, a code of a registration that has replaced the one of the token is refused.',
  body: z.object({
    email: Email,
    code: OneTimeCode,
    type: OtpType,
    role: Role,
    verificationToken: z.optional(VerificationToken),
  }),
  returns: z.object({ verified: z.boolean() }),
  errors: ['UNAUTHENTICATED', 'PHONE_TAKEN', 'OTP_EXPIRED', 'OTP_INVALID', 'ROLE_UNSUPPORTED', 'OTP_ATTEMPTS_EXCEEDED'],
})

export const login = operation({
  name: 'auth.login',
  method: 'POST',
  path: '/v2/auth/login',
  audience: 'public',
  summary:
    'Sign in with email or phone. Answers 403 with a verification token while the account is not verified, and 401 with the token of the second step when the account has a second factor.',
  body: LoginForm,
  returns: SignedIn,
  errors: [
    'INVALID_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'ACCOUNT_UNVERIFIED',
    'ROLE_UNSUPPORTED',
    'LOGIN_THROTTLED',
    'PASSWORD_DISABLED',
  ],
})

/** Paths of this origin that Google sign-in may redirect to. */
export const googleReturnPaths = ['/login', '/register', '/auth/google/callback'] as const

const RedirectUri = z.string().check(z.maxLength(500))

export const startGoogle = operation({
  name: 'auth.google',
  method: 'POST',
  path: '/v2/auth/google',
  audience: 'public',
  summary: 'Start a sign-in with Google. Open the returned url; a cookie binds the answer to this browser.',
  body: z.object({ redirectUri: RedirectUri }),
  returns: z.object({ url: z.string() }),
  topLevel: ['url'],
  errors: ['GOOGLE_LOGIN_FAILED', 'NOT_FOUND'],
})

export const finishGoogle = operation({
  name: 'auth.googleCallback',
  method: 'POST',
  path: '/v2/auth/google/callback',
  audience: 'public',
  summary: 'Finish a sign-in with the code Google sent back. A new email creates an account that is already verified.',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2000)),
    role: Role,
    redirectUri: RedirectUri,
    /** The state Google returned with the code. */
    state: z.optional(z.string().check(z.maxLength(500))),
  }),
  returns: SignedIn,
  errors: ['GOOGLE_LOGIN_FAILED', 'SECOND_FACTOR_REQUIRED', 'NOT_FOUND', 'ROLE_UNSUPPORTED'],
})

export const logout = operation({
  name: 'auth.logout',
  method: 'POST',
  path: '/v2/auth/logout',
  audience: 'public',
  summary: 'End the session of the bearer token and of the cookie. Succeeds when there is none.',
  returns: z.object({}),
})

export const resendVerification = operation({
  name: 'auth.resendVerification',
  method: 'POST',
  path: '/v2/auth/resend-verification',
  audience: 'public',
  summary: 'Send a new verification code to the account of a verification token.',
  body: z.object({ verificationToken: VerificationToken, role: Role }),
  returns: VerificationCodeSent,
  errors: ['UNAUTHENTICATED', 'ROLE_UNSUPPORTED', 'OTP_RESEND_LIMIT'],
})

export const sendOtp = operation({
  name: 'auth.sendOtp',
  method: 'POST',
  path: '/v2/auth/send-otp',
  audience: 'public',
  summary: 'Send a one-time code by email. The answer is the same whether the account exists or not.',
  body: z.object({ email: Email, type: OtpType, role: Role }),
  returns: VerificationCodeSent,
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

const account = { audience: 'account' } as const
const sessionParams = z.object({ id: SessionId })

/** One signed-in device. */
export const Session = z.object({
  id: SessionId,
  /** Device name for people, such as "Chrome on Android". */
  device: LocalizedText,
  method: z.enum(['PASSWORD', 'GOOGLE', 'PASSKEY']),
  address: z.nullable(z.string()),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  /** The session of this call. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = operation({
  ...account,
  name: 'auth.listSessions',
  method: 'GET',
  path: '/v2/auth/sessions',
  summary: 'List my sessions, most recently used first.',
  returns: z.array(Session),
})

export const endSession = operation({
  ...account,
  name: 'auth.endSession',
  whileSuspended: 'always',
  method: 'DELETE',
  path: '/v2/auth/sessions/:id',
  summary: 'Sign one device out.',
  params: sessionParams,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})

export const endOtherSessions = operation({
  ...account,
  name: 'auth.endOtherSessions',
  whileSuspended: 'always',
  method: 'DELETE',
  path: '/v2/auth/sessions',
  summary: 'Sign every other device out.',
  returns: z.object({ ended: z.int() }),
})

const KnownPassword = z
  .string(issueText('PASSWORD_REQUIRED'))
  .check(z.minLength(1, issueText('PASSWORD_REQUIRED')), z.maxLength(1024))

/** A step-up lasts five minutes. Signing and sensitive account changes require it (STEP_UP_REQUIRED). */
export const stepUp = operation({
  ...account,
  name: 'auth.stepUp',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/auth/step-up',
  summary:
    'Confirm my identity for sensitive changes, by password or by a code from auth.sendStepUpCode. A provider with a second factor confirms with that.',
  body: z.object({ password: z.optional(KnownPassword), code: z.optional(OneTimeCode), ...SecondFactorProof }),
  returns: z.object({ method: StepUpMethod, validUntil: Instant }),
  errors: [
    'OTP_EXPIRED',
    'OTP_INVALID',
    'PASSWORD_INCORRECT',
    'LOGIN_THROTTLED',
    'OTP_ATTEMPTS_EXCEEDED',
    'STEP_UP_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'SECOND_FACTOR_EXPIRED',
    'SECOND_FACTOR_THROTTLED',
    'PASSKEY_REJECTED',
  ],
})

export const sendStepUpCode = operation({
  ...account,
  name: 'auth.sendStepUpCode',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/auth/step-up/code',
  summary: 'Send a code for confirming my identity to the email address of the account.',
  returns: VerificationCodeSent,
  errors: ['OTP_RESEND_LIMIT'],
})

export const changePassword = operation({
  ...account,
  name: 'auth.changePassword',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/auth/change-password',
  summary:
    'Change the password and sign every other device out. An account without a password confirms by step-up instead.',
  body: z.object({ currentPassword: z.optional(KnownPassword), newPassword: NewPassword }),
  returns: z.object({}),
  errors: ['STEP_UP_REQUIRED', 'PASSWORD_INCORRECT', 'LOGIN_THROTTLED'],
})

/** Either a new email or a new phone number. */
export const requestContactChange = operation({
  ...account,
  name: 'auth.requestContactChange',
  method: 'POST',
  path: '/v2/auth/contact-change',
  summary: 'Send a code to a new email address or phone number. Requires a step-up in the last five minutes.',
  body: z.object({ email: z.optional(Email), phone: z.optional(PhoneInput), phoneCountry: z.optional(CountryCode) }),
  returns: z.extend(VerificationCodeSent, { kind: z.enum(['EMAIL', 'PHONE']), destination: z.string() }),
  errors: ['STEP_UP_REQUIRED', 'EMAIL_TAKEN', 'PHONE_TAKEN', 'OTP_RESEND_LIMIT'],
})

export const confirmContactChange = operation({
  ...account,
  name: 'auth.confirmContactChange',
  method: 'POST',
  path: '/v2/auth/contact-change/confirm',
  summary: 'Change the email address or phone number with the code sent to the new one. The old one is notified.',
  body: z.object({ kind: z.enum(['EMAIL', 'PHONE']), code: OneTimeCode }),
  returns: z.object({ email: z.string(), phone: z.nullable(z.string()) }),
  errors: ['EMAIL_TAKEN', 'PHONE_TAKEN', 'OTP_EXPIRED', 'OTP_INVALID', 'OTP_ATTEMPTS_EXCEEDED'],
})
