import { useEffect, useState } from 'react'
import { readAuthState, type AuthState } from './auth-state.ts'

/** What the pages before have left; undefined until the page has come to life, null when there is nothing. */
export function useAuthState(): AuthState | null | undefined {
  const [state, setState] = useState<AuthState | null>()
  // oxlint-disable-next-line react/set-state-in-effect -- the build's page cannot know; the first drawing must match it
  useEffect(() => setState(readAuthState() ?? null), [])
  return state
}
