import { MAX_VALID_DAYS } from '@fettle/protocol/offers/constants'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { fieldError } from '../../../platform/errors.ts'
import { addDays, localDate, toInstant } from '../../../platform/locale/zoned-time.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** The last moment of a day in the customer's time zone. */
export const endOf = (day: string, timeZone: string): Date => new Date(+toInstant(day, '24:00', timeZone) - 1000)

/** The default last day of validity. */
export const defaultDay = (now: Date, timeZone: string, { offerValidDays }: SettingValues): string =>
  addDays(localDate(now, timeZone), offerValidDays)

/** Validity of an offer: a day from today up to ninety days ahead. */
export function validUntilOf(
  day: string | null | undefined,
  now: Date,
  timeZone: string,
  settings: SettingValues,
): Date {
  const today = localDate(now, timeZone)
  const lastDay = day ?? defaultDay(now, timeZone, settings)
  if (lastDay < today) throw fieldError(['validUntil'], 'TOO_SMALL', issueText('DAY_IN_PAST'))
  if (lastDay > addDays(today, MAX_VALID_DAYS)) {
    throw fieldError(['validUntil'], 'TOO_BIG', issueText('DAY_TOO_FAR', { max: MAX_VALID_DAYS }))
  }
  return endOf(lastDay, timeZone)
}
