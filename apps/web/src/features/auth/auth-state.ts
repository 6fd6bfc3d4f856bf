import type { OtpType } from '@fettle/protocol/common/fields'
import { readTab, writeTab } from '../../lib/browser/tab-storage.ts'

/**
 * State shared by the pages of one sign-up or password recovery. Kept in session storage, because each page is a
 * separate document; the verification token is with the other tokens in `lib/browser/storage.ts`. Never contains a
 * password.
 */
export interface AuthState {
  email: string
  otpType: OtpType
  /** Token of this registration. The stored one may be that of another tab. */
  verificationToken?: string
  /** The verified code of a password reset, kept until the reset has used it. */
  code?: string
  /** Time after which another code may be requested, in epoch milliseconds. */
  resendAt?: number
  /** A code that was sent without an answer: it may be used up. */
  unanswered?: string
}

const KEY = 'auth'

export const readAuthState = (): AuthState | undefined => readTab(KEY) as AuthState | undefined
export const writeAuthState = (state: AuthState): void => writeTab(KEY, state)
export const clearAuthState = (): void => writeTab(KEY, undefined)

const REGISTERED_NAME_KEY = 'registeredName'

/** First name of the person who has registered in this tab and has not logged in yet. */
export function readRegisteredName(): string | undefined {
  const name = readTab(REGISTERED_NAME_KEY)
  return typeof name === 'string' ? name : undefined
}
export const storeRegisteredName = (firstName: string | undefined): void => writeTab(REGISTERED_NAME_KEY, firstName)

/** Updates the stored state, if there is one. */
export function updateAuthState(change: Partial<AuthState>): void {
  const state = readAuthState()
  if (state) writeAuthState({ ...state, ...change })
}
