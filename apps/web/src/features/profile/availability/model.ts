import type {
  AffectedBooking,
  Availability,
  AvailabilitySettings,
  Interval,
  Weekday,
} from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import { isApiError } from '../../../lib/http/api-error.ts'

/** Logic of working hours without React. */

export type Hours = Record<Weekday, Interval[]>

/** Hours of every day of the week, including days without any. */
export const hoursOf = ({ weekly }: Pick<AvailabilitySettings, 'weekly'>): Hours =>
  Object.fromEntries(
    weekdays.map((day) => [
      day,
      weekly.find((entry) => entry.day === day)?.intervals.map((interval) => ({ ...interval })) ?? [],
    ]),
  ) as Hours

export const weeklyOf = (hours: Hours): AvailabilitySettings['weekly'] =>
  weekdays.filter((day) => hours[day].length > 0).map((day) => ({ day, intervals: hours[day] }))

/** Returns why the hours of a day are invalid, by the server's rules. */
export function hoursProblem(intervals: readonly Interval[]): 'overlap' | 'order' | 'many' | undefined {
  if (intervals.length > 3) return 'many'
  if (intervals.some(({ from, to }) => from === '' || to === '' || from >= to)) return 'order'
  const sorted = [...intervals].sort((one, other) => one.from.localeCompare(other.from))
  return sorted.some(({ to }, index) => (sorted[index + 1]?.from ?? '99') < to) ? 'overlap' : undefined
}

/** Suggests another interval after the existing ones; an empty one where the day has no hour left. */
export function nextInterval(intervals: readonly Interval[]): Interval {
  const last = [...intervals].sort((one, other) => one.to.localeCompare(other.to)).at(-1)
  if (!last) return { from: '08:00', to: '17:00' }
  if (last.to > '22:00') return { from: '', to: '' }
  const hour = Math.min(22, Number(last.to.slice(0, 2)) + 1)
  const two = (value: number) => String(value).padStart(2, '0')
  return { from: `${two(hour)}:00`, to: `${two(Math.min(23, hour + 3))}:00` }
}

export const MAX_OVERRIDES = 200
type Override = AvailabilitySettings['overrides'][number]

/** Adds hours of a date in place of its own. Without room for them, the dates that passed longest ago make it. */
export const withOverride = (overrides: readonly Override[], added: Override): Override[] =>
  [...overrides.filter(({ date }) => date !== added.date), added]
    .sort((one, other) => one.date.localeCompare(other.date))
    .slice(-MAX_OVERRIDES)

const settings = [
  'timeZone',
  'weekly',
  'overrides',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'minNoticeMinutes',
  'maxHorizonDays',
  'maxBookingsPerDay',
  'slotIntervalMinutes',
  'serviceRadiusKm',
  'base',
  'bookingMode',
  'holdRequests',
  'pausedUntil',
  'pauseMessage',
] as const

/** Settings to send, without the read-only fields. */
export const settingsOf = (availability: Availability): AvailabilitySettings =>
  Object.fromEntries(settings.map((name) => [name, availability[name]])) as unknown as AvailabilitySettings

/** The affected bookings, when a change was refused because of them. */
export function affectedBookingsOf(error: unknown): readonly AffectedBooking[] | undefined {
  if (!isApiError(error) || error.code !== 'BOOKINGS_AFFECTED') return undefined
  const { bookings } = error.details
  return Array.isArray(bookings) ? (bookings as AffectedBooking[]) : []
}
