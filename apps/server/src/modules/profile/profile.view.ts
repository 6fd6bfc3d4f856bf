import type * as z from 'zod/mini'
import type { Profile, PublicProvider } from '@fettle/protocol/accounts/profile'
import type { Deps } from '../../platform/deps.ts'
import { readAccountNumber } from './payee.service.ts'
import * as rules from './profile.rules.ts'
import type { ProfileRow } from './profile.store.ts'

export type ProfileAnswer = z.input<typeof Profile>

/** Public name and picture of a provider. */
export interface PublicIdentity {
  id: string
  name: string
  image: string | null
}

/** The profile as its provider sees it. */
export function toProfileAnswer(deps: Deps, profile: ProfileRow): ProfileAnswer {
  const { settings, files, clock } = deps
  const accountNumber = readAccountNumber(deps, profile)
  return rules.toProfile(accountNumber === null ? { ...profile, accountNumber } : profile, {
    accountNumber,
    avatar: addressOf({ files, clock }, profile.avatarKey),
    logo: addressOf({ files, clock }, profile.logoKey),
    defaultCountry: settings().defaultCountry,
    identityRequired: settings().requireIdentityDocument,
  })
}

const DAY_SECONDS = 86_400

/** Picture address, stable until the end of the next day so that caches can keep it. */
function addressOf({ files, clock }: Pick<Deps, 'files' | 'clock'>, key: string | null): string | null {
  if (!key) return null
  const now = Math.floor(clock.now().getTime() / 1000)
  return files.signedUrl(key, { expiresInSeconds: 2 * DAY_SECONDS - (now % DAY_SECONDS) })
}

/** An absolute picture address for external use. */
function publicAddress(deps: Pick<Deps, 'files' | 'clock' | 'config'>, key: string | null): string | null {
  const path = addressOf(deps, key)
  return path && new URL(path, deps.config.origin).href
}

export const toPublicIdentity = (
  deps: Pick<Deps, 'files' | 'clock' | 'config'>,
  profile: ProfileRow,
): PublicIdentity => ({
  id: profile.id,
  name: rules.nameOf(profile),
  image: publicAddress(deps, profile.avatarKey),
})

/** An onboarded provider as others see them. */
export const toPublicProvider = (deps: Pick<Deps, 'files' | 'clock' | 'config'>, profile: ProfileRow): PublicProvider =>
  rules.toPublicProvider(profile, {
    avatar: publicAddress(deps, profile.avatarKey),
    logo: publicAddress(deps, profile.logoKey),
  })
