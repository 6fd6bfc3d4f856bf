import {
  weekdays,
  type AffectedBooking,
  type Availability,
  type AvailabilitySettings,
  type Interval,
  type Weekday,
} from '@fettle/protocol/availability/availability'
import { isApiError } from '../../../lib/http/api-error.ts'

/** What can be known about hours without drawing them. */

export type Hours = Record<Weekday, Interval[]>

/** Every day of the week, those without hours too. */
export const hoursOf = ({ weekly }: Pick<AvailabilitySettings, 'weekly'>): Hours =>
  Object.fromEntries(
    weekdays.map((day) => [day, weekly.find((entry) => entry.day === day)?.intervals.map((own) => ({ ...own })) ?? []]),
  ) as Hours

export const weeklyOf = (hours: Hours): AvailabilitySettings['weekly'] =>
  weekdays.filter((day) => hours[day].length > 0).map((day) => ({ day, intervals: hours[day] }))

/** Why the hours of a day cannot stand: as the server would say it. */
export function hoursProblem(intervals: readonly Interval[]): 'overlap' | 'order' | 'many' | undefined {
  if (intervals.length > 3) return 'many'
  if (intervals.some(({ from, to }) => from === '' || to === '' || from >= to)) return 'order'
  const sorted = [...intervals].sort((one, other) => one.from.localeCompare(other.from))
  return sorted.some(({ to }, index) => (sorted[index + 1]?.from ?? '99') < to) ? 'overlap' : undefined
}

/** Where another stretch of work would begin and end, after those there are. */
export function nextInterval(intervals: readonly Interval[]): Interval {
  const last = [...intervals].sort((one, other) => one.to.localeCompare(other.to)).at(-1)
  if (!last) return { from: '08:00', to: '17:00' }
  const hour = Math.min(22, Number(last.to.slice(0, 2)) + 1)
  const two = (value: number) => String(value).padStart(2, '0')
  return { from: `${two(hour)}:00`, to: `${two(Math.min(23, hour + 3))}:00` }
}

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

/** What is sent back: the settings alone. */
export const settingsOf = (given: Availability): AvailabilitySettings =>
  Object.fromEntries(settings.map((name) => [name, given[name]])) as unknown as AvailabilitySettings

/** The bookings a change would strand, when that is why it was refused. */
export function strandedBy(error: unknown): readonly AffectedBooking[] | undefined {
  if (!isApiError(error) || error.code !== 'BOOKINGS_AFFECTED') return undefined
  const { bookings } = error.details
  return Array.isArray(bookings) ? (bookings as AffectedBooking[]) : []
}
