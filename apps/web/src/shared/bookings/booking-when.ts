import type { BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { dayName, timeSpan } from '../../lib/format/dates.ts'

/** Formats a booking's day and time; the time is empty while unscheduled. */
export function whenOf(
  { startAt, endAt, timeZone }: Pick<BookingSummary, 'timeZone'> & { startAt: string | null; endAt: string | null },
  now: Date,
): { day: string; time: string } {
  if (startAt === null || endAt === null) return { day: t`No time agreed yet`, time: '' }
  return { day: dayName(startAt, timeZone, now), time: timeSpan(startAt, endAt, timeZone) }
}
