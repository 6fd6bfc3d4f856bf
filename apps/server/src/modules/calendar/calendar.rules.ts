import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { addDays, localDate, toInstant } from '../../platform/locale/zoned-time.ts'
import { workedOn, type AvailabilityRecord, type TimeSlot } from '../availability/index.ts'
import type { ScheduledBlock, ScheduledBooking } from './calendar.store.ts'

const MINUTE_MS = 60_000

const isOf =
  (...kinds: ScheduledBlock['kind'][]) =>
  ({ kind }: ScheduledBlock) =>
    kinds.includes(kind)

const times = ({ startAt, endAt }: { startAt: Date; endAt: Date }) => ({
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
})

/** Converts a range of the schedule for display. */
export function toCalendar(
  settings: AvailabilityRecord,
  bookings: readonly ScheduledBooking[],
  blocks: readonly ScheduledBlock[],
  { from, to }: { from: Date; to: Date },
): CalendarView {
  const visits = blocks.filter(isOf('OCCURRENCE'))
  const work = [
    ...bookings
      .filter(({ status }) => status !== 'REQUESTED')
      .map(({ startAt, endAt }): TimeRange => [Date.parse(startAt), Date.parse(endAt)]),
    ...visits.map(toTimeRange),
  ]
  return {
    timeZone: settings.timeZone,
    bookings: [...bookings],
    occurrences: visits.map(({ id, position, title, customerName, timeZone, ...slot }) => ({
      seriesId: id,
      index: position,
      title,
      customerName,
      timeZone,
      ...times(slot),
    })),
    holds: blocks.filter(isOf('PROPOSAL', 'OFFER')).map(({ kind, id, title, reference, customerName, ...slot }) => ({
      kind: kind === 'OFFER' ? 'OFFER' : 'PROPOSAL',
      id,
      title,
      reference,
      customerName: customerName || null,
      ...times(slot),
    })),
    timeOff: blocks.filter(isOf('TIME_OFF')).map(({ id, title, ...slot }) => ({ id, title, ...times(slot) })),
    external: blocks.filter(isOf('EXTERNAL')).map(({ id, title, ...slot }) => ({ id, title, ...times(slot) })),
    days: daysOf(settings, work, from, to),
  }
}

/** Start and end in milliseconds, because each day is compared with every job of the month. */
type TimeRange = readonly [number, number]
const toTimeRange = ({ startAt, endAt }: TimeSlot): TimeRange => [startAt.getTime(), endAt.getTime()]

/** Each date in the provider's time zone with minutes of jobs and of working hours. */
function daysOf(settings: AvailabilityRecord, work: readonly TimeRange[], from: Date, to: Date): CalendarView['days'] {
  const { timeZone } = settings
  const last = localDate(new Date(to.getTime() - 1), timeZone)
  const days: CalendarView['days'] = []
  let date = localDate(from, timeZone)
  let begins = toInstant(date, '00:00', timeZone).getTime()
  for (; date <= last; date = addDays(date, 1)) {
    const ends = toInstant(date, '24:00', timeZone).getTime()
    const worked = workedOn(settings, date).map(toTimeRange)
    days.push({ date, loadMinutes: within(work, begins, ends), workingMinutes: within(worked, begins, ends) })
    begins = ends
  }
  return days
}

/** Minutes of some periods that lie between two instants. */
function within(ranges: readonly TimeRange[], from: number, to: number): number {
  let sum = 0
  for (const [start, end] of ranges) sum += Math.max(0, Math.min(end, to) - Math.max(start, from))
  return Math.round(sum / MINUTE_MS)
}
