import { parseCountry } from '@fettle/protocol/common/countries'
import { LocationDetails, type Profile } from '@fettle/protocol/accounts/profile'
import { parseState } from '@fettle/protocol/common/country-states'
import type * as z from 'zod/mini'
import type { ValidationResult } from '../../lib/forms/problems.ts'
import { check } from '../../lib/forms/validation.ts'
import { countryOf } from '../../ui/forms/phone.ts'
import { withRules } from './rules.ts'

export interface LocationForm {
  /** ISO 3166-1 alpha-2. */
  country: string
  state: string
  city: string
  address: string
}

export type LocationBody = z.output<typeof LocationDetails>

/** Form values of the profile's address. */
export const locationForm = (profile: Profile): LocationForm => ({
  // Default country by phone number.
  country: profile.country ?? (profile.phone ? countryOf(profile.phone, 'NG') : undefined) ?? '',
  state: profile.state ?? '',
  city: profile.city ?? '',
  address: profile.address ?? '',
})

/** Validates the address by the server's schema. */
export function checkLocation(form: LocationForm): ValidationResult<LocationBody> {
  const checked = check(LocationDetails, form)
  if (!checked.ok) return checked
  const country = parseCountry(form.country)
  if (!country) return withRules(checked, [{ field: 'country', message: 'Choose a country.' }])
  const state = parseState(country, form.state)
  return withRules(checked, state ? [] : [{ field: 'state', message: 'Choose a state.' }])
}
