import type { Profile } from '@fettle/protocol/accounts/profile'
import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { hasCode } from '../../lib/http/api-error.ts'
import { loadProfile } from '../../lib/http/session.ts'
import { cachedOwnProfile, cacheOwnProfile } from './cached-profile.ts'

/** How long to wait for the server before using the stored profile. */
const SERVER_TIMEOUT_MS = 4_000
/** Profiles from the device's store, to be refetched when connected. */
const cachedProfiles = new WeakSet<Profile>()

const readCachedProfile = async (): Promise<Profile | undefined> => {
  const profile = await cachedOwnProfile().catch(() => undefined)
  if (profile) cachedProfiles.add(profile)
  return profile
}

/**
 * Loads the profile from the server, or from this device when the server cannot be reached, so that a reload works
 * offline.
 */
async function profileOf(cachedProfile: Profile | undefined, signal: AbortSignal): Promise<Profile | null> {
  // A profile from this device's store does not prove that the session is still running.
  const loading = loadProfile(signal, cachedProfile && !cachedProfiles.has(cachedProfile))
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Profile | null>((resolve) => {
    timer = setTimeout(() => void readCachedProfile().then((profile) => profile && resolve(profile)), SERVER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading, timeout])
  } catch (error) {
    if (!hasCode(error, 'NETWORK')) throw error
    const profile = await readCachedProfile()
    if (!profile) throw error
    return profile
  } finally {
    clearTimeout(timer)
  }
}

/** The signed-in profile. Null when the server rejects the session; the guard then leads to the login page. */
export const profileQuery = queryOptions({
  queryKey: ['profile', 'get'],
  queryFn: ({ client, queryKey, signal }) => profileOf(client.getQueryData<Profile>(queryKey), signal),
  staleTime: ({ state }) => (state.data && cachedProfiles.has(state.data) ? 0 : 5 * 60_000),
})

/** Stores the profile on this device, unless it came from there. */
export async function rememberProfile(profile: Profile): Promise<void> {
  if (cachedProfiles.has(profile)) return
  await cacheOwnProfile(profile)
}

/** The profile, on screens behind the guard, where it is always loaded. */
export function useProfile(): Profile {
  const { data } = useSuspenseQuery(profileQuery)
  if (!data) throw new Error('useProfile needs a loaded profile: render it behind the guard')
  return data
}

/** The profile, or null while it is not loaded. */
export const useMaybeProfile = (): Profile | null => useQuery(profileQuery).data ?? null

/** Updates the cache with the profile that every profile write returns. */
export function cacheProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(profileQuery.queryKey, profile)
}
