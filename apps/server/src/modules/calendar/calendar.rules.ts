import type { CalendarView } from '@fettle/protocol/calendar'
import { addDays, localDate, toInstant } from '../../platform/wall-time.ts'
import { workingHours, type Settings } from '../availability/index.ts'
import type { DiaryBlock, DiaryBooking } from './calendar.store.ts'

const MINUTE = 60_000

const isOf =
  (...kinds: DiaryBlock['kind'][]) =>
  ({ kind }: DiaryBlock) =>
    kinds.includes(kind)

const times = ({ startAt, endAt }: { startAt: Date; endAt: Date }) => ({
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
})

/** A stretch of the diary as it is shown. */
export function toCalendar(
  settings: Settings,
  bookings: readonly DiaryBooking[],
  blocks: readonly DiaryBlock[],
  { from, to }: { from: Date; to: Date },
): CalendarView {
  const visits = blocks.filter(isOf('OCCURRENCE'))
  const work = [...bookings.filter(({ status }) => status !== 'REQUESTED'), ...visits]
  return {
    timeZone: settings.timeZone,
    bookings: bookings.map((booking) => ({ ...booking, ...times(booking) })),
    occurrences: visits.map(({ id, place, title, customerName, timeZone, ...slot }) => ({
      seriesId: id,
      index: place,
      title,
      customerName,
      timeZone,
      ...times(slot),
    })),
    holds: blocks.filter(isOf('PROPOSAL', 'OFFER')).map(({ kind, id, title, reference, ...slot }) => ({
      kind: kind === 'OFFER' ? 'OFFER' : 'PROPOSAL',
      id,
      title,
      reference,
      ...times(slot),
    })),
    timeOff: blocks.filter(isOf('TIME_OFF')).map(({ id, title, ...slot }) => ({ id, title, ...times(slot) })),
    external: blocks.filter(isOf('EXTERNAL')).map(({ id, title, ...slot }) => ({ id, title, ...times(slot) })),
    days: daysOf(settings, work, from, to),
  }
}

/** Each date on the provider's clock, with the minutes of jobs on it and the minutes that are worked. */
function daysOf(
  settings: Settings,
  work: readonly { startAt: Date; endAt: Date }[],
  from: Date,
  to: Date,
): CalendarView['days'] {
  const { timeZone } = settings
  const last = localDate(new Date(+to - 1), timeZone)
  const days: CalendarView['days'] = []
  for (let date = localDate(from, timeZone); date <= last; date = addDays(date, 1)) {
    const begins = +toInstant(date, '00:00', timeZone)
    const ends = +toInstant(date, '24:00', timeZone)
    const inDay = ({ startAt, endAt }: { startAt: Date; endAt: Date }) =>
      Math.max(0, Math.min(+endAt, ends) - Math.max(+startAt, begins))
    const load = work.reduce((sum, slot) => sum + inDay(slot), 0)
    const hours = workingHours(settings, new Date(begins), new Date(ends))
    days.push({
      date,
      loadMinutes: Math.round(load / MINUTE),
      workingMinutes: Math.round(hours.reduce((sum, slot) => sum + inDay(slot), 0) / MINUTE),
    })
  }
  return days
}
