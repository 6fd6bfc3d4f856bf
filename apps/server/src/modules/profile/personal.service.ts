import type * as z from 'zod/mini'
import type { LocationDetails, PersonalInformation } from '@fettle/protocol/accounts/profile'
import { issueText } from '@fettle/protocol/core/issue-text'
import type { ProviderActor } from '../../actors.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { announceAccountChange, assertRate, phoneIsTaken, requirePhone, setName, setPhone } from '../auth/index.ts'
import * as rules from './profile.rules.ts'
import { changeProfile, type ProfileDeps } from './profile.service.ts'
import type { ProfileRow } from './profile.store.ts'
import { toPublicIdentity } from './profile.view.ts'

type PhoneInput = { phone?: string | undefined; phoneCountry?: string | undefined }

/** Numbers a provider may try in a day before onboarding is complete: refused ones tell who has an account. */
const PHONES_PER_DAY = { limit: 30, windowMs: 86_400_000 }

/** Counts a typed number. Throws RATE_LIMITED. */
async function assertPhones(deps: ProfileDeps, { id, isOnboarded }: ProviderActor, phone?: string): Promise<void> {
  if (phone !== undefined && !isOnboarded) await assertRate(deps, `phones ${id}`, PHONES_PER_DAY)
}

export async function savePersonal(
  deps: ProfileDeps,
  actor: ProviderActor,
  { phone, phoneCountry, email, ...personal }: z.infer<typeof PersonalInformation> & { email?: string | undefined },
  version: number | undefined,
) {
  await assertPhones(deps, actor, phone)
  return changeProfile(deps, actor.id, version, async (profile, tx) => {
    assertSameEmail(profile, email)
    const changed = rules.withPersonal(profile, personal, deps.clock.now())
    await syncName(deps, tx, profile, changed)
    return syncPhone(deps, tx, changed, { phone, phoneCountry })
  })
}

export const saveLocation = (
  deps: Deps,
  actor: ProviderActor,
  location: z.infer<typeof LocationDetails>,
  version: number | undefined,
) => changeProfile(deps, actor.id, version, (profile) => rules.withLocation(profile, location))

const hasAny = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Fields that may be absent when personal and contact data are saved together. */
export type PersonalAndLocation = Partial<
  z.infer<typeof PersonalInformation> & z.infer<typeof LocationDetails> & { email: string }
>

/**
 * Saves the given fields of the personal data and the address; others stay as they are. Throws VALIDATION_FAILED
 * without any field or when an incomplete address would result, and VERSION_CONFLICT for an older version.
 */
export async function savePersonalAndLocation(
  deps: ProfileDeps,
  actor: ProviderActor,
  input: PersonalAndLocation,
  version: number | undefined,
) {
  if (!hasAny(...Object.values(input))) {
    throw new AppError('VALIDATION_FAILED', {}, { message: 'NO_PROFILE_DATA' })
  }
  await assertPhones(deps, actor, input.phone)
  return changeProfile(deps, actor.id, version, async (profile, tx) => {
    assertSameEmail(profile, input.email)
    let changed = profile
    if (hasAny(input.firstName, input.lastName, input.dateOfBirth, input.gender)) {
      const dateOfBirth = input.dateOfBirth ?? profile.dateOfBirth
      const { firstName = profile.firstName, lastName = profile.lastName, gender } = input
      changed = dateOfBirth
        ? rules.withPersonal(changed, { firstName, lastName, gender, dateOfBirth }, deps.clock.now())
        : { ...changed, firstName, lastName, gender: gender === undefined ? profile.gender : gender }
    }
    if (hasAny(input.address, input.city, input.state, input.country)) {
      const required = (field: 'address' | 'city' | 'state' | 'country', message: string) => {
        const value = input[field] ?? profile[field]
        if (value === null) throw fieldError([field], 'REQUIRED', message)
        return value
      }
      changed = rules.withLocation(changed, {
        address: required('address', issueText('YOUR_STREET_REQUIRED', { min: 5 })),
        city: required('city', issueText('YOUR_CITY_REQUIRED')),
        state: required('state', issueText('STATE_REQUIRED')),
        country: required('country', issueText('COUNTRY_REQUIRED')),
      })
    }
    await syncName(deps, tx, profile, changed)
    return syncPhone(deps, tx, changed, input)
  })
}

/** Updates the account's name, which every session shows. */
async function syncName(deps: ProfileDeps, tx: Tx, before: ProfileRow, after: ProfileRow): Promise<void> {
  if (before.firstName === after.firstName && before.lastName === after.lastName) return
  await setName(tx, after.id, after, deps.clock.now())
  announceAccountChange(deps, tx, after.id)
  tx.afterCommit(() => deps.onIdentityChange(toPublicIdentity(deps, after)))
}

/** Throws unless the email is unchanged: a new one has to be verified by a code. */
function assertSameEmail(profile: ProfileRow, email: string | undefined): void {
  if (email !== undefined && email !== profile.email)
    throw fieldError(['email'], 'NOT_ALLOWED', issueText('EMAIL_NOT_CONFIRMED'))
}

/** Allows changing the number until onboarding is complete; later it requires a code. */
async function syncPhone(
  deps: Deps,
  tx: Tx,
  profile: ProfileRow,
  { phone: typed, phoneCountry }: PhoneInput,
): Promise<ProfileRow> {
  if (!typed) return profile
  const phone = requirePhone(typed, phoneCountry ?? profile.country ?? deps.settings().defaultCountry)
  if (phone === profile.phone) return profile
  if (profile.onboardedAt) throw fieldError(['phone'], 'NOT_ALLOWED', issueText('PHONE_NOT_CONFIRMED'))
  if (await phoneIsTaken(tx, phone, profile.id)) throw new AppError('PHONE_TAKEN')
  await setPhone(tx, profile.id, { phone, verifiedAt: null }, deps.clock.now())
  return { ...profile, phone }
}
