import { useEffect, useState } from 'react'
import { readAuthState, type AuthState } from './auth-state.ts'

/** Reads the state stored by earlier pages: undefined before hydration, null when there is none. */
export function useAuthState(): AuthState | null | undefined {
  const [state, setState] = useState<AuthState | null>()
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must match the prerendered page, which has no state
  useEffect(() => setState(readAuthState() ?? null), [])
  return state
}
