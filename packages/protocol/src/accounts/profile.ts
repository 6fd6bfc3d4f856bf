import * as z from 'zod/mini'
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
import { Suspension } from './moderation.ts'
import { locales } from '../common/locales.ts'
import { TaxRate } from '../offers/content.ts'

/** The provider's profile and the steps of onboarding. */

export const onboardingSteps = ['PERSONAL_INFO', 'DOCUMENTS', 'PROFESSIONAL_INFO', 'COMPLETED'] as const
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const PersonalInformation = z.object({
  firstName: FirstName,
  lastName: LastName,
  phone: z.optional(PhoneInput),
  /** Completes a phone number in national form; the profile's country unless given. */
  phoneCountry: z.optional(CountryCode),
  dateOfBirth: DateOfBirth,
  gender: z.optional(z.nullable(Gender)),
})

export const LocationDetails = z.object({ address: StreetAddress, city: City, state: State, country: Country })

export const BankingInformation = z.object({
  accountName: AccountName,
  bankName: BankName,
  /** Sort code in Britain, routing number in the United States; found by the bank's name where there is a list. */
  bankCode: z.optional(z.nullable(BankCode)),
  accountNumber: AccountNumber,
})

export const ProfessionalInformation = z.object({
  serviceType: ServiceType,
  skillLevel: SkillLevel,
  yearsOfExperience: YearsOfExperience,
  servicesProvided: ServicesProvided,
})

const text = z.nullable(z.string())

export const Profile = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  dateOfBirth: text,
  gender: z.nullable(Gender),
  address: text,
  city: text,
  state: text,
  country: text,
  countryName: text,
  accountName: text,
  bankName: text,
  bankCode: text,
  accountNumber: text,
  accountNumberMasked: text,
  /** The account holder beside the provider's own name; MISMATCH blocks payouts. */
  accountNameMatch: z.nullable(z.enum(['MATCH', 'PARTIAL', 'MISMATCH'])),
  /** ISO 4217, by country. */
  currency: z.string(),
  serviceType: z.nullable(ServiceType),
  skillLevel: z.nullable(SkillLevel),
  yearsOfExperience: z.nullable(z.int()),
  /** Comma-separated. */
  servicesProvided: text,
  /** A signed address, good for minutes; null without a picture. */
  avatar: text,
  isOnboarded: z.boolean(),
  onboardingStep: OnboardingStep,
  /** By identity documents. */
  verificationLevel: z.enum(['NONE', 'PENDING', 'VERIFIED']),
  /** Whether getting started ends only with an identity document sent. */
  identityRequired: z.boolean(),
  /** What is still missing before the account is complete, heaviest first. */
  completeness: z.object({
    percent: z.int(),
    missing: z.array(z.object({ field: z.string(), label: z.string(), weight: z.int(), route: z.string() })),
  }),
  /** The tax new lines of offers and new prices start with, in basis points; 0 for who adds none. */
  usualTaxRateBps: z.int(),
  /** Read-only but for running jobs, until then; null for everybody else. */
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
    "The signed-in provider's profile. With a stream token and the session cookie, meta.token renews the session.",
  returns: Profile,
  errors: [],
})

/** Writes may name the version they were decided on, here or as `If-Match`; a stale one is refused. */
const versionFields = { version: z.optional(z.int()) }
/** May be sent along as it is. Another one is refused: it is changed by a code to the new address. */
const email = { email: z.optional(Email) }

const group = <B extends z.core.$ZodType>(
  name: string,
  method: 'POST' | 'PUT',
  path: string,
  summary: string,
  body: B,
) =>
  operation({
    name,
    method,
    path,
    audience: 'account',
    summary,
    body,
    returns: Profile,
    errors: ['PHONE_TAKEN', 'VERSION_CONFLICT'],
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
  'Save personal and location data together; absent fields stay as they are.',
  z.partial(z.extend(PersonalInformation, { ...LocationDetails.shape, ...email, ...versionFields })),
)

export const saveBusinessInfo = group(
  'profile.saveBusinessInfo',
  'PUT',
  '/v2/profile/business-info',
  'Save the bank account.',
  z.extend(BankingInformation, versionFields),
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
  summary: 'Upload a picture (jpeg, png or webp, up to 5 MB). It is cut square and re-encoded without its metadata.',
  file: 'file',
  returns: Profile,
  errors: ['FILE_TOO_LARGE', 'FILE_TYPE_NOT_ALLOWED', 'FILE_UNREADABLE'],
})

export const saveLanguage = operation({
  name: 'profile.saveLanguage',
  method: 'PUT',
  path: '/v2/profile/language',
  audience: 'account',
  summary: 'Be written to in another language.',
  whileSuspended: 'always',
  body: z.object({ locale: z.enum(locales) }),
  returns: z.object({ locale: z.enum(locales) }),
  errors: [],
})

export const saveUsualTax = operation({
  name: 'profile.saveUsualTax',
  method: 'PUT',
  path: '/v2/profile/usual-tax',
  audience: 'account',
  summary: 'Set the tax that new lines of offers and new prices start with. What was written before stays as it is.',
  body: z.object({ usualTaxRateBps: TaxRate }),
  returns: Profile,
  errors: [],
})

export const saveOnboardingStep = operation({
  name: 'profile.saveOnboardingStep',
  method: 'PUT',
  path: '/v2/profile/onboarding/step',
  audience: 'account',
  summary: 'Move onboarding forward. COMPLETED opens the product once every group is filled in.',
  body: z.object({ step: OnboardingStep }),
  returns: Profile,
  errors: ['ONBOARDING_INCOMPLETE'],
})

/** How a provider appears to customers and partners. */
export const PublicProvider = z.object({
  id: UserId,
  name: z.string(),
  avatar: text,
  serviceType: z.nullable(ServiceType),
  city: text,
  /** The mean of the published reviews, to one decimal, and how many there are; null before the first. */
  rating: z.nullable(z.object({ average: z.number(), count: z.int() })),
})
export type PublicProvider = z.infer<typeof PublicProvider>

/** How a customer appears to a provider. */
export const CustomerCard = z.object({
  id: CustomerId,
  name: z.string(),
  avatar: text,
  /** Masked until a booking is confirmed. */
  phone: text,
})
