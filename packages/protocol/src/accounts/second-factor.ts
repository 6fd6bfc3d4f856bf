import * as z from 'zod/mini'
import { OneTimeCode, Role } from '../common/fields.ts'
import { issueText } from '../core/issue-text.ts'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { FactorId, Instant, line, prose, UserId } from '../core/values.ts'
import { SignedIn } from './auth.ts'
import {
  AuthenticationCredential,
  CreationOptions,
  RegistrationCredential,
  RequestOptions,
  SecondFactorMethod,
  SecondFactorProof,
} from './credentials.ts'

/** Second factors: passkeys, authenticator apps (TOTP) and recovery codes. */

export const SecondFactor = z.object({
  id: FactorId,
  kind: z.enum(['PASSKEY', 'TOTP']),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The `data` of a 401 SECOND_FACTOR_REQUIRED answer. */
export const SecondFactorRequired = z.object({
  /** Finishes this sign-in, together with a second factor. */
  secondFactorToken: z.string(),
  expiresAt: Instant,
  methods: z.array(SecondFactorMethod),
})
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>

const SecondFactorToken = z.string().check(z.minLength(1), z.maxLength(200))

const open = { audience: 'public', method: 'POST' } as const

export const startPasskeyLogin = operation({
  ...open,
  name: 'auth.startPasskeyLogin',
  path: '/v2/auth/passkey/options',
  summary: 'Start a sign-in with a passkey. A cookie binds the challenge to this browser.',
  returns: z.object({ options: RequestOptions }),
})

export const loginWithPasskey = operation({
  ...open,
  name: 'auth.loginWithPasskey',
  path: '/v2/auth/passkey',
  summary: 'Sign in with a passkey alone. The passkey must have verified its user.',
  body: z.object({ credential: AuthenticationCredential, role: Role }),
  returns: SignedIn,
  errors: ['PASSKEY_REJECTED', 'SECOND_FACTOR_EXPIRED', 'ROLE_UNSUPPORTED'],
})

export const startSecondFactorPasskey = operation({
  ...open,
  name: 'auth.startSecondFactorPasskey',
  path: '/v2/auth/second-factor/options',
  summary: 'Get the challenge with which a passkey finishes a sign-in that needs a second factor.',
  body: z.object({ secondFactorToken: SecondFactorToken }),
  returns: z.object({ options: RequestOptions }),
  errors: ['SECOND_FACTOR_EXPIRED'],
})

export const confirmSecondFactor = operation({
  ...open,
  name: 'auth.confirmSecondFactor',
  path: '/v2/auth/second-factor',
  summary: 'Finish a sign-in that answered SECOND_FACTOR_REQUIRED, with exactly one second factor.',
  body: z.object({
    secondFactorToken: SecondFactorToken,
    ...SecondFactorProof,
    /** Ask for no second factor on this device for 30 days. */
    rememberDevice: z._default(z.boolean(), false),
    role: Role,
  }),
  returns: SignedIn,
  errors: [
    'SECOND_FACTOR_INVALID',
    'SECOND_FACTOR_EXPIRED',
    'SECOND_FACTOR_THROTTLED',
    'PASSKEY_REJECTED',
    'ROLE_UNSUPPORTED',
  ],
})

const account = { audience: 'account', whileSuspended: 'always' } as const
const params = z.object({ id: FactorId })
const Name = line(1, 60, issueText('FACTOR_NAME_REQUIRED'))

/** A device that is asked for no second factor. */
export const RememberedDevice = z.object({
  id: z.string(),
  /** Device name for people, such as "Chrome on Android". */
  device: LocalizedText,
  lastUsedAt: Instant,
  expiresAt: Instant,
  isCurrent: z.boolean(),
})
export type RememberedDevice = z.infer<typeof RememberedDevice>

export const SecondFactors = z.object({
  factors: z.array(SecondFactor),
  recoveryCodesLeft: z.int(),
  rememberedDevices: z.array(RememberedDevice),
  /** When the operator removes every second factor, as requested. Null: not requested. */
  resetAt: z.nullable(Instant),
})
export type SecondFactors = z.infer<typeof SecondFactors>

export const listSecondFactors = operation({
  ...account,
  name: 'secondFactors.list',
  method: 'GET',
  path: '/v2/auth/second-factors',
  summary: 'List my passkeys, authenticator app and remembered devices, and count my recovery codes.',
  returns: SecondFactors,
})

/** The codes are shown once. Null: codes exist already. */
const Added = z.object({ factor: SecondFactor, recoveryCodes: z.nullable(z.array(z.string())) })

export const startPasskey = operation({
  ...account,
  name: 'secondFactors.startPasskey',
  method: 'POST',
  path: '/v2/auth/second-factors/passkeys/options',
  summary: 'Get the challenge for a new passkey. Requires a step-up in the last five minutes.',
  returns: z.object({ options: CreationOptions }),
  errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_LIMIT'],
})

export const addPasskey = operation({
  ...account,
  name: 'secondFactors.addPasskey',
  method: 'POST',
  path: '/v2/auth/second-factors/passkeys',
  summary: 'Add a passkey. The first second factor also returns ten recovery codes.',
  body: z.object({ name: Name, credential: RegistrationCredential }),
  status: 201,
  returns: Added,
  errors: ['STEP_UP_REQUIRED', 'PASSKEY_REJECTED', 'SECOND_FACTOR_EXPIRED', 'SECOND_FACTOR_LIMIT'],
})

export const startTotp = operation({
  ...account,
  name: 'secondFactors.startTotp',
  method: 'POST',
  path: '/v2/auth/second-factors/totp/secret',
  summary: 'Get the secret for an authenticator app. Requires a step-up in the last five minutes.',
  returns: z.object({
    /** Base32, to type in. */
    secret: z.string(),
    /** otpauth address, to show as a QR code. */
    uri: z.string(),
    expiresAt: Instant,
  }),
  errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_LIMIT'],
})

export const addTotp = operation({
  ...account,
  name: 'secondFactors.addTotp',
  method: 'POST',
  path: '/v2/auth/second-factors/totp',
  summary: 'Add an authenticator app with a code it shows. The first second factor also returns ten recovery codes.',
  body: z.object({ name: Name, code: OneTimeCode }),
  status: 201,
  returns: Added,
  errors: [
    'STEP_UP_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'SECOND_FACTOR_EXPIRED',
    'SECOND_FACTOR_THROTTLED',
    'SECOND_FACTOR_LIMIT',
  ],
})

export const renameSecondFactor = operation({
  ...account,
  name: 'secondFactors.rename',
  method: 'PATCH',
  path: '/v2/auth/second-factors/:id',
  summary: 'Rename a passkey or an authenticator app.',
  params,
  body: z.object({ name: Name }),
  returns: SecondFactor,
  errors: ['NOT_FOUND'],
})

export const removeSecondFactor = operation({
  ...account,
  name: 'secondFactors.remove',
  method: 'DELETE',
  path: '/v2/auth/second-factors/:id',
  summary:
    'Remove a passkey or an authenticator app. Removing the last one also ends recovery codes and remembered devices. Requires a step-up in the last five minutes.',
  params,
  returns: z.object({}),
  errors: ['STEP_UP_REQUIRED', 'NOT_FOUND'],
})

export const replaceRecoveryCodes = operation({
  ...account,
  name: 'secondFactors.replaceRecoveryCodes',
  method: 'POST',
  path: '/v2/auth/second-factors/recovery-codes',
  summary: 'Get ten new recovery codes. The old ones stop working. Requires a step-up in the last five minutes.',
  returns: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_SETUP_REQUIRED'],
})

export const forgetDevice = operation({
  ...account,
  name: 'secondFactors.forgetDevice',
  method: 'DELETE',
  path: '/v2/auth/remembered-devices/:id',
  summary: 'Ask for a second factor on a device again.',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})

export const startStepUpPasskey = operation({
  ...account,
  name: 'auth.startStepUpPasskey',
  method: 'POST',
  path: '/v2/auth/step-up/options',
  summary: 'Get the challenge with which a passkey confirms my identity.',
  returns: z.object({ options: RequestOptions }),
})

const operator = { audience: 'marketplace', scope: 'operator' } as const

const SecondFactorReset = z.object({
  id: UserId,
  /** When the second factors are removed. Null: no reset is requested. */
  resetAt: z.nullable(Instant),
})

export const resetSecondFactors = operation({
  ...operator,
  name: 'marketplace.providers.resetSecondFactors',
  method: 'POST',
  path: '/v2/marketplace/providers/:id/second-factor-reset',
  summary:
    'Remove every second factor of a provider whose identity was checked, after a waiting time. The provider is told at once; signing in with a second factor cancels it.',
  params: z.object({ id: UserId }),
  body: z.object({ reason: prose(3, 300, issueText('EXPLAIN_WHY')) }),
  returns: SecondFactorReset,
  errors: ['NOT_FOUND', 'SECOND_FACTOR_ABSENT'],
})

export const cancelSecondFactorReset = operation({
  ...operator,
  name: 'marketplace.providers.cancelSecondFactorReset',
  method: 'DELETE',
  path: '/v2/marketplace/providers/:id/second-factor-reset',
  summary: 'Cancel the reset of second factors before it takes effect.',
  params: z.object({ id: UserId }),
  returns: SecondFactorReset,
  errors: ['NOT_FOUND'],
})
