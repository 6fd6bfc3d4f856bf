import type { Profile } from '@fettle/protocol/profile'
import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { loadProfile } from './session.ts'

/** Who is signed in. Null once the server no longer knows them; the guard then leads to the login page. */
export const profileQuery = queryOptions({
  queryKey: ['profile', 'get'],
  queryFn: ({ signal }) => loadProfile(signal),
  staleTime: 5 * 60_000,
})

/** Of a screen behind the guard, where there always is one. */
export function useProfile(): Profile {
  const { data } = useSuspenseQuery(profileQuery)
  if (!data) throw new Error('A screen was shown without a profile')
  return data
}

export const useMaybeProfile = (): Profile | null => useQuery(profileQuery).data ?? null

/** Every profile write answers the whole profile: shown at once, without another read. */
export function keepProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(profileQuery.queryKey, profile)
}
