import type { PublicProvider } from '@fettle/protocol/accounts/profile'
import type { Cursor } from '../../platform/db/cursor.ts'
import type { Deps } from '../../platform/deps.ts'
import * as store from './profile.store.ts'
import { toPublicIdentity, toPublicProvider, type PublicIdentity } from './profile.view.ts'

type ProfileViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config'>

/** An onboarded provider as others see them. */
export async function findPublicProvider(deps: ProfileViewDeps, id: string): Promise<PublicProvider | undefined> {
  const profile = await store.findOnboarded(deps.db, id)
  return profile && toPublicProvider(deps, profile)
}

/** A page of onboarded providers by registration, each with its cursor. */
export async function listPublicProviders(
  deps: ProfileViewDeps,
  search: store.Search,
): Promise<{ provider: PublicProvider; position: Cursor }[]> {
  const profiles = await store.listOnboarded(deps.db, search)
  return profiles.map((profile) => ({
    provider: toPublicProvider(deps, profile),
    position: { at: profile.onboardedAt, id: profile.id },
  }))
}

/** Name and picture of a provider for the chat. Undefined: no such account. */
export async function findPublicIdentity(deps: ProfileViewDeps, id: string): Promise<PublicIdentity | undefined> {
  const profile = await store.findProfile(deps.db, id)
  return profile && toPublicIdentity(deps, profile)
}
