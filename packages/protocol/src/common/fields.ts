import * as z from 'zod/mini'
import { line } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, serviceLength, serviceTypes, skillLevels } from './constants.ts'

// Every runtime has URL. Declared here so that the package needs neither Node's nor the browser's types.
declare const URL: new (address: string) => { readonly hostname: string }

/** Form fields, one schema each, shared by browser and server. */

const NAME = /^(?=.*\p{L})[\p{L}\p{M} '’.-]+$/u
const personName = (name: 'FIRST_NAME' | 'LAST_NAME') => {
  const message = issueText(`${name}_INVALID`, { max: 50 })
  const filled = z.string(issueText(`${name}_REQUIRED`)).check(z.regex(/\S/, issueText(`${name}_REQUIRED`)))
  return z.pipe(filled, z.pipe(line(1, 50, message), z.string().check(z.regex(NAME, message))))
}
export const FirstName = personName('FIRST_NAME')
export const LastName = personName('LAST_NAME')

const EMAIL_MESSAGE = issueText('EMAIL_INVALID')

/** Lowercases an address and converts its domain to punycode. Throws TypeError for an invalid domain. */
function normalizeEmail(value: string): string {
  const at = value.lastIndexOf('@')
  const domain = new URL(`http://${value.slice(at + 1)}`).hostname
  return `${value.slice(0, at).toLowerCase()}@${domain}`
}

export const Email = z.pipe(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : value)),
    z.string(EMAIL_MESSAGE).check(
      z.maxLength(254, EMAIL_MESSAGE),
      z.regex(/^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@[^\s\p{Cc}@/?#:%]+\.[^\s\p{Cc}@/?#:%.]+$/u, EMAIL_MESSAGE),
      z.refine((value) => {
        const local = value.slice(0, value.lastIndexOf('@'))
        return !local.startsWith('.') && !local.endsWith('.') && !value.includes('..') && domainIsValid(value)
      }, EMAIL_MESSAGE),
    ),
  ),
  z.transform(normalizeEmail),
)

function domainIsValid(value: string): boolean {
  try {
    const email = normalizeEmail(value)
    // A numeric last label would make the domain an IPv4 address.
    return email.length <= 254 && !/\.\d+$/.test(email)
  } catch {
    return false
  }
}

export const PHONE_MESSAGE = issueText('PHONE_INVALID')

const bareNumber = z.transform((value: unknown) =>
  typeof value === 'string' ? value.replace(/[\s().\-\u2010-\u2015]/g, '').replace(/^00(?=[1-9])/, '+') : value,
)

const INTERNATIONAL_PHONE_MESSAGE = issueText('PHONE_NOT_INTERNATIONAL')

/** E.164, after punctuation is removed. */
export const Phone = z.pipe(
  bareNumber,
  z.string(INTERNATIONAL_PHONE_MESSAGE).check(z.regex(/^\+[1-9]\d{6,14}$/, INTERNATIONAL_PHONE_MESSAGE)),
)

/** A phone number as typed: international, or national with `phoneCountry`. The server converts it to E.164. */
export const PhoneInput = z.pipe(
  bareNumber,
  z.string(PHONE_MESSAGE).check(z.regex(/^(\+[1-9]\d{6,14}|\d{5,15})$/, PHONE_MESSAGE)),
)

export const passwordTooShort = (minimum: number) => issueText('PASSWORD_TOO_SHORT', { min: minimum })

/** Checks the length only, in code points. The server also refuses common and personal passwords. */
export const NewPassword = z.string(issueText('PASSWORD_REQUIRED')).check(
  z.check(({ value: input, issues }) => {
    const length = Array.from(input).length
    const of = { origin: 'string', inclusive: true, input } as const
    const [minimum, maximum] = [PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH]
    if (length < minimum) issues.push({ ...of, code: 'too_small', minimum, message: passwordTooShort(minimum) })
    if (length > maximum)
      issues.push({ ...of, code: 'too_big', maximum, message: issueText('MAX_CHARACTERS', { max: maximum }) })
  }),
)

/** Six digits. Pasted spaces and dashes are removed. */
export const OneTimeCode = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value)),
  z.string(issueText('CODE_REQUIRED')).check(z.regex(/^\d{6}$/, issueText('CODE_REQUIRED'))),
)

/** The server refuses other roles with ROLE_UNSUPPORTED, so only the length is checked here. */
export const Role = z.string(issueText('ROLE_INVALID')).check(z.maxLength(40, issueText('ROLE_INVALID')))

export const OtpType = z.enum(['VERIFICATION', 'PASSWORD_RESET'])
export type OtpType = z.infer<typeof OtpType>

export const Gender = z.enum(['MALE', 'FEMALE', 'OTHER', 'PREFER_NOT_TO_SAY'], issueText('CHOICE_REQUIRED'))

export const DateOfBirth = z.iso.date(issueText('DATE_OF_BIRTH_INVALID'))

/** Full years between two dates, both `YYYY-MM-DD`. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) >= birthday.slice(5) ? years : years - 1
}

const ADDRESS = issueText('YOUR_STREET_REQUIRED', { min: 5 })
export const StreetAddress = line(5, 200, ADDRESS)

const PLACE = /^[\p{L}\p{M}\d '’.-]+$/u
const place = (message: string) => z.pipe(line(2, 80, message), z.string().check(z.regex(PLACE, message)))
export const City = place(issueText('YOUR_CITY_REQUIRED'))
export const State = place(issueText('STATE_REQUIRED'))
/** ISO 3166-1 alpha-2. */
export const CountryCode = z
  .string(issueText('COUNTRY_REQUIRED'))
  .check(z.regex(/^[A-Z]{2}$/, issueText('COUNTRY_REQUIRED')))
/** A code or an English name. The server stores the code. */
export const Country = line(2, 80, issueText('COUNTRY_REQUIRED'))

const ACCOUNT_NAME = issueText('ACCOUNT_NAME_REQUIRED')
export const AccountName = z.pipe(
  line(2, 100, ACCOUNT_NAME),
  z.string().check(z.regex(/^[\p{L}\p{M} '’.&-]+$/u, ACCOUNT_NAME)),
)
export const BankName = line(2, 80, issueText('BANK_REQUIRED'))
/** The bank's national number: NIP or CBN code, sort code, routing number. */
export const BankCode = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '').toUpperCase() : value)),
  z.string(issueText('BANK_REQUIRED')).check(z.regex(/^[0-9A-Z]{3,11}$/, issueText('BANK_REQUIRED'))),
)

/** Digits and letters, without spaces and dashes. The country decides the rest. */
export const AccountNumber = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s-]/g, '').toUpperCase() : value)),
  z.string(issueText('ACCOUNT_NUMBER_INVALID')).check(z.regex(/^[0-9A-Z]{1,40}$/, issueText('ACCOUNT_NUMBER_INVALID'))),
)

export const ServiceType = z.enum(serviceTypes, issueText('SERVICE_TYPE_REQUIRED'))
export const SkillLevel = z.enum(skillLevels, issueText('SKILL_LEVEL_REQUIRED'))

const YEARS = issueText('YEARS_INVALID', { min: 0, max: 60 })
export const YearsOfExperience = z.int(YEARS).check(z.gte(0, YEARS), z.lte(60, YEARS))

const SERVICE = issueText('SERVICE_NAME_LENGTH', { min: 2, max: 40 })
/** 1–20 names without commas, unique ignoring case. Stored and returned as a comma-separated string. */
export const ServicesProvided = z.pipe(
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' ? value.split(',').filter((item) => item.trim()) : value,
    ),
    z.array(
      z.pipe(
        line(serviceLength.min, serviceLength.max, SERVICE),
        z.string().check(z.refine((value) => !value.includes(','), issueText('SERVICE_NAME_COMMA'))),
      ),
      issueText('SERVICE_REQUIRED'),
    ),
  ),
  z.array(z.string()).check(
    z.minLength(1, issueText('SERVICE_REQUIRED')),
    z.maxLength(20, issueText('MAX_SERVICES')),
    z.refine(
      (items) => new Set(items.map((item) => item.toLowerCase())).size === items.length,
      issueText('SERVICE_REPEATED'),
    ),
  ),
)

/** A quantity as text, such as `"2.5"`, with up to three decimal places. */
export const Quantity = z
  .string(issueText('QUANTITY_REQUIRED'))
  .check(z.regex(/^\d{1,7}(\.\d{1,3})?$/, issueText('QUANTITY_INVALID')))
