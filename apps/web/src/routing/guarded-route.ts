import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '../shared/profile/profile.ts'
import { readKey } from '../lib/browser/storage.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { queueToast } from '../ui/feedback/queued-toast.ts'
import { decideRoute } from './guard.ts'
import { isPublicPath, paths } from './paths.ts'
import { storeReturnTo } from './store-return-to.ts'

/** Leaves for a sign-in page, which is a separate document; never resolves, so that nothing renders meanwhile. */
function leaveTo(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}

/**
 * Returns a guard that resolves to a redirect, or to undefined when the address may be shown. Throws when the profile
 * could not be loaded, unless there is no session: then it leaves for the login page.
 */
export const createRouteGuard =
  (client: QueryClient, leave: (path: string) => Promise<never> = leaveTo) =>
  async (address: Pick<Location, 'pathname' | 'search' | 'hash'>): Promise<string | undefined> => {
    const path = address.pathname
    const user = client.getQueryData(profileQuery.queryKey)?.id
    const leaveForSignIn = (to: string) => {
      storeReturnTo(address, { user })
      return leave(to)
    }
    for (;;) {
      const authenticated = readKey('token') !== null
      // The cached profile belongs to the removed token.
      if (!authenticated) client.removeQueries({ queryKey: profileQuery.queryKey })
      const profile = client.getQueryData(profileQuery.queryKey) ?? null
      const decision = decideRoute({ path, authenticated, profile, hasStreamToken: readKey('streamToken') !== null })
      if (decision.do === 'show') return undefined
      if (decision.do === 'redirect') {
        return isPublicPath(decision.to) ? leaveForSignIn(decision.to) : decision.to
      }
      try {
        await client.fetchQuery({ ...profileQuery, staleTime: 0 })
      } catch (error) {
        // Offline, the page says so and loads again by itself.
        if (readKey('token') !== null || !isApiError(error) || error.code === 'NETWORK') throw error
        queueToast({ tone: 'error', title: t`Failed to fetch profile` })
        return leaveForSignIn(paths.login)
      }
    }
  }

export type RouteGuard = ReturnType<typeof createRouteGuard>
