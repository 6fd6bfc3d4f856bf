import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { CustomerId, UserId } from '../core/values.ts'
import {
  Email,
  AccountName,
  AccountNumber,
  BankCode,
  BankName,
  City,
  Country,
  CountryCode,
  DateOfBirth,
  FirstName,
  Gender,
  LastName,
  PhoneInput,
  ServicesProvided,
  ServiceType,
  SkillLevel,
  State,
  StreetAddress,
  YearsOfExperience,
} from '../common/fields.ts'
import { Letterhead, LetterheadColour } from './letterhead.ts'
import { Suspension } from './moderation.ts'
import { locales } from '@fettle/i18n/locales'
import { TaxRate } from '../offers/content.ts'

/** The provider's profile and the steps of onboarding. */

export const onboardingSteps = ['PERSONAL_INFO', 'DOCUMENTS', 'PROFESSIONAL_INFO', 'COMPLETED'] as const
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const PersonalInformation = z.object({
  firstName: FirstName,
  lastName: LastName,
  phone: z.optional(PhoneInput),
  /** Country that completes a phone number in national form. Defaults to the profile's country. */
  phoneCountry: z.optional(CountryCode),
  dateOfBirth: DateOfBirth,
  gender: z.optional(z.nullable(Gender)),
})

export const LocationDetails = z.object({ address: StreetAddress, city: City, state: State, country: Country })

export const BankingInformation = z.object({
  accountName: AccountName,
  bankName: BankName,
  /**
   * Sort code in Britain, routing number in the United States. Where a list of banks exists, found by the bank's name.
   */
  bankCode: z.optional(z.nullable(BankCode)),
  accountNumber: AccountNumber,
})

export const ProfessionalInformation = z.object({
  serviceType: ServiceType,
  skillLevel: SkillLevel,
  yearsOfExperience: YearsOfExperience,
  servicesProvided: ServicesProvided,
})

export const Profile = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  dateOfBirth: z.nullable(z.string()),
  gender: z.nullable(Gender),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  countryName: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  bankCode: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  accountNumberMasked: z.nullable(z.string()),
  /** Comparison of the account holder with the provider's name. MISMATCH blocks payouts. */
  accountNameMatch: z.nullable(z.enum(['MATCH', 'PARTIAL', 'MISMATCH'])),
  /** ISO 4217 code, derived from the country. */
  currency: z.string(),
  serviceType: z.nullable(ServiceType),
  skillLevel: z.nullable(SkillLevel),
  yearsOfExperience: z.nullable(z.int()),
  /** Comma-separated. */
  servicesProvided: z.nullable(z.string()),
  /** Signed address, valid for a few minutes. Null without a picture. */
  avatar: z.nullable(z.string()),
  isOnboarded: z.boolean(),
  onboardingStep: OnboardingStep,
  /** From identity documents. */
  verificationLevel: z.enum(['NONE', 'PENDING', 'VERIFIED']),
  /** Whether onboarding requires an identity document. */
  identityRequired: z.boolean(),
  /** Fields still missing from the profile, highest weight first. */
  completeness: z.object({
    percent: z.int(),
    missing: z.array(z.object({ field: z.string(), label: LocalizedText, weight: z.int(), route: z.string() })),
  }),
  /** Default tax of new offer lines and prices, in basis points. 0 adds none. */
  usualTaxRateBps: z.int(),
  /** How offers and invoices look to customers. */
  letterhead: Letterhead,
  /** While suspended the account is read-only except for running jobs. Null otherwise. */
  suspension: z.nullable(Suspension),
  version: z.int(),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = operation({
  name: 'profile.get',
  method: 'GET',
  path: '/v2/profile',
  audience: 'account',
  summary:
    "Get the signed-in provider's profile. With a stream token and the session cookie, meta.token renews the session.",
  returns: Profile,
})

/** Optional version for optimistic locking, here or as `If-Match`. A stale one is refused with VERSION_CONFLICT. */
const versionFields = { version: z.optional(z.int()) }
/** Accepted only if unchanged. The address is changed with a code sent to the new one. */
const email = { email: z.optional(Email) }

const group = <B extends z.core.$ZodType>(
  name: string,
  method: 'POST' | 'PUT',
  path: string,
  summary: string,
  body: B,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    name,
    method,
    path,
    audience: 'account',
    summary,
    body,
    returns: Profile,
    errors: ['PHONE_TAKEN', 'VERSION_CONFLICT', ...errors],
  })

export const savePersonalInfo = group(
  'profile.savePersonalInfo',
  'POST',
  '/v2/profile/personal-info',
  'Save name, phone, birthday and gender.',
  z.extend(PersonalInformation, { ...email, ...versionFields }),
)

export const saveContactInfo = group(
  'profile.saveContactInfo',
  'POST',
  '/v2/profile/contact-info',
  'Save the address.',
  z.extend(LocationDetails, versionFields),
)

export const savePersonalAndContactInfo = group(
  'profile.savePersonalAndContactInfo',
  'POST',
  '/v2/profile/personal-and-contact-info',
  'Save personal and contact data together. Absent fields stay unchanged.',
  z.partial(z.extend(PersonalInformation, { ...LocationDetails.shape, ...email, ...versionFields })),
)

export const saveBusinessInfo = group(
  'profile.saveBusinessInfo',
  'PUT',
  '/v2/profile/business-info',
  'Save the bank account. May require a step-up with a second factor in the last five minutes.',
  z.extend(BankingInformation, versionFields),
  ['STEP_UP_REQUIRED', 'SECOND_FACTOR_SETUP_REQUIRED'],
)

export const saveProfessionalInfo = group(
  'profile.saveProfessionalInfo',
  'POST',
  '/v2/profile/professional-info',
  'Create or update trade, skill and services.',
  z.extend(ProfessionalInformation, versionFields),
)

export const saveProfilePicture = operation({
  name: 'profile.savePicture',
  method: 'POST',
  path: '/v2/profile/profile-picture',
  audience: 'account',
  summary:
    'Upload a profile picture (jpeg, png or webp, up to 5 MB). It is cropped to a square and re-encoded without metadata.',
  file: 'file',
  returns: Profile,
  errors: ['FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE'],
})

export const saveLanguage = operation({
  name: 'profile.saveLanguage',
  method: 'PUT',
  path: '/v2/profile/language',
  audience: 'account',
  summary: 'Set the language I am written to in.',
  whileSuspended: 'always',
  body: z.object({ locale: z.enum(locales) }),
  returns: z.object({ locale: z.enum(locales) }),
})

export const saveUsualTax = operation({
  name: 'profile.saveUsualTax',
  method: 'PUT',
  path: '/v2/profile/usual-tax',
  audience: 'account',
  summary: 'Set the default tax for new offer lines and prices. Existing ones stay unchanged.',
  body: z.object({ usualTaxRateBps: TaxRate }),
  returns: Profile,
})

export const saveLetterhead = operation({
  name: 'profile.saveLetterhead',
  method: 'PUT',
  path: '/v2/profile/letterhead',
  audience: 'account',
  summary: 'Set the accent colour of my offers and invoices.',
  body: z.object({ colour: LetterheadColour }),
  returns: Profile,
})

export const saveLogo = operation({
  name: 'profile.saveLogo',
  method: 'POST',
  path: '/v2/profile/letterhead/logo',
  audience: 'account',
  summary:
    'Upload a logo for offers and invoices (jpeg, png or webp, up to 5 MB). It is scaled down and re-encoded without metadata.',
  file: 'file',
  returns: Profile,
  errors: ['FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE'],
})

export const deleteLogo = operation({
  name: 'profile.deleteLogo',
  method: 'DELETE',
  path: '/v2/profile/letterhead/logo',
  audience: 'account',
  summary: 'Delete the logo. Offers and invoices then show the profile picture.',
  returns: Profile,
})

export const saveOnboardingStep = operation({
  name: 'profile.saveOnboardingStep',
  method: 'PUT',
  path: '/v2/profile/onboarding/step',
  audience: 'account',
  summary: 'Advance onboarding. COMPLETED opens the product and requires every group to be filled in.',
  body: z.object({ step: OnboardingStep }),
  returns: Profile,
  errors: ['ONBOARDING_INCOMPLETE'],
})

/** A provider as customers and marketplaces see them. */
export const PublicProvider = z.object({
  id: UserId,
  name: z.string(),
  avatar: z.nullable(z.string()),
  serviceType: z.nullable(ServiceType),
  city: z.nullable(z.string()),
  /** Average of the published reviews to one decimal, and their number. Null before the first. */
  rating: z.nullable(z.object({ average: z.number(), count: z.int() })),
  /** How their offers and invoices look. */
  letterhead: Letterhead,
})
export type PublicProvider = z.infer<typeof PublicProvider>

/** A customer as a provider sees them. */
export const CustomerCard = z.object({
  id: CustomerId,
  name: LocalizedText,
  avatar: z.nullable(z.string()),
  /** Masked until a booking is confirmed. */
  phone: z.nullable(z.string()),
})
