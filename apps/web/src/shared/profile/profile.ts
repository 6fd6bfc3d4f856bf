import type { Profile } from '@fettle/protocol/accounts/profile'
import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { hasCode } from '../../lib/http/api-error.ts'
import { loadProfile } from '../../lib/http/session.ts'

/** So long the server may take before what the device knows is taken instead. */
const SERVER_TIMEOUT_MS = 4_000
/** Answered by the device: to be asked anew once there is a connection. */
const cachedProfiles = new WeakSet<Profile>()

const readCachedProfile = async (): Promise<Profile | undefined> => {
  const { cachedOwnProfile: ownProfileKept } = await import('./cached-profile.ts')
  const profile = await ownProfileKept().catch(() => undefined)
  if (profile) cachedProfiles.add(profile)
  return profile
}

/** Asks the server; where it cannot be reached, the device: a reload in a cellar must not end at a closed door. */
async function profileOf(signal: AbortSignal): Promise<Profile | null> {
  const asked = loadProfile(signal)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Profile | null>((resolve) => {
    timer = setTimeout(() => void readCachedProfile().then((profile) => profile && resolve(profile)), SERVER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    if (!hasCode(error, 'NETWORK')) throw error
    const profile = await readCachedProfile()
    if (!profile) throw error
    return profile
  } finally {
    clearTimeout(timer)
  }
}

/** Who is signed in. Null once the server no longer knows them; the guard then leads to the login page. */
export const profileQuery = queryOptions({
  queryKey: ['profile', 'get'],
  queryFn: ({ signal }) => profileOf(signal),
  staleTime: ({ state }) => (state.data && cachedProfiles.has(state.data) ? 0 : 5 * 60_000),
})

/** Has the device know who is signed in, unless it was the one that said so. */
export async function rememberProfile(profile: Profile): Promise<void> {
  if (cachedProfiles.has(profile)) return
  await (await import('./cached-profile.ts')).cacheOwnProfile(profile)
}

/** Of a screen behind the guard, where there always is one. */
export function useProfile(): Profile {
  const { data } = useSuspenseQuery(profileQuery)
  if (!data) throw new Error('A screen was shown without a profile')
  return data
}

export const useMaybeProfile = (): Profile | null => useQuery(profileQuery).data ?? null

/** Every profile write answers the whole profile: shown at once, without another read. */
export function cacheProfile(client: QueryClient, profile: Profile): void {
  client.setQueryData(profileQuery.queryKey, profile)
}
