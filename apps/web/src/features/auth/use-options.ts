import { createContext, useContext } from 'react'
import { PASSWORD_MIN_LENGTH } from '@fettle/protocol/common/constants'
import { fetchAuthOptions, type AuthOptions } from './api.ts'
import { useLazy } from './use-lazy.ts'

// Assumed until the site's options have loaded; the server checks again in any case.
const usual: Omit<AuthOptions, 'google'> = {
  passwordMinLength: PASSWORD_MIN_LENGTH,
  defaultCountry: 'NG',
  requireTerms: false,
  termsUrl: null,
}

/** Whether the page was prerendered with the Google button, which the server knows. */
export const HasGoogle = createContext(false)

/** Returns the site's sign-in options. A failed request must not break the form. */
export function useAuthOptions(): AuthOptions {
  const google = useContext(HasGoogle)
  return useLazy(fetchAuthOptions) ?? { ...usual, google }
}
