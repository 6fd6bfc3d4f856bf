import { fieldError } from '../../platform/errors.ts'
import { PHONE_MESSAGE } from '@fettle/protocol/common/fields'
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js'

/** Converts a number in international form, or in the national form of `country`, to E.164. Undefined: invalid. */
export function toE164(typed: string, country: string): string | undefined {
  const number = parsePhoneNumber(typed, isSupportedCountry(country) ? country : undefined)
  return number?.isPossible() ? number.number : undefined
}

/** Converts a phone number to E.164. Throws a field error if it is invalid. */
export function requirePhone(typed: string, country: string): string {
  const phone = toE164(typed, country)
  if (!phone) throw fieldError(['phone'], 'INVALID_FORMAT', PHONE_MESSAGE)
  return phone
}
