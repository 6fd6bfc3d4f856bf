import type { Profile } from '@fettle/protocol/accounts/profile'
import { queryStore } from '../../lib/offline/device-queue.ts'
import type { KeyValueStore } from '../../lib/offline/key-value-store.ts'
import type { PersistedQuery } from '../../lib/offline/persist-queries.ts'
import { readKey } from '../../lib/browser/storage.ts'

const ID_PREFIX = 'profile '
const MAX_AGE_MS = 14 * 24 * 60 * 60_000

/** Digest of the session's token. Undefined on pages without TLS. */
async function sessionDigest(): Promise<string | undefined> {
  const token = readKey('token')
  if (!token || !crypto.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return ID_PREFIX + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Stores the profile for offline use, without account number and date of birth. */
export async function cacheOwnProfile(
  profile: Profile,
  store: KeyValueStore<PersistedQuery> = queryStore,
): Promise<void> {
  const id = await sessionDigest()
  if (!id) return
  for (const stored of await store.all()) {
    if (stored.id.startsWith(ID_PREFIX) && stored.id !== id) await store.remove(stored.id)
  }
  const letterhead = { ...profile.letterhead, logo: null }
  const data = { ...profile, accountNumber: null, dateOfBirth: null, avatar: null, letterhead }
  await store.put({ id, user: profile.id, key: ['profile', 'kept'], data, at: Date.now() })
}

/** The stored profile of this session; undefined when unknown. */
export async function cachedOwnProfile(
  store: KeyValueStore<PersistedQuery> = queryStore,
): Promise<Profile | undefined> {
  const id = await sessionDigest()
  if (!id) return undefined
  const stored = (await store.all()).find((read) => read.id === id && read.at > Date.now() - MAX_AGE_MS)
  return stored?.data as Profile | undefined
}
