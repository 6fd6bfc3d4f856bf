import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import type {
  BankingInformation,
  LocationDetails,
  PersonalInformation,
  ProfessionalInformation,
  Profile,
  PublicProvider,
} from '@fettle/protocol/accounts/profile'
import type { ProviderActor } from '../../actors.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Cursor } from '../../platform/db/cursor.ts'
import { encrypt } from '../../platform/encryption.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { signalChange } from '../../platform/signal-change.ts'
import {
  announceAccountChange,
  findTimeZone,
  throwIfTaken,
  phoneIsTaken,
  protectMoney,
  requirePhone,
  setName,
  setPhone,
} from '../auth/index.ts'
import { deleteFile, storeFile, receiveFile } from '../uploads/index.ts'
import { notifyBankChanged } from './profile.mails.ts'
import { decryptPayeeAccount } from './payee.service.ts'
import * as rules from './profile.rules.ts'
import * as store from './profile.store.ts'
import type { ProfileRow } from './profile.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export type ProfileAnswer = z.input<typeof Profile>

/** Public name and picture of a provider. */
export interface PublicIdentity {
  id: string
  name: string
  image: string | null
}

export interface ProfileDeps extends Deps {
  /** Called after commit when a provider's name or picture changed. */
  onIdentityChange: (identity: PublicIdentity) => void
}

type PhoneInput = { phone?: string | undefined; phoneCountry?: string | undefined }

export async function getProfile(deps: Deps, actor: Pick<ProviderActor, 'id'>): Promise<ProfileAnswer> {
  const profile = await store.findProfile(deps.db, actor.id)
  if (!profile) throw new AppError('UNAUTHENTICATED')
  return view(deps, profile)
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
    throw new AppError('VERSION_CONFLICT', { thing: 'profile', current: view(deps, profile) })
  }
  const changed = { ...(await change(profile, tx)), version: profile.version + 1 }
  await store.saveProfile(tx, changed, now)
  signalChange(deps, tx, id, { type: 'profile', id, version: changed.version })
  return view(deps, changed)
}

export const savePersonal = (
  deps: ProfileDeps,
  actor: ProviderActor,
  { phone, phoneCountry, email, ...personal }: z.infer<typeof PersonalInformation> & { email?: string | undefined },
  version: number | undefined,
) =>
  changeProfile(deps, actor.id, version, async (profile, tx) => {
    assertSameEmail(profile, email)
    const changed = rules.withPersonal(profile, personal, deps.clock.now())
    await syncName(deps, tx, profile, changed)
    return syncPhone(deps, tx, changed, { phone, phoneCountry })
  })

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
export function savePersonalAndLocation(
  deps: ProfileDeps,
  actor: ProviderActor,
  input: PersonalAndLocation,
  version: number | undefined,
) {
  if (!hasAny(...Object.values(input))) {
    throw new AppError('VALIDATION_FAILED', {}, { message: 'NO_PROFILE_DATA' })
  }
  return changeProfile(deps, actor.id, version, async (profile, tx) => {
    assertSameEmail(profile, input.email)
    let changed = profile
    if (hasAny(input.firstName, input.lastName, input.dateOfBirth, input.gender)) {
      const dateOfBirth = input.dateOfBirth ?? profile.dateOfBirth
      const { firstName = profile.firstName, lastName = profile.lastName, gender } = input
      changed = dateOfBirth
        ? rules.withPersonal(changed, { firstName, lastName, gender, dateOfBirth }, deps.clock.now())
        : { ...changed, firstName, lastName, gender: gender ?? profile.gender }
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

export const saveBank = (
  deps: Deps,
  actor: ProviderActor,
  banking: z.infer<typeof BankingInformation>,
  version: number | undefined,
) =>
  changeProfile(deps, actor.id, version, async (profile, tx) => {
    const { settings, secrets, clock } = deps
    const now = clock.now()
    const { defaultCountry } = settings()
    const changed = rules.withBank(profile, banking, { defaultCountry, now })
    if (profile.accountNumber) {
      const before = readAccountNumber(deps, profile)
      // Only another account triggers a notification, not a corrected name.
      if (before === banking.accountNumber && rules.isSameBank(profile, changed, defaultCountry)) {
        return { ...changed, bankChangedAt: profile.bankChangedAt }
      }
      await notifyBankChanged(deps, tx, changed)
    }
    // Details given during onboarding replace nothing.
    if (actor.isOnboarded) await protectMoney(deps, tx, actor)
    const { accountNumber } = banking
    const country = profile.country ?? defaultCountry
    return {
      ...changed,
      accountNumber: encrypt(secrets.bankKey, profile.id, accountNumber),
      bankFingerprint: bankFingerprint(secrets.bankKey, { country, bankCode: changed.bankCode, accountNumber }),
    }
  })

export const saveProfession = (
  deps: Deps,
  actor: ProviderActor,
  profession: z.infer<typeof ProfessionalInformation>,
  version: number | undefined,
) => changeProfile(deps, actor.id, version, (profile) => rules.withProfession(profile, profession, deps.clock.now()))

/** Sets the default tax of new offer lines and prices. */
export const saveUsualTax = (deps: Deps, actor: ProviderActor, usualTaxRateBps: number) =>
  changeProfile(deps, actor.id, undefined, (profile) => ({ ...profile, usualTaxRateBps }))

export async function savePicture(
  deps: ProfileDeps,
  actor: ProviderActor,
  file: { bytes: Buffer; name: string },
): Promise<ProfileAnswer> {
  const picture = await receiveFile(deps, 'AVATAR', file)
  return storeFile(deps, { ownerId: actor.id, purpose: 'AVATAR', attachedTo: actor.id, file: picture }, (tx, stored) =>
    changeWithin(deps, tx, actor.id, undefined, async (profile) => {
      if (profile.avatarFileId) await deleteFile(deps, tx, profile.avatarFileId)
      const changed = { ...profile, avatarFileId: stored.id, avatarKey: stored.key }
      tx.afterCommit(() => deps.onIdentityChange(toPublicIdentity(deps, changed)))
      return changed
    }),
  )
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

/** The account number. Null if there is none, or its key was lost: it must be given again. */
const readAccountNumber = (deps: Pick<Deps, 'secrets' | 'log'>, { id, accountNumber }: ProfileRow): string | null =>
  accountNumber && (decryptPayeeAccount(deps, id, accountNumber) ?? null)

function view(deps: Deps, profile: ProfileRow): ProfileAnswer {
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

/** Address, language and time zone of a provider. Undefined for a closed account. */
export async function findRecipient({ db, settings }: Pick<Deps, 'db' | 'settings'>, id: string) {
  const recipient = await store.findAddressee(db, id)
  return recipient && { ...recipient, timeZone: await findTimeZone(db, id, settings().defaultCountry) }
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

const toPublicProvider = (deps: Pick<Deps, 'files' | 'clock' | 'config'>, profile: ProfileRow): PublicProvider =>
  rules.toPublicProvider(profile, {
    avatar: publicAddress(deps, profile.avatarKey),
    logo: publicAddress(deps, profile.logoKey),
  })

type ProfileViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config'>

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

/** A keyed hash that is equal for equal accounts, whoever owns them, and does not reveal the account. */
const bankFingerprint = (
  key: Buffer,
  account: { country: string; bankCode: string | null; accountNumber: string },
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([account.country, account.bankCode, account.accountNumber]))
    .digest()
