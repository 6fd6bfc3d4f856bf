import type * as z from 'zod/mini'
import type {
  AuthenticationCredential,
  CreationOptions,
  RegistrationCredential,
  RequestOptions,
  PasskeyTransport,
} from '@fettle/protocol/accounts/credentials'
import type { Config } from '../../../platform/config.ts'
import { CHALLENGE_VALID_FOR_MS } from './second-factor.rules.ts'

/** Passkeys (Web Authentication). The library is loaded on first use. */

export interface StoredPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: PasskeyTransport[]
}

const load = () => import('@simplewebauthn/server')
const relyingPartyId = ({ origin }: Pick<Config, 'origin'>) => new URL(origin).hostname

type Descriptor = Pick<StoredPasskey, 'credentialId' | 'transports'>
const toDescriptors = (passkeys: readonly Descriptor[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }))

const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const isTransport = (text: string): text is PasskeyTransport => TRANSPORTS.has(text)

/** Signatures that passkeys may use: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Options for `navigator.credentials.get`. Without passkeys the person chooses among those of the device. */
export const requestOptions = (
  config: Pick<Config, 'origin'>,
  challenge: Buffer,
  passkeys?: readonly Descriptor[],
): z.input<typeof RequestOptions> => ({
  challenge: challenge.toString('base64url'),
  timeout: CHALLENGE_VALID_FOR_MS,
  rpId: relyingPartyId(config),
  userVerification: 'required',
  ...(passkeys && { allowCredentials: toDescriptors(passkeys) }),
})

/** Options for `navigator.credentials.create`. Passkeys of the account are excluded: one per authenticator. */
export const creationOptions = (
  config: Pick<Config, 'origin'>,
  challenge: Buffer,
  { account, passkeys }: { account: { id: string; email: string; name: string }; passkeys: readonly Descriptor[] },
): z.input<typeof CreationOptions> => ({
  rp: { name: 'Fettle', id: relyingPartyId(config) },
  user: { id: Buffer.from(account.id).toString('base64url'), name: account.email, displayName: account.name },
  challenge: challenge.toString('base64url'),
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
  timeout: CHALLENGE_VALID_FOR_MS,
  excludeCredentials: toDescriptors(passkeys),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** The passkey of a browser's answer. Undefined: it does not answer this challenge, or is damaged. */
export async function verifyRegistration(
  config: Pick<Config, 'origin'>,
  challenge: Buffer,
  credential: RegistrationCredential,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { id, rawId, type, response } = credential
  const { clientDataJSON, attestationObject } = response
  const transports = (response.transports ?? []).filter(isTransport)
  const result = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: config.origin,
    expectedRPID: relyingPartyId(config),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { credential: newCredential } = result.registrationInfo
  return {
    credentialId: newCredential.id,
    publicKey: Buffer.from(newCredential.publicKey),
    counter: newCredential.counter,
    transports,
  }
}

/**
 * The passkey's new counter, if it signed this challenge after verifying its user. Undefined otherwise, and for a
 * counter that did not grow.
 */
export async function verifyAuthentication(
  config: Pick<Config, 'origin'>,
  challenge: Buffer,
  { id, rawId, type, response }: AuthenticationCredential,
  { credentialId, publicKey, counter, transports }: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load()
  const { clientDataJSON, authenticatorData, signature } = response
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: config.origin,
    expectedRPID: relyingPartyId(config),
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter, transports },
    requireUserVerification: true,
  }).catch(() => undefined)
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}
