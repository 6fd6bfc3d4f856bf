import { PASSWORD_MIN_LENGTH } from '@fettle/protocol/common/fields'
import { fetchAuthOptions, type AuthOptions } from './api.ts'
import { useLazy } from './use-lazy.ts'

// What holds until the site has said otherwise; the server judges again in any case.
const usual: AuthOptions = {
  google: false,
  passwordMinLength: PASSWORD_MIN_LENGTH,
  defaultCountry: 'NG',
  requireTerms: false,
  termsUrl: null,
}

/** What this site offers and asks for. A form must not fail because a question could not be asked. */
export const useAuthOptions = (): AuthOptions => useLazy(fetchAuthOptions) ?? usual
