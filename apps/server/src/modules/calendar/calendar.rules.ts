import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { addDays, localDate, toInstant } from '../../platform/locale/zoned-time.ts'
import {
  leaveByOf,
  toSlotView,
  travelMinutes,
  workedOn,
  type AvailabilityRecord,
  type TimeSlot,
} from '../availability/index.ts'
import { isAddressVisible, nearby } from '../bookings/index.ts'
import type { CalendarRange, ScheduledBlock, ScheduledBooking } from './calendar.store.ts'

const isOf =
  (...kinds: ScheduledBlock['kind'][]) =>
  ({ kind }: ScheduledBlock) =>
    kinds.includes(kind)

/** Converts a range of the schedule for display. */
export function toCalendar(
  settings: AvailabilityRecord,
  bookings: readonly ScheduledBooking[],
  blocks: readonly ScheduledBlock[],
  { from, to, now }: CalendarRange,
): Omit<CalendarView, 'unscheduled'> {
  const visits = blocks.filter(isOf('OCCURRENCE', 'PROPOSED_OCCURRENCE'))
  // Requests are no work yet.
  const work = [
    ...bookings
      .filter(({ status }) => status !== 'REQUESTED')
      .map(({ startAt, endAt }): TimeRange => [Date.parse(startAt), Date.parse(endAt)]),
    ...blocks.filter(isOf('OCCURRENCE')).map(toTimeRange),
  ]
  return {
    timeZone: settings.timeZone,
    base: settings.base,
    bookings: withTravel(bookings, settings, now),
    occurrences: visits.map(({ id, position, title, customerName, customerAvatar, timeZone, ...slot }) => ({
      seriesId: id,
      index: position,
      title,
      customerName,
      customerAvatar,
      timeZone,
      ...toSlotView(slot),
    })),
    holds: blocks
      .filter(isOf('PROPOSAL', 'OFFER'))
      .map(({ kind, id, title, reference, customerName, customerAvatar, ...slot }) => ({
        kind: kind === 'OFFER' ? 'OFFER' : 'PROPOSAL',
        id,
        title,
        reference,
        customerName: customerName || null,
        customerAvatar,
        ...toSlotView(slot),
      })),
    timeOff: blocks.filter(isOf('TIME_OFF')).map(({ id, title, ...slot }) => ({ id, title, ...toSlotView(slot) })),
    external: blocks.filter(isOf('EXTERNAL')).map(({ id, title, ...slot }) => ({ id, title, ...toSlotView(slot) })),
    days: daysOf(settings, work, from, to),
  }
}

type Position = { lat: number; lng: number }

const positionOf = ({ lat, lng }: Pick<ScheduledBooking, 'lat' | 'lng'>): Position | undefined =>
  lat === null || lng === null ? undefined : { lat, lng }

/** Jobs that are over: whether there was time to travel to the next one no longer matters. */
const endedStatuses: ReadonlySet<ScheduledBooking['status']> = new Set([
  'AWAITING_CONFIRMATION',
  'COMPLETED',
  'DISPUTED',
])

/** Adds the travel to each job from the one before on the same day, or from the base. Requests are no stops. */
function withTravel(
  bookings: readonly ScheduledBooking[],
  { base, timeZone }: AvailabilityRecord,
  now: Date,
): CalendarView['bookings'] {
  let before: (ScheduledBooking & { day: string }) | undefined
  return bookings.map((booking) => {
    const shown = withAddress(booking, now)
    if (booking.status === 'REQUESTED') return { ...shown, travelMinutes: null, isTight: false, leaveBy: null }
    const day = localDate(new Date(booking.startAt), timeZone)
    const last = before?.day === day ? before : undefined
    before = { ...booking, day }
    const from = last ? positionOf(last) : (base ?? undefined)
    const to = positionOf(booking)
    const minutes = from && to ? Math.ceil(travelMinutes(from, to)) : null
    const gap = last && (Date.parse(booking.startAt) - Date.parse(last.endAt)) / MINUTE_MS
    const isTight = minutes !== null && gap !== undefined && gap < minutes && !endedStatuses.has(booking.status)
    const leaveBy = minutes !== null && booking.status === 'CONFIRMED' ? leaveByOf(booking, minutes) : null
    return { ...shown, travelMinutes: minutes, isTight, leaveBy: leaveBy?.toISOString() ?? null }
  })
}

/** Replaces the location by what the provider may see of it. */
function withAddress(booking: ScheduledBooking, now: Date) {
  const { line1, isConfirmed, arrivalWindowMinutes: _, ...facts } = booking
  const shown = { ...facts, customerName: customerNameOf(facts.customerName) }
  const { city, lat, lng } = shown
  if (isAddressVisible({ isConfirmed, endAt: new Date(booking.endAt) }, now))
    return { ...shown, address: line1 ? `${line1}, ${city}` : city }
  return { ...shown, address: city, lat: nearby(lat), lng: nearby(lng) }
}

/** Start and end in milliseconds, because each day is compared with every job of the month. */
type TimeRange = readonly [number, number]
const toTimeRange = ({ startAt, endAt }: TimeSlot): TimeRange => [startAt.getTime(), endAt.getTime()]

/**
 * Each date in the provider's time zone with minutes of jobs and of working hours. Until hours are saved the whole day
 * counts, because no time is outside them.
 */
function daysOf(settings: AvailabilityRecord, work: readonly TimeRange[], from: Date, to: Date): CalendarView['days'] {
  const { timeZone } = settings
  const last = localDate(new Date(to.getTime() - 1), timeZone)
  const days: CalendarView['days'] = []
  let date = localDate(from, timeZone)
  let begins = toInstant(date, '00:00', timeZone).getTime()
  for (; date <= last; date = addDays(date, 1)) {
    const ends = toInstant(date, '24:00', timeZone).getTime()
    const wholeDay = { startAt: new Date(begins), endAt: new Date(ends) }
    const workingHours = settings.isSet ? workedOn(settings, date) : [wholeDay]
    days.push({
      date,
      loadMinutes: minutesWithin(work, begins, ends),
      workingMinutes: minutesWithin(workingHours.map(toTimeRange), begins, ends),
      hours: workingHours.map(toSlotView),
    })
    begins = ends
  }
  return days
}

/** Minutes of some periods that lie between two instants. */
function minutesWithin(ranges: readonly TimeRange[], from: number, to: number): number {
  let sum = 0
  for (const [start, end] of ranges) sum += Math.max(0, Math.min(end, to) - Math.max(start, from))
  return Math.round(sum / MINUTE_MS)
}
