import { PASSWORD_MIN_LENGTH } from '@fettle/protocol/common/constants'
import { fetchAuthOptions, type AuthOptions } from './api.ts'
import { useLazy } from './use-lazy.ts'

// Assumed until the site's options have loaded; the server checks again in any case.
const usual: AuthOptions = {
  google: false,
  passwordMinLength: PASSWORD_MIN_LENGTH,
  defaultCountry: 'NG',
  requireTerms: false,
  termsUrl: null,
}

/** Returns the site's sign-in options. A failed request must not break the form. */
export const useAuthOptions = (): AuthOptions => useLazy(fetchAuthOptions) ?? usual
