import type { Weekday } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import { addDays, isDay } from '../../../lib/format/wall-time.ts'

/** Form values of a new series. */
export interface RepeatForm {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  /** Further weekdays of a weekly series, beside that of the first visit. */
  days: readonly Weekday[]
  ends: 'count' | 'until'
  count: number
  until: string
  startsOn: string
  time: string
  minutes: number
}

/** Weekday of a calendar day. */
export const weekdayOf = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MON'

/** Weekdays of a series in order; always includes that of the first visit. */
export const daysOf = ({ days, startsOn }: Pick<RepeatForm, 'days' | 'startsOn'>): Weekday[] =>
  weekdays.filter((day) => days.includes(day) || day === weekdayOf(startsOn))

/** Defaults: four visits, the first one a week after the original booking, or the next such day after today. */
export function repeatFormOf(original: { day: string; time: string; minutes: number }, today: string): RepeatForm {
  let startsOn = addDays(original.day, 7)
  while (startsOn <= today) startsOn = addDays(startsOn, 7)
  return {
    freq: 'WEEKLY',
    interval: 1,
    days: [],
    ends: 'count',
    count: 4,
    until: addDays(startsOn, 7 * 11),
    startsOn,
    time: original.time,
    minutes: original.minutes,
  }
}

export const isCompleteSeries = ({ startsOn, time, ends, until }: RepeatForm): boolean =>
  isDay(startsOn) && /^\d{2}:\d{2}$/.test(time) && (ends === 'count' || (isDay(until) && until > startsOn))

/** Timing of the visits as API input. */
export const timingOf = (form: RepeatForm, timeZone: string) => ({
  rule: {
    freq: form.freq,
    interval: form.interval,
    ...(form.freq === 'WEEKLY' && { byDay: daysOf(form) }),
    ...(form.ends === 'count' ? { count: form.count } : { until: form.until }),
  },
  startsOn: form.startsOn,
  localStart: form.time,
  durationMinutes: form.minutes,
  timeZone,
})
