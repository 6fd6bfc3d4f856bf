import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '../shared/profile/profile.ts'
import { readKey } from '../lib/browser/storage.ts'
import { decideRoute } from './guard.ts'
import { isPublicPath } from './paths.ts'
import { storeReturnTo } from './store-return-to.ts'

/** The sign-in pages are documents of their own: the browser leaves, and nothing is drawn meanwhile. */
function leaveTo(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}

/**
 * Asks `decideRoute` for every address that is opened: resolves to where to go instead, or to undefined when the
 * address may be shown. Throws when the server could not be asked.
 */
export const createRouteGuard =
  (client: QueryClient, leave: (path: string) => Promise<never> = leaveTo) =>
  async ({ pathname: path, search }: { pathname: string; search: string }): Promise<string | undefined> => {
    for (;;) {
      const authenticated = readKey('token') !== null
      // The profile is gone with the token it belongs to.
      if (!authenticated) client.removeQueries({ queryKey: profileQuery.queryKey })
      const profile = client.getQueryData(profileQuery.queryKey) ?? null
      const decision = decideRoute({ path, authenticated, profile, hasStreamToken: readKey('streamToken') !== null })
      if (decision.do === 'show') return undefined
      if (decision.do === 'redirect') {
        if (!isPublicPath(decision.to)) return decision.to
        storeReturnTo(path + search)
        return leave(decision.to)
      }
      await client.fetchQuery({ ...profileQuery, staleTime: 0 })
    }
  }

export type RouteGuard = ReturnType<typeof createRouteGuard>
