import { findBank } from '@fettle/protocol/common/banks'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'
import { countryText } from '../../../lib/i18n/countries.ts'
import { regionalLocale } from '../../../lib/format/dates.ts'
import { genderLabel, skillLabel } from '../../../shared/profile-groups/labels.ts'
import { calendarDay } from '../model.ts'
import { itemsText } from '../../../lib/format/items-text.ts'

/** Formats a form value; a dash for empty ones. */
export function valueText(field: string, value: unknown): string {
  const text = Array.isArray(value) ? itemsText(value as string[]) : String(value ?? '')
  if (text === '') return '–'
  if (field === 'dateOfBirth') return calendarDay(text, regionalLocale())
  if (field === 'gender') return genderLabel(text as NonNullable<Profile['gender']>)
  if (field === 'serviceType') return serviceTypeLabel(text as NonNullable<Profile['serviceType']>)
  if (field === 'skillLevel') return skillLabel(text as NonNullable<Profile['skillLevel']>)
  if (field === 'country') return countryText(text)
  if (field === 'bank') return findBank('NG', { code: text })?.name ?? text
  return text
}
