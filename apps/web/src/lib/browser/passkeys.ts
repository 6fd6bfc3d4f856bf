import type { addPasskey, confirmSecondFactor, startPasskey, startPasskeyLogin } from '@fettle/protocol/accounts/calls'
import type { CallInput, Result } from '@fettle/protocol/core/operation'

/** Passkeys of this browser and its devices. The library is loaded on first use. */

type Registration = CallInput<typeof addPasskey>['body']['credential']
type Authentication = NonNullable<CallInput<typeof confirmSecondFactor>['body']['credential']>

const load = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys: only in a secure context. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Creates a passkey. */
export async function createPasskey(options: Result<typeof startPasskey>['options']): Promise<Registration> {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: options })
}

/** Answers a challenge. `fromAutofill` waits until the person chooses a passkey in a field's suggestions. */
export async function answerPasskey(
  options: Result<typeof startPasskeyLogin>['options'],
  { fromAutofill = false }: { fromAutofill?: boolean } = {},
): Promise<Authentication> {
  const { startAuthentication } = await load()
  return startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: fromAutofill,
    verifyBrowserAutofillInput: false,
  })
}

/** Whether the browser suggests passkeys in fields with `autocomplete="webauthn"`. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())

/** Whether the person closed the browser's dialog, or another one replaced it: nothing to report. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Whether a passkey could not be created because the device already has one of this account. */
export const isAlreadyRegistered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'
