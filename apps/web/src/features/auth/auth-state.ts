import type { OtpType } from '@fettle/protocol/common/fields'
import { readTab, writeTab } from '../../lib/browser/tab-storage.ts'

/**
 * What the pages of one sign-up or one recovery hand to each other. The tab keeps it, because each page
 * is loaded by itself; the verification token is with the other tokens in `lib/browser/storage.ts`. Never a password.
 */
export interface AuthState {
  email: string
  otpType: OtpType
  /** The verified code of a password reset, until the reset uses it up. */
  code?: string
  /** When another code may be asked for: milliseconds. */
  resendAt?: number
}

const KEY = 'auth'

export const readAuthState = (): AuthState | undefined => readTab(KEY) as AuthState | undefined
export const writeAuthState = (state: AuthState): void => writeTab(KEY, state)
export const clearAuthState = (): void => writeTab(KEY, undefined)

/** Changes what is kept, if something is kept. */
export function updateAuthState(change: Partial<AuthState>): void {
  const state = readAuthState()
  if (state) writeAuthState({ ...state, ...change })
}
