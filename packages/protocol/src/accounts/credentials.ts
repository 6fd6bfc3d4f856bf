import * as z from 'zod/mini'
import { OneTimeCode } from '../common/fields.ts'
import { issueText } from '../core/issue-text.ts'

/** Proofs of a second factor: recovery codes, codes of apps, and passkeys in the JSON of the Web Authentication API. */

/** Ways to pass the second step of a sign-in. */
export const secondFactorMethods = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'] as const
export const SecondFactorMethod = z.enum(secondFactorMethods)
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

/** How an identity was confirmed. OTP is a code sent by email. */
export const StepUpMethod = z.enum(['PASSWORD', 'OTP', ...secondFactorMethods])
export type StepUpMethod = z.infer<typeof StepUpMethod>

const base64url = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/))

const CredentialType = z.literal('public-key')
const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
/** How the browser can reach a passkey. */
export type PasskeyTransport = z.infer<typeof Transport>
const UserVerification = z.enum(['required', 'preferred', 'discouraged'])

const Descriptor = z.object({
  id: z.string(),
  type: CredentialType,
  transports: z.optional(z.array(Transport)),
})

/** Argument of `navigator.credentials.get`. */
export const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(Descriptor)),
  userVerification: z.optional(UserVerification),
})

/** Argument of `navigator.credentials.create`. */
export const CreationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: CredentialType })),
  timeout: z.optional(z.int()),
  excludeCredentials: z.optional(z.array(Descriptor)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(UserVerification),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(UserVerification),
    }),
  ),
  attestation: z.optional(z.enum(['none', 'direct', 'enterprise', 'indirect'])),
})

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: CredentialType,
}

/** A new passkey, as `navigator.credentials.create` returns it. */
export const RegistrationCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type RegistrationCredential = z.infer<typeof RegistrationCredential>

/** A passkey's answer to a challenge, as `navigator.credentials.get` returns it. */
export const AuthenticationCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w-]*$/))),
  }),
})
export type AuthenticationCredential = z.infer<typeof AuthenticationCredential>

/** Ten letters and digits. Spaces, dashes and capitals do not matter. */
const RecoveryCode = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '').toLowerCase() : value)),
  z.string(issueText('RECOVERY_CODE_REQUIRED')).check(z.regex(/^[0-9a-z]{10}$/, issueText('RECOVERY_CODE_REQUIRED'))),
)

/** Exactly one of them: a code of the authenticator app, a recovery code, or a passkey's answer. */
export const SecondFactorProof = {
  totp: z.optional(OneTimeCode),
  recoveryCode: z.optional(RecoveryCode),
  credential: z.optional(AuthenticationCredential),
}
