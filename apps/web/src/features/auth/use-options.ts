import { PASSWORD_MIN_LENGTH } from '@fettle/protocol/fields'
import { useEffect, useState } from 'react'
import { fetchAuthOptions, type AuthOptions } from './api.ts'

// What holds until the site has said otherwise; the server judges again in any case.
const usual: AuthOptions = {
  google: false,
  passwordMinLength: PASSWORD_MIN_LENGTH,
  defaultCountry: 'NG',
  requireTerms: false,
}

/** What this site offers and asks for. */
export function useAuthOptions(): AuthOptions {
  const [options, setOptions] = useState(usual)
  useEffect(() => {
    let live = true
    fetchAuthOptions().then(
      (given) => live && setOptions(given),
      // The usual rules stand: a form must not fail because a question could not be asked.
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [])
  return options
}
