import type * as z from 'zod/mini'
import type { ProfessionalInformation, Profile } from '@fettle/protocol/accounts/profile'
import type { ProviderActor } from '../../actors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { signalChange } from '../../platform/signal-change.ts'
import { findTimeZone, throwIfTaken } from '../auth/index.ts'
import * as rules from './profile.rules.ts'
import * as store from './profile.store.ts'
import type { ProfileRow } from './profile.store.ts'
import { toProfileAnswer, type ProfileAnswer, type PublicIdentity } from './profile.view.ts'

export interface ProfileDeps extends Deps {
  /** Called after commit when a provider's name or picture changed. */
  onIdentityChange: (identity: PublicIdentity) => void
}

export async function getProfile(deps: Deps, actor: Pick<ProviderActor, 'id'>): Promise<ProfileAnswer> {
  const profile = await store.findProfile(deps.db, actor.id)
  if (!profile) throw new AppError('UNAUTHENTICATED')
  return toProfileAnswer(deps, profile)
}

/** Loads and locks the profile, decides, saves, and returns the view. Throws VERSION_CONFLICT with the current one. */
export async function changeProfile(
  deps: Deps,
  id: string,
  version: number | undefined,
  change: (profile: ProfileRow, tx: Tx) => ProfileRow | Promise<ProfileRow>,
): Promise<ProfileAnswer> {
  return throwIfTaken(deps.db.transaction((tx) => changeWithin(deps, tx, id, version, change)))
}

/** Changes the profile within an open transaction. */
export async function changeWithin(
  deps: Deps,
  tx: Tx,
  id: string,
  version: number | undefined,
  change: (profile: ProfileRow, tx: Tx) => ProfileRow | Promise<ProfileRow>,
): Promise<ProfileAnswer> {
  const now = deps.clock.now()
  const profile = await store.lockProfile(tx, id, now)
  if (!profile) throw new AppError('UNAUTHENTICATED')
  if (version !== undefined && version !== profile.version) {
    throw new AppError('VERSION_CONFLICT', { thing: 'profile', current: toProfileAnswer(deps, profile) })
  }
  const changed = { ...(await change(profile, tx)), version: profile.version + 1 }
  await store.saveProfile(tx, changed, now)
  signalChange(deps, tx, id, { type: 'profile', id, version: changed.version })
  return toProfileAnswer(deps, changed)
}

export const saveProfession = (
  deps: Deps,
  actor: ProviderActor,
  profession: z.infer<typeof ProfessionalInformation>,
  version: number | undefined,
) => changeProfile(deps, actor.id, version, (profile) => rules.withProfession(profile, profession, deps.clock.now()))

/** Sets the default tax of new offer lines and prices. */
export const saveUsualTax = (deps: Deps, actor: ProviderActor, usualTaxRateBps: number) =>
  changeProfile(deps, actor.id, undefined, (profile) => ({ ...profile, usualTaxRateBps }))

/** Address, language and time zone of a provider. Undefined for a closed account. */
export async function findRecipient({ db, settings }: Pick<Deps, 'db' | 'settings'>, id: string) {
  const recipient = await store.findMailAddress(db, id)
  return recipient && { ...recipient, timeZone: await findTimeZone({ settings }, db, id) }
}

/** Stores the verification level that follows from documents. Becoming VERIFIED appends an event. */
export async function updateVerificationLevel(
  deps: Deps,
  tx: Tx,
  { id, name }: { id: string; name: string },
  level: Profile['verificationLevel'],
): Promise<void> {
  const before = await store.setVerificationLevel(tx, id, level, deps.clock.now())
  if (before === level) return
  signalChange(deps, tx, id, { type: 'profile', id })
  if (level !== 'VERIFIED') return
  await appendEvent(deps, tx, {
    subject: { type: 'provider', id, status: level },
    type: 'provider.verified',
    actor: { type: 'PROVIDER', id, name },
    providerId: id,
  })
}
