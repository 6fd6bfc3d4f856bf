import { createContext, useContext, useEffect, useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '@fettle/protocol/common/constants'
import { fetchAuthOptions, type AuthOptions } from './api.ts'

// Assumed until the site's options have loaded; the server checks again in any case.
const defaultOptions: Omit<AuthOptions, 'google'> = {
  passwordMinLength: PASSWORD_MIN_LENGTH,
  defaultCountry: 'NG',
  requireTerms: false,
  termsUrl: null,
}

/** Whether the page was prerendered with the Google button, which the server knows. */
export const HasGoogle = createContext(false)

/** Returns the site's sign-in options, which can be loaded again. A failed request must not break the form. */
export function useAuthOptions(): AuthOptions & { reload: () => void } {
  const google = useContext(HasGoogle)
  const [loaded, setLoaded] = useState<AuthOptions>()
  const reload = () => void fetchAuthOptions().then(setLoaded, () => undefined)
  // oxlint-disable-next-line react/exhaustive-deps -- runs once
  useEffect(reload, [])
  return { ...(loaded ?? { ...defaultOptions, google }), reload }
}
