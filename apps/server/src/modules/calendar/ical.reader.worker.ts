import { findTimeZone } from '@fettle/protocol/common/time-zone-names'
import ICAL from 'ical.js'
import { toInstant } from '../../platform/locale/zoned-time.ts'
import { markStarted, type LimitedJob } from '../../platform/worker-threads/limited-job.ts'
import type { BusyTime, ReadJob } from './ical.reader.ts'

/** Limits: events read, busy times stored per calendar, and occurrences examined to find them. */
const MAX_EVENTS = 10_000
const MAX_BUSY_TIMES = 5_000
const MAX_OCCURRENCES = 50_000

/** Lists the busy times of a calendar, without events that cannot be read. Runs in the thread of `ical.reader.ts`. */
export default function parseBusyTimes(job: LimitedJob<ReadJob>): BusyTime[] {
  markStarted(job)
  const { text, from, to, timeZone } = job
  const budget = { left: MAX_OCCURRENCES }
  const errors: unknown[] = []
  const events = readEach(readEvents(text), (event) => event(), errors)
  const found = readEach(
    seriesOf(events),
    ({ event, exceptions }) => occurrencesOf(event, exceptions, { from, to, timeZone }, budget),
    errors,
  )
  if (errors.length > 0 && found.length === 0) throw errors[0]
  const busy = found.flat().slice(0, MAX_BUSY_TIMES)
  return busy.sort((one, other) => +one.startAt - +other.startAt)
}

/** What can be read of each part. */
function readEach<Part, Result>(parts: readonly Part[], read: (part: Part) => Result, errors: unknown[]): Result[] {
  const results: Result[] = []
  for (const part of parts) {
    try {
      results.push(read(part))
    } catch (error) {
      errors.push(error)
    }
  }
  return results
}

/** Lines that are needed. Others may be malformed, such as descriptions with line breaks. */
const NEEDED_LINE =
  /^(?:(?:BEGIN|END):[\w-]+\s*$|(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|SUMMARY|TZID|TZOFFSETFROM|TZOFFSETTO)[:;])/i
const ENTRY_START = /^BEGIN:(VEVENT|VTODO|VJOURNAL|VFREEBUSY)\s*$/i

/** Splits a file into its events and the calendar around them, without to-dos, journals and free times. */
function splitEvents(text: string): { calendar: string; events: string[] } {
  // The parser takes a byte order mark for a part of the first line. A line goes on in those that begin with a space.
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
  const calendar: string[] = []
  const events: string[] = []
  let entry: { name: string; lines: string[] } | undefined
  for (const line of lines.filter((each) => NEEDED_LINE.test(each))) {
    const name = ENTRY_START.exec(line)?.[1]
    if (!entry && name) entry = { name: name.toUpperCase(), lines: [] }
    if (entry) entry.lines.push(line)
    else calendar.push(line)
    if (!entry || line.trimEnd().toUpperCase() !== `END:${entry.name}`) continue
    if (entry.name === 'VEVENT') events.push(entry.lines.join('\n'))
    entry = undefined
  }
  if (entry) throw new Error('The calendar is cut off.')
  return { calendar: calendar.join('\n'), events }
}

/** The events, each to be parsed alone, because the parser refuses a text with any line it does not understand. */
function readEvents(text: string): (() => ICAL.Event)[] {
  const { calendar: around, events } = splitEvents(text)
  if (events.length > MAX_EVENTS) throw new Error('The calendar has too many events.')
  const calendar = new Calendar(ICAL.parse(around) as unknown[])
  if (calendar.name !== 'vcalendar') throw new Error('There is no calendar in it.')
  return events.map((source) => () => {
    const component = calendar.addSubcomponent(new ICAL.Component(ICAL.parse(source) as unknown[]))
    // Values are read at their first use: a bad one fails here.
    for (const name of ['dtstart', 'dtend', 'duration', 'recurrence-id']) component.getFirstPropertyValue(name)
    // Without `exceptions`, each event searches all others for its own.
    return new ICAL.Event(component, { exceptions: [] })
  })
}

/** A calendar that knows IANA time zones which the file names without describing them. */
class Calendar extends ICAL.Component {
  readonly #zones = new Map<string, ICAL.Timezone | null>()

  override getTimeZoneByID(name: string): ICAL.Timezone {
    let zone = this.#zones.get(name)
    if (zone === undefined) {
      const timeZone = findTimeZone(name)
      // The declared type forgets that there may be none.
      const described: ICAL.Timezone | null = super.getTimeZoneByID(name)
      zone = described ?? (timeZone ? new NamedZone(timeZone) : null)
      this.#zones.set(name, zone)
    }
    return zone as ICAL.Timezone
  }
}

class NamedZone extends ICAL.Timezone {
  constructor(timeZone: string) {
    super({ tzid: timeZone })
  }

  override utcOffset(time: ICAL.Time): number {
    const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
    return (local - +wallTimeIn(this.tzid, time)) / 1000
  }
}

/** Each event with its changed occurrences, which reference it and the start they replace. */
function seriesOf(events: ICAL.Event[]): { event: ICAL.Event; exceptions: ICAL.Event[] }[] {
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
  const { timeZone } = window
  const changed = exceptions.filter(({ startDate }) => startDate)
  const cancelled = exceptions.filter((exception) => !exception.startDate && !isBusy(exception))
  const periods = takePeriods(event)
  const isExcluded = takeExclusions(event, cancelled, timeZone)
  const startOf = (time: ICAL.Time) => +instantOf(time, timeZone)
  const changedStarts = new Set(changed.map(({ recurrenceId }) => startOf(recurrenceId)))
  const periodStarts = new Set(periods.map(({ start }) => startOf(start)))
  const found: BusyTime[] = []
  for (const { start, end } of periods) {
    const isUnchanged = !isExcluded(start) && !changedStarts.has(startOf(start))
    if (isUnchanged && isBusy(event)) found.push(...clipToWindow(event, start, end, window))
  }
  // The iterator reaches neither periods nor occurrences planned for later, which may have been moved into the window.
  for (const moved of changed.filter(isBusy)) {
    const planned = startOf(moved.recurrenceId)
    if (planned < +window.to && !periodStarts.has(planned)) continue
    found.push(...clipToWindow(moved, moved.startDate, moved.endDate, window))
  }
  if (!event.isRecurring())
    return isBusy(event) ? [...found, ...clipToWindow(event, event.startDate, event.endDate, window)] : found
  for (const exception of changed) event.relateException(exception)
  const steps = event.iterator()
  for (let next = steps.next(); next && budget.left > 0; next = steps.next()) {
    budget.left -= 1
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (instantOf(next, timeZone) >= window.to) break
    if (isBusy(item) && !isExcluded(next)) found.push(...clipToWindow(item, startDate, endDate, window))
  }
  return found
}

/** Takes additional dates with an end of their own out of an event, because the iterator knows none. */
function takePeriods({ component }: ICAL.Event): { start: ICAL.Time; end: ICAL.Time }[] {
  const properties = component.getAllProperties('rdate').filter(({ type }) => type === 'period')
  // A property that was removed no longer knows its time zone.
  const periods = properties.flatMap((property) => property.getValues() as ICAL.Period[])
  for (const property of properties) component.removeProperty(property)
  return periods.map((period) => ({ start: period.start, end: period.getEnd() }))
}

/**
 * Takes the excluded dates out of an event, and adds those of occurrences that were cancelled. The iterator misses those
 * after one on which nothing occurs, and those in UTC of an event without a time zone.
 */
function takeExclusions(
  { component }: ICAL.Event,
  cancelled: readonly ICAL.Event[],
  timeZone: string,
): (time: ICAL.Time) => boolean {
  const dates = component.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[])
  const times = [...dates, ...cancelled.map(({ recurrenceId }) => recurrenceId)]
  component.removeAllProperties('exdate')
  const days = new Set(times.filter(({ isDate }) => isDate).map(dateOf))
  const instants = new Set(times.filter(({ isDate }) => !isDate).map((time) => +instantOf(time, timeZone)))
  return (time) => days.has(dateOf(time)) || instants.has(+instantOf(time, timeZone))
}

function clipToWindow(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, { from, to, timeZone }: Window): BusyTime[] {
  const startAt = instantOf(start, timeZone)
  const endAt = instantOf(end, timeZone)
  if (!(startAt < endAt && startAt < to && endAt > from)) return []
  return [{ startAt, endAt, title: toTitle(event.summary ?? '') }]
}

/** A title in one line. The database stores no null byte. */
const toTitle = (summary: string): string =>
  summary
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Converts a time: in its zone, or the owner's time zone. */
const instantOf = (time: ICAL.Time, timeZone: string): Date =>
  !time.isDate && time.zone && time.zone.tzid !== 'floating'
    ? new Date(time.toUnixTime() * 1000)
    : wallTimeIn(timeZone, time)

const part = (value: number, digits = 2) => String(value).padStart(digits, '0')

const dateOf = ({ year, month, day }: ICAL.Time): string => `${part(year, 4)}-${part(month)}-${part(day)}`

const wallTimeIn = (timeZone: string, time: ICAL.Time): Date =>
  toInstant(dateOf(time), time.isDate ? '00:00' : `${part(time.hour)}:${part(time.minute)}`, timeZone)
