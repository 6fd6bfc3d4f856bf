import { findTimeZone } from '@fettle/protocol/common/time-zone-names'
import ICAL from 'ical.js'
import { toInstant } from '../../platform/locale/zoned-time.ts'
import { markStarted, type LimitedJob } from '../../platform/worker-threads/limited-job.ts'
import type { BusyTime, ReadJob } from './ical.reader.ts'

/** Limits: events read, busy times stored per calendar, and occurrences examined to find them. */
const MAX_EVENTS = 10_000
const MAX_BUSY_TIMES = 5_000
const MAX_OCCURRENCES = 50_000

/** Lists the busy times of a calendar. Runs in the thread of `ical.reader.ts`. */
export default function parseBusyTimes(job: LimitedJob<ReadJob>): BusyTime[] {
  markStarted(job)
  const { text, from, to, timeZone } = job
  // The parser takes a byte order mark for a part of the first line.
  const calendar = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')) as unknown[])
  if (calendar.name !== 'vcalendar') throw new Error('There is no calendar in it.')
  const budget = { left: MAX_OCCURRENCES }
  const busy: BusyTime[] = []
  for (const { event, exceptions } of seriesOf(calendar)) {
    for (const found of occurrencesOf(event, exceptions, { from, to, timeZone }, budget)) {
      if (busy.length < MAX_BUSY_TIMES) busy.push(found)
    }
  }
  return busy.sort((one, other) => +one.startAt - +other.startAt)
}

/** Each event with its changed occurrences, which reference it and the start they replace. */
function seriesOf(calendar: ICAL.Component): { event: ICAL.Event; exceptions: ICAL.Event[] }[] {
  const components = calendar.getAllSubcomponents('vevent')
  if (components.length > MAX_EVENTS) throw new Error('The calendar has too many events.')
  // Without `exceptions`, each event searches all others for its own.
  const events = components.map((component) => new ICAL.Event(component, { exceptions: [] }))
  const changed = events.filter((event) => event.isRecurrenceException())
  const whole = events.filter((event) => !event.isRecurrenceException())
  const changedByUid = new Map<string, ICAL.Event[]>()
  for (const event of changed) changedByUid.set(event.uid, [...(changedByUid.get(event.uid) ?? []), event])
  const wholeUids = new Set(whole.map(({ uid }) => uid))
  return [
    ...whole.map((event) => ({ event, exceptions: changedByUid.get(event.uid) ?? [] })),
    // An invitation to a single occurrence.
    ...changed.filter(({ uid }) => !wholeUids.has(uid)).map((event) => ({ event, exceptions: [] })),
  ]
}

const isBusy = ({ component }: ICAL.Event) => {
  const value = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return value('status') !== 'CANCELLED' && value('transp') !== 'TRANSPARENT'
}

interface Window {
  from: Date
  to: Date
  timeZone: string
}

function occurrencesOf(
  event: ICAL.Event,
  exceptions: ICAL.Event[],
  window: Window,
  budget: { left: number },
): BusyTime[] {
  if (!event.startDate) return []
  const periods = takePeriods(event)
  const found = isBusy(event) ? periods.flatMap(({ start, end }) => clipToWindow(event, start, end, window)) : []
  if (!event.isRecurring())
    return isBusy(event) ? [...found, ...clipToWindow(event, event.startDate, event.endDate, window)] : []
  for (const exception of exceptions) event.relateException(exception)
  const steps = event.iterator()
  for (let next = steps.next(); next && budget.left > 0; next = steps.next()) {
    budget.left -= 1
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (instantOf(next, event, window.timeZone) >= window.to) break
    if (isBusy(item)) found.push(...clipToWindow(item, startDate, endDate, window))
  }
  // Occurrences planned for later may have been moved into the window.
  for (const moved of exceptions) {
    if (instantOf(moved.recurrenceId, moved, window.timeZone, 'recurrence-id') < window.to || !isBusy(moved)) continue
    found.push(...clipToWindow(moved, moved.startDate, moved.endDate, window))
  }
  return found
}

/** Takes additional dates with an end of their own out of an event, because the iterator knows none. */
function takePeriods({ component }: ICAL.Event): { start: ICAL.Time; end: ICAL.Time }[] {
  return component
    .getAllProperties('rdate')
    .filter(({ type }) => type === 'period')
    .flatMap((property) => {
      component.removeProperty(property)
      return (property.getValues() as ICAL.Period[]).map((period) => ({ start: period.start, end: period.getEnd() }))
    })
}

function clipToWindow(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, { from, to, timeZone }: Window): BusyTime[] {
  const startAt = instantOf(start, event, timeZone)
  const endAt = instantOf(end, event, timeZone, event.component.hasProperty('dtend') ? 'dtend' : 'dtstart')
  if (!(startAt < endAt && startAt < to && endAt > from)) return []
  return [{ startAt, endAt, title: toTitle(event.summary ?? '') }]
}

/** A title in one line. The database stores no null byte. */
const toTitle = (summary: string): string =>
  summary
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Converts a time: in the zone the file describes, a known IANA zone, or the owner's time zone. */
function instantOf(
  time: ICAL.Time,
  event: ICAL.Event,
  timeZone: string,
  property: 'dtstart' | 'dtend' | 'recurrence-id' = 'dtstart',
): Date {
  if (!time.isDate && time.zone && time.zone.tzid !== 'floating') return new Date(time.toUnixTime() * 1000)
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const date = `${part(time.year, 4)}-${part(time.month)}-${part(time.day)}`
  const named = event.component.getFirstProperty(property)?.getFirstParameter('tzid')
  const zone = time.isDate || !named ? undefined : findTimeZone(named)
  return toInstant(date, time.isDate ? '00:00' : `${part(time.hour)}:${part(time.minute)}`, zone ?? timeZone)
}
