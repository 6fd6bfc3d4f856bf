import { locales, type Locale } from '@fettle/i18n/locales'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { nameOf } from './profile.rules.ts'
import { findProfile } from './profile.store.ts'

/** The signing provider: legal name, country, language of the account, and whether the identity was verified. */
interface Signer {
  id: string
  name: string
  country: string
  locale: Locale
  isVerified: boolean
}

export async function findSigner({ settings }: Pick<Deps, 'settings'>, db: Queryable, id: string): Promise<Signer> {
  const profile = await findProfile(db, id)
  return {
    id,
    name: profile ? nameOf(profile) : '',
    country: profile?.country ?? settings().defaultCountry,
    locale: profile?.locale ?? locales[0],
    isVerified: profile?.verificationLevel === 'VERIFIED',
  }
}
