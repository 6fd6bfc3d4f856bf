import type { Weekday } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import type { BookingSeries, RecurrenceRule } from '@fettle/protocol/bookings/series'
import { plural, t } from '@lingui/core/macro'
import { longDay, formatter } from '../../../lib/format/dates.ts'

/** 1 January 2024 was a Monday. */
const dayOfWeek = (day: Weekday): Date => new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)))

/** Weekday name, `Friday` or `Fri`. */
export const weekdayName = (day: Weekday, weekday: 'long' | 'short' = 'long'): string =>
  formatter().date(dayOfWeek(day), { timeZone: 'UTC', weekday })

/** Formats an interval: `Every week`, `Every 2 months`. */
export function intervalText(freq: RecurrenceRule['freq'], interval: number): string {
  switch (freq) {
    case 'DAILY':
      return plural(interval, { one: 'Every day', other: 'Every # days' })
    case 'WEEKLY':
      return plural(interval, { one: 'Every week', other: 'Every # weeks' })
    case 'MONTHLY':
      return plural(interval, { one: 'Every month', other: 'Every # months' })
  }
}

function repeatText({ freq, interval, byDay }: RecurrenceRule): string {
  const every = intervalText(freq, interval)
  if (freq !== 'WEEKLY' || byDay.length === 0) return every
  const days = formatter().list(
    byDay.map((day) => weekdayName(day)),
    'and',
  )
  return t`${every} on ${days}`
}

/** Formats a recurrence rule: `Every week on Friday, 12 times`. */
export function ruleText({ rule }: Pick<BookingSeries, 'rule'>): string {
  const every = repeatText(rule)
  const { count, until } = rule
  if (count !== undefined) return t`${every}, ${plural(count, { one: '# time', other: '# times' })}`
  const last = until === undefined ? '' : longDay(`${until}T12:00:00Z`, 'UTC')
  return t`${every}, until ${last}`
}
