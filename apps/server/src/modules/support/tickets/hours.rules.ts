import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { findTimeZone } from '@fettle/protocol/common/time-zone-names'
import type { TicketPriority } from '@fettle/protocol/support/tickets'
import { addDays, localDate, toInstant, weekdayOf } from '../../../platform/locale/zoned-time.ts'

/** Support hours and promised answer times. Pure. */

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Longest search for open hours: one open day a week, plus a week for clock changes. */
const LOOK_AHEAD_DAYS = 15

export interface SupportHours {
  timeZone: string
  /** 0 is Monday. */
  weekdays: readonly number[]
  opensAtHour: number
  openHours: number
}

type OfSupport = Pick<SettingValues, 'supportTimeZone' | 'supportWeekdays' | 'supportOpensAt' | 'supportOpenHours'>

/** Parses the support hours of the settings. An unknown time zone counts as UTC. */
export function hoursOf({
  supportTimeZone,
  supportWeekdays,
  supportOpensAt,
  supportOpenHours,
}: OfSupport): SupportHours {
  const weekdays = names.flatMap((name, day) => (supportWeekdays.split(',').includes(name) ? [day] : []))
  return {
    timeZone: findTimeZone(supportTimeZone) ?? 'UTC',
    weekdays,
    opensAtHour: supportOpensAt,
    openHours: supportOpenHours,
  }
}

interface OpenSpan {
  from: number
  to: number
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Open periods, from the current or next one on. A period may reach past midnight. */
function* spans({ timeZone, weekdays, opensAtHour, openHours }: SupportHours, from: Date): Generator<OpenSpan> {
  // A period that started yesterday evening may still be open.
  const first = addDays(localDate(from, timeZone), -1)
  let last = 0
  for (let day = 0; ; day += 1) {
    const date = addDays(first, day)
    if (!weekdays.includes(weekdayOf(date))) continue
    const closing = opensAtHour + openHours
    const opens = +toInstant(date, clock(opensAtHour), timeZone)
    const closes = +toInstant(addDays(date, Math.floor(closing / 24)), clock(closing % 24), timeZone)
    if (closes <= +from) continue
    yield { from: Math.max(opens, last, +from), to: closes }
    last = closes
  }
}

/** The time `hours` support hours after `from`. */
export function afterSupportHours(from: Date, hours: number, when: SupportHours): Date {
  let remainingMs = hours * HOUR_MS
  for (const span of spans(when, from)) {
    const length = span.to - span.from
    if (remainingMs <= length) return new Date(span.from + remainingMs)
    remainingMs -= length
  }
  return from
}

const promiseKeys = {
  URGENT: 'supportUrgentHours',
  HIGH: 'supportHighHours',
  NORMAL: 'supportNormalHours',
  LOW: 'supportLowHours',
} as const satisfies Record<TicketPriority, keyof SettingValues>

/** Promised support hours until the first answer, by priority. */
export const promisesOf = (settings: SettingValues): Record<TicketPriority, number> => ({
  LOW: settings[promiseKeys.LOW],
  NORMAL: settings[promiseKeys.NORMAL],
  HIGH: settings[promiseKeys.HIGH],
  URGENT: settings[promiseKeys.URGENT],
})

/** Promised time of the first answer for a priority. */
export const promisedBy = (from: Date, priority: TicketPriority, settings: SettingValues): Date =>
  afterSupportHours(from, settings[promiseKeys[priority]], hoursOf(settings))

/** Whether support is open now, and the next change. */
export function toOpeningState(when: SupportHours, now: Date): { isOpen: boolean; changesAt: Date } {
  let isOpen = false
  let end = 0
  for (const span of spans(when, now)) {
    if (!isOpen && span.from > +now) return { isOpen: false, changesAt: new Date(span.from) }
    // Around the clock, one period starts where the other ends.
    if (isOpen && span.from > end) return { isOpen, changesAt: new Date(end) }
    isOpen = true
    end = span.to
    if (end - +now > LOOK_AHEAD_DAYS * 24 * HOUR_MS) break
  }
  return { isOpen, changesAt: new Date(end) }
}

/** Opening hours for screens: `08:00` to `18:00`. */
export const clockHours = ({ opensAtHour, openHours }: SupportHours) => {
  const closing = opensAtHour + openHours
  return { opensAt: clock(opensAtHour), closesAt: closing === 24 ? '24:00' : clock(closing % 24) }
}
