import { isPublicPath, normalizePath, paths } from './paths.ts'

export interface RouteContext {
  path: string
  /** A token is stored. */
  authenticated: boolean
  profile: { isOnboarded: boolean } | null
  /** A stream token is stored and has not been rejected. */
  hasStreamToken: boolean
}

export type RouteDecision = { do: 'show' } | { do: 'fetch-profile' } | { do: 'redirect'; to: string }

const show: RouteDecision = { do: 'show' }
const redirect = (to: string): RouteDecision => ({ do: 'redirect', to })

/**
 * Decides what happens when an address is opened. `fetch-profile`: load the profile (by the stream token when there is
 * no token), then ask again. A rejection removes the tokens, so the second answer is final.
 */
export function decideRoute({ path, authenticated, profile, hasStreamToken }: RouteContext): RouteDecision {
  const open = isPublicPath(path)
  if (!authenticated) {
    if (!profile && hasStreamToken) return { do: 'fetch-profile' }
    if (!open) return redirect(paths.login)
    return normalizePath(path) === paths.resetPassword ? redirect(paths.newPassword) : show
  }
  if (open) return redirect(paths.home)
  if (!profile) return { do: 'fetch-profile' }
  if (!profile.isOnboarded && normalizePath(path) !== paths.getStarted) return redirect(paths.getStarted)
  return show
}
