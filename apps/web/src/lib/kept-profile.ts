import type { Profile } from '@fettle/protocol/accounts/profile'
import { keptReads } from './device-outbox.ts'
import type { Drawer } from './device-db.ts'
import type { KeptRead } from './keep-reads.ts'
import { readKey } from './storage.ts'

const MARK = 'profile '
const GOOD_FOR = 14 * 24 * 60 * 60_000

/** What a session is recognised by, without the token itself. Undefined where the page came without TLS. */
async function sessionMark(): Promise<string | undefined> {
  const token = readKey('token')
  if (!token || !crypto.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return MARK + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Keeps who is signed in with this session, without what nobody needs in a cellar: account number and birthday. */
export async function keepOwnProfile(profile: Profile, drawer: Drawer<KeptRead> = keptReads): Promise<void> {
  const id = await sessionMark()
  if (!id) return
  for (const kept of await drawer.all()) {
    if (kept.id.startsWith(MARK) && kept.id !== id) await drawer.remove(kept.id)
  }
  const data = { ...profile, accountNumber: null, dateOfBirth: null, avatar: null }
  await drawer.put({ id, user: profile.id, key: ['profile', 'kept'], data, at: Date.now() })
}

/** Who was signed in with this very session when the server was last there; undefined when that is not known. */
export async function ownProfileKept(drawer: Drawer<KeptRead> = keptReads): Promise<Profile | undefined> {
  const id = await sessionMark()
  if (!id) return undefined
  const kept = (await drawer.all()).find((read) => read.id === id && read.at > Date.now() - GOOD_FOR)
  return kept?.data as Profile | undefined
}
