import { weekdays } from '@fettle/protocol/availability/constants'
import type { RecurrenceRule } from '@fettle/protocol/bookings/series'
import { SERIES_MONTHS } from '@fettle/protocol/bookings/constants'
import { fieldError } from '../../platform/errors.ts'
import { addDays, addMinutes, addMonths, toInstant, weekdayOf } from '../../platform/locale/zoned-time.ts'
import type { TimeSlot } from '../availability/index.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Timing of a series, in wall-clock time across clock changes. */
export interface SeriesTiming {
  rule: RecurrenceRule
  startsOn: string
  localStart: string
  durationMinutes: number
  timeZone: string
}

/** Upper bound of dates examined per rule. */
const MAX_DATES = 400
const MAX_YEARS = 5

/** The dates of a rule, in order. Weeks start on Monday. In months without the day, the last day is used. */
export function datesOf({ rule, startsOn }: Pick<SeriesTiming, 'rule' | 'startsOn'>): string[] {
  const { count = MAX_DATES, until = addMonths(startsOn, MAX_YEARS * 12, 31) } = rule
  const dates: string[] = []
  for (const date of candidates(rule, startsOn)) {
    if (dates.length === count || date > until) break
    if (date >= startsOn) dates.push(date)
  }
  return dates
}

function* candidates({ freq, interval, byDay }: RecurrenceRule, startsOn: string): Generator<string> {
  const monday = addDays(startsOn, -weekdayOf(startsOn))
  const day = Number(startsOn.slice(8))
  const chosen = byDay.length > 0 ? byDay.map((name) => weekdays.indexOf(name)) : [weekdayOf(startsOn)]
  const inOrder = chosen.sort((one, other) => one - other)
  for (let step = 0; step < MAX_DATES; step += 1) {
    if (freq === 'DAILY') yield addDays(startsOn, step * interval)
    else if (freq === 'MONTHLY') yield addMonths(startsOn, step * interval, day)
    else for (const weekday of inOrder) yield addDays(monday, step * interval * 7 + weekday)
  }
}

/** The slot of a visit on a date. */
export function slotOn(
  date: string,
  { localStart, durationMinutes, timeZone }: Pick<SeriesTiming, 'localStart' | 'durationMinutes' | 'timeZone'>,
): TimeSlot {
  const startAt = toInstant(date, localStart, timeZone)
  return { startAt, endAt: addMinutes(startAt, durationMinutes) }
}

/** The visits of a series. Throws if it reaches too far, starts in the past or has fewer than two visits. */
export function visitsOf(timing: SeriesTiming, now: Date): (TimeSlot & { date: string })[] {
  const { rule, startsOn } = timing
  if (rule.until !== undefined && rule.until > addMonths(startsOn, SERIES_MONTHS, Number(startsOn.slice(8)))) {
    throw fieldError(['rule', 'until'], 'TOO_BIG', issueText('SERIES_MAX_MONTHS', { max: SERIES_MONTHS }))
  }
  const dates = datesOf(timing)
  if (dates.length < Math.max(2, rule.count ?? 0)) {
    const [field, message] =
      rule.until === undefined
        ? ['count', issueText('SERIES_MAX_YEARS', { max: MAX_YEARS })]
        : ['until', issueText('SERIES_TOO_SHORT')]
    throw fieldError(['rule', field ?? ''], 'NOT_ALLOWED', message ?? '')
  }
  const visits = dates.map((date) => ({ date, ...slotOn(date, timing) }))
  const [first] = visits
  if (first && first.startAt <= now) throw fieldError(['startsOn'], 'TOO_SMALL', issueText('START_IN_PAST'))
  return visits
}
