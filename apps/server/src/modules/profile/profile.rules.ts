import type * as z from 'zod/mini'
import { ageLimits } from '@fettle/protocol/accounts/constants'
import { accountKind, accountNameMatch, accountProblem, maskAccountNumber } from '@fettle/protocol/common/bank-accounts'
import { findBank } from '@fettle/protocol/common/banks'
import { countryName, foldText, parseCountry } from '@fettle/protocol/common/countries'
import { currencyOf } from '@fettle/protocol/common/currencies'
import { ageOn } from '@fettle/protocol/common/fields'
import type {
  BankingInformation,
  LocationDetails,
  PersonalInformation,
  ProfessionalInformation,
  Profile,
  PublicProvider,
} from '@fettle/protocol/accounts/profile'
import { parseState } from '@fettle/protocol/common/country-states'
import { localized, type TextCode } from '../../platform/locale/messages.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ProfileRow } from './profile.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Rules and views of profiles. Pure. */

const TOO_EXPERIENCED = issueText('YEARS_EXCEED_AGE')

const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

export type Personal = Omit<z.infer<typeof PersonalInformation>, 'phone' | 'phoneCountry'>

export function withPersonal(profile: ProfileRow, personal: Personal, now: Date): ProfileRow {
  const age = ageOn(personal.dateOfBirth, utcDay(now))
  const refuse = (message: string) => fieldError(['dateOfBirth'], 'NOT_ALLOWED', message)
  if (age > ageLimits.max || personal.dateOfBirth > utcDay(now)) throw refuse(issueText('DATE_OF_BIRTH_INVALID'))
  if (age < ageLimits.min) throw refuse(issueText('TOO_YOUNG', { min: ageLimits.min }))
  if ((profile.yearsOfExperience ?? 0) > age - ageLimits.firstWork) throw refuse(TOO_EXPERIENCED)
  const { firstName, lastName, dateOfBirth, gender } = personal
  return { ...profile, firstName, lastName, dateOfBirth, gender: gender === undefined ? profile.gender : gender }
}

export function withLocation(profile: ProfileRow, location: z.infer<typeof LocationDetails>): ProfileRow {
  const country = parseCountry(location.country)
  if (!country) throw fieldError(['country'], 'NOT_ALLOWED', issueText('COUNTRY_REQUIRED'))
  const state = parseState(country, location.state)
  if (!state) throw fieldError(['state'], 'NOT_ALLOWED', issueText('STATE_REQUIRED'))
  return { ...profile, address: location.address, city: location.city, state, country }
}

/** The profile with bank details. The caller encrypts the account number. */
export function withBank(
  profile: ProfileRow,
  banking: z.infer<typeof BankingInformation>,
  { defaultCountry, now }: { defaultCountry: string; now: Date },
): ProfileRow {
  const country = profile.country ?? defaultCountry
  const bank = findBank(country, { name: banking.bankName, code: banking.bankCode ?? null })
  const bankName = bank?.name ?? banking.bankName
  const bankCode = bank?.code ?? banking.bankCode ?? null
  const problem = accountProblem({ country, accountNumber: banking.accountNumber, bankCode, bankName })
  if (problem) throw fieldError([problem.field], 'INVALID_FORMAT', problem.message)
  return {
    ...profile,
    accountName: banking.accountName,
    bankName,
    bankCode,
    accountNumberLast4: banking.accountNumber.slice(-4),
    bankChangedAt: now,
  }
}

/**
 * Whether the same number is at the same bank. One without a code is known by its name alone, except that an IBAN says
 * which bank it is.
 */
export function isSameBank(before: ProfileRow, after: ProfileRow, defaultCountry: string): boolean {
  if (before.bankCode !== after.bankCode) return false
  if (after.bankCode !== null || accountKind(after.country ?? defaultCountry) === 'IBAN') return true
  return foldText(before.bankName ?? '') === foldText(after.bankName ?? '')
}

export function withProfession(
  profile: ProfileRow,
  profession: z.infer<typeof ProfessionalInformation>,
  now: Date,
): ProfileRow {
  const { serviceType, skillLevel, yearsOfExperience, servicesProvided } = profession
  const age = profile.dateOfBirth ? ageOn(profile.dateOfBirth, utcDay(now)) : ageLimits.max
  if (yearsOfExperience > age - ageLimits.firstWork) throw fieldError(['yearsOfExperience'], 'TOO_BIG', TOO_EXPERIENCED)
  return { ...profile, serviceType, skillLevel, yearsOfExperience, servicesProvided: servicesProvided.join(',') }
}

/** A part of the profile that counts towards its completeness, by `weight` percent. */
interface ProfileSection {
  field: string
  label: TextCode
  weight: number
  route: string
  isThere: (profile: ProfileRow) => boolean
}

const sections: readonly ProfileSection[] = [
  { field: 'accountNumber', label: 'PROFILE_BANK_ACCOUNT', weight: 20, route: '/profile', isThere: hasBank },
  { field: 'serviceType', label: 'PROFILE_TRADE', weight: 20, route: '/profile', isThere: hasProfession },
  { field: 'address', label: 'PROFILE_ADDRESS', weight: 15, route: '/profile', isThere: hasLocation },
  {
    field: 'documents',
    label: 'PROFILE_DOCUMENT',
    weight: 15,
    route: '/profile?tab=documents',
    isThere: ({ verificationLevel }) => verificationLevel !== 'NONE',
  },
  { field: 'dateOfBirth', label: 'PROFILE_DATE_OF_BIRTH', weight: 10, route: '/profile', isThere: hasPersonal },
  {
    field: 'avatar',
    label: 'PROFILE_PICTURE',
    weight: 10,
    route: '/profile',
    isThere: ({ avatarKey }) => avatarKey !== null,
  },
  { field: 'phone', label: 'PROFILE_PHONE', weight: 10, route: '/profile', isThere: ({ phone }) => phone !== null },
]

export function hasPersonal(profile: ProfileRow): boolean {
  return profile.dateOfBirth !== null && profile.lastName !== ''
}
export function hasLocation({ address, city, state, country }: ProfileRow): boolean {
  return [address, city, state, country].every((value) => value !== null)
}
function hasBank(profile: ProfileRow): boolean {
  return profile.accountNumber !== null
}
export function hasProfession(profile: ProfileRow): boolean {
  return profile.serviceType !== null && profile.servicesProvided !== null
}

function completenessOf(profile: ProfileRow): Profile['completeness'] {
  const missing = sections.filter(({ isThere }) => !isThere(profile))
  return {
    percent: 100 - missing.reduce((sum, { weight }) => sum + weight, 0),
    missing: missing.map(({ field, label, weight, route }) => ({
      field,
      label: localized({ code: label }),
      weight,
      route,
    })),
  }
}

export const nameOf = ({ firstName, lastName }: Pick<ProfileRow, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** The owner's view, with decrypted account number and signed picture address. */
export function toProfile(
  profile: ProfileRow,
  {
    accountNumber,
    avatar,
    logo,
    defaultCountry,
    identityRequired,
  }: {
    accountNumber: string | null
    avatar: string | null
    logo: string | null
    defaultCountry: string
    identityRequired: boolean
  },
): z.input<typeof Profile> {
  const { firstName, lastName, accountName, country } = profile
  return {
    ...profile,
    phone: profile.phone ?? '',
    gender: profile.gender as Profile['gender'],
    serviceType: profile.serviceType as Profile['serviceType'],
    skillLevel: profile.skillLevel as Profile['skillLevel'],
    countryName: country && countryName(country),
    accountNumber,
    accountNumberMasked: accountNumber && maskAccountNumber(accountNumber),
    accountNameMatch: accountName === null ? null : accountNameMatch(accountName, firstName, lastName),
    currency: currencyOf(country ?? defaultCountry),
    avatar,
    isOnboarded: profile.onboardedAt !== null,
    identityRequired,
    completeness: completenessOf(profile),
    letterhead: { logo, colour: profile.letterheadColour },
    suspension: suspensionOf(profile),
  }
}

const suspensionOf = ({ suspendedAt, suspendedUntil, suspensionReason }: ProfileRow): Profile['suspension'] =>
  suspendedAt && suspendedUntil
    ? { reason: suspensionReason ?? '', since: suspendedAt.toISOString(), until: suspendedUntil.toISOString() }
    : null

/** The view for customers and marketplaces. */
export const toPublicProvider = (
  profile: ProfileRow,
  { avatar, logo }: { avatar: string | null; logo: string | null },
): PublicProvider => ({
  id: profile.id,
  name: nameOf(profile),
  avatar,
  serviceType: profile.serviceType as PublicProvider['serviceType'],
  city: profile.city,
  rating:
    profile.ratingCount === 0
      ? null
      : { average: Math.round((profile.ratingSum / profile.ratingCount) * 10) / 10, count: profile.ratingCount },
  letterhead: { logo, colour: profile.letterheadColour },
})

/** In place of a provider whose account is closed. */
export const closedProvider = (id: string): PublicProvider => ({
  id,
  name: '',
  avatar: null,
  serviceType: null,
  city: null,
  rating: null,
  letterhead: { logo: null, colour: 'ORANGE' },
})
