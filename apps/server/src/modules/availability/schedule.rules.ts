import {
  weekdays,
  type SlotConflict,
  type SlotConsent,
  type SlotWarning,
} from '@fettle/protocol/availability/availability'
import { AppError, fieldError } from '../../platform/errors.ts'
import { addMinutes, localDate } from '../../platform/locale/zoned-time.ts'
import { holidayOn } from './holidays.ts'
import { isWorked, overlap, workingHours, type TimeSlot } from './hours.rules.ts'
import type { AvailabilityRecord } from './settings.ts'

/** What stands in a diary. A job, a request, time held for a proposal or an offer, a promised visit, or not working. */
export interface ScheduleEntry extends TimeSlot {
  kind: 'BOOKING' | 'REQUEST' | 'PROPOSAL' | 'OFFER' | 'SERIES' | 'TIME_OFF' | 'EXTERNAL'
  id: string
  /** `BK-2026-000123`; "your time off". */
  reference: string
  title: string
  /** Null for what belongs to no customer: time off and other calendars. */
  customerName: string | null
  /** The job itself, or the booking that time is held for. */
  bookingId: string | null
  timeZone: string
  location: GeoPoint | null
}

export interface GeoPoint {
  lat: number
  lng: number
}

/** Time that somebody wants. */
export interface SlotCandidate extends TimeSlot {
  location?: GeoPoint | null | undefined
}

/** What a provider's schedule looks like around a slot. */
export interface ProviderSchedule {
  settings: AvailabilityRecord
  entries: readonly ScheduleEntry[]
  /** The country whose holidays are kept. */
  country: string | null
  /** The state in it, which may keep others. */
  state: string | null
}

/** What an entry is called in a sentence: by what is done for whom, which its provider knows better than a number. */
const nameOf = ({ title, customerName, reference }: ScheduleEntry): string =>
  customerName === null ? reference : `${title}, ${customerName}`

/** Whether an entry is one of the provider's jobs or may become one: those keep a distance from each other. */
const isJob = ({ kind }: ScheduleEntry) => kind !== 'TIME_OFF' && kind !== 'EXTERNAL'

/** A slot with the time before and after it that belongs to it. */
const widened = (
  { startAt, endAt }: TimeSlot,
  { bufferBeforeMinutes, bufferAfterMinutes }: AvailabilityRecord,
): TimeSlot => ({
  startAt: addMinutes(startAt, -bufferBeforeMinutes),
  endAt: addMinutes(endAt, bufferAfterMinutes),
})

/**
 * What is in the way of a slot: intervals are half-open, and every job's is widened by the buffers, so that
 * two jobs are both buffers apart. Time off and other calendars are taken as they are.
 */
export function findConflicts(
  slot: TimeSlot,
  { entries, settings }: Pick<ProviderSchedule, 'entries' | 'settings'>,
): ScheduleEntry[] {
  const wanted = widened(slot, settings)
  return entries.filter((entry) => overlap(wanted, isJob(entry) ? widened(entry, settings) : entry))
}

const EARTH_KM = 6371
const KM_PER_MINUTE = 25 / 60
const PARKING_MINUTES = 5

/** As the crow flies. */
export function distanceKm(one: GeoPoint, other: GeoPoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const haversine =
    Math.sin(radians(other.lat - one.lat) / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(radians(other.lng - one.lng) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** How long the way takes: 25 km/h and five minutes. */
export const travelMinutes = (one: GeoPoint, other: GeoPoint): number =>
  distanceKm(one, other) / KM_PER_MINUTE + PARKING_MINUTES

/**
 * What deserves a second look. Nobody is warned of rules they never made: before hours are saved there is only the way
 * between two jobs to warn of.
 */
export function warningsOf(slot: SlotCandidate, schedule: ProviderSchedule, now: Date): SlotWarning[] {
  const { settings, entries, country, state } = schedule
  const warnings: SlotWarning[] = []
  const warn = (code: SlotWarning['code'], message: string) => warnings.push({ code, message })
  if (settings.isSet && !isWorked(settings, slot)) warn('OUTSIDE_WORKING_HOURS', 'This is outside your working hours.')
  const tight = findTightestTravel(slot, entries)
  if (tight) warn('TRAVEL_TOO_TIGHT', `There is too little time to travel between this and ${nameOf(tight)}.`)
  const day = localDate(slot.startAt, settings.timeZone)
  const { maxBookingsPerDay } = settings
  const booked = entries.filter(
    ({ kind, startAt }) => kind === 'BOOKING' && localDate(startAt, settings.timeZone) === day,
  ).length
  if (maxBookingsPerDay !== null && booked >= maxBookingsPerDay) {
    warn('DAILY_MAX', `You already have ${booked} bookings on this day.`)
  }
  if (settings.isSet && slot.startAt < addMinutes(now, settings.minNoticeMinutes)) {
    warn('SHORT_NOTICE', 'This starts sooner than the notice you ask for.')
  }
  const { base, serviceRadiusKm } = settings
  if (base && serviceRadiusKm !== null && slot.location && distanceKm(base, slot.location) > serviceRadiusKm) {
    warn('OUT_OF_RADIUS', `This is further away than the ${serviceRadiusKm} km you serve.`)
  }
  const holiday = settings.isSet && country ? holidayOn(country, day, state ?? '') : undefined
  if (holiday) warn('HOLIDAY', `This is a public holiday: ${holiday}.`)
  return warnings
}

/** The job before or after with less time between than the way takes. */
function findTightestTravel(slot: SlotCandidate, entries: readonly ScheduleEntry[]): ScheduleEntry | undefined {
  const { location: place } = slot
  if (!place) return undefined
  return entries.find((entry) => {
    if (entry.kind !== 'BOOKING' || !entry.location || overlap(slot, entry)) return false
    const gap = entry.endAt <= slot.startAt ? +slot.startAt - +entry.endAt : +entry.startAt - +slot.endAt
    return gap / 60_000 < travelMinutes(place, entry.location)
  })
}

const DAY_MS = 86_400_000

/**
 * The free slots of a length between two instants: within working hours, on the grid of the provider's slots, with
 * nothing in the way, not sooner than the notice and not beyond the horizon, on days that have room. While a pause
 * lasts there are none.
 */
export function freeSlots(
  schedule: Pick<ProviderSchedule, 'settings' | 'entries'>,
  {
    from,
    to,
    durationMinutes,
    now,
    limit,
  }: { from: Date; to: Date; durationMinutes: number; now: Date; limit: number },
): TimeSlot[] {
  const { settings, entries } = schedule
  const earliest = [
    +from,
    +addMinutes(now, settings.minNoticeMinutes),
    settings.pausedUntil ? +settings.pausedUntil : 0,
  ]
  const start = new Date(Math.max(...earliest))
  const end = new Date(Math.min(+to, +now + settings.maxHorizonDays * DAY_MS))
  if (start >= end) return []
  const step = settings.slotIntervalMinutes * 60_000
  const length = durationMinutes * 60_000
  const full = fullDays(entries, settings)
  const taken = busyTimes(schedule)
  const found: TimeSlot[] = []
  let next = 0
  // From a day before: the grid of a stretch starts where the stretch does.
  for (const range of workingHours(settings, new Date(+start - DAY_MS), end)) {
    for (let at = +range.startAt; at + length <= +range.endAt; at += step) {
      if (at < +start) continue
      const startAt = new Date(at)
      if (full.has(localDate(startAt, settings.timeZone))) break
      const before = at - settings.bufferBeforeMinutes * 60_000
      const after = at + length + settings.bufferAfterMinutes * 60_000
      // Both run forward in time, so what ended before this slot is in the way of none after it.
      while ((taken[next]?.until ?? Infinity) <= before) next += 1
      if ((taken[next]?.from ?? Infinity) < after) continue
      found.push({ startAt, endAt: new Date(at + length) })
      if (found.length === limit) return found
    }
  }
  return found
}

/** The times in which nothing may begin or end, merged where they touch, in order. */
function busyTimes({
  entries,
  settings,
}: Pick<ProviderSchedule, 'entries' | 'settings'>): { from: number; until: number }[] {
  const times = entries
    .map((entry) => (isJob(entry) ? widened(entry, settings) : entry))
    .map(({ startAt, endAt }) => ({ from: +startAt, until: +endAt }))
    .sort((one, other) => one.from - other.from)
  const merged: { from: number; until: number }[] = []
  for (const time of times) {
    const last = merged.at(-1)
    if (last && time.from <= last.until) last.until = Math.max(last.until, time.until)
    else merged.push(time)
  }
  return merged
}

/** The free slots nearest to a wished start, soonest first: where hours were never said, those of a usual day. */
export function suggestSlots(
  schedule: Pick<ProviderSchedule, 'settings' | 'entries'>,
  wish: TimeSlot,
  now: Date,
  limit = 3,
): TimeSlot[] {
  const settings = schedule.settings.isSet ? schedule.settings : { ...schedule.settings, weekly: DEFAULT_WEEK }
  const free = freeSlots(
    { ...schedule, settings },
    {
      from: new Date(+wish.startAt - SUGGEST_DAYS * DAY_MS),
      to: new Date(+wish.endAt + SUGGEST_DAYS * DAY_MS),
      durationMinutes: (+wish.endAt - +wish.startAt) / 60_000,
      now,
      limit: Infinity,
    },
  )
  const distance = ({ startAt }: TimeSlot) => Math.abs(+startAt - +wish.startAt)
  const chosen: TimeSlot[] = []
  for (const slot of free.sort((one, other) => distance(one) - distance(other))) {
    if (chosen.length === limit) break
    if (!chosen.some((better) => overlap(slot, better))) chosen.push(slot)
  }
  return chosen.sort((one, other) => +one.startAt - +other.startAt)
}

/** How far from the wish another time is looked for. */
export const SUGGEST_DAYS = 7
const DEFAULT_WEEK = weekdays.map((day) => ({ day, intervals: [{ from: '08:00', to: '18:00' }] }))

function fullDays(entries: readonly ScheduleEntry[], { maxBookingsPerDay, timeZone }: AvailabilityRecord): Set<string> {
  const counts = new Map<string, number>()
  for (const { kind, startAt } of maxBookingsPerDay === null ? [] : entries) {
    if (kind !== 'BOOKING') continue
    const day = localDate(startAt, timeZone)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= (maxBookingsPerDay ?? Infinity)).map(([day]) => day))
}

/** What a claim on a slot comes to. */
export interface SlotVerdict {
  conflicts: ScheduleEntry[]
  warnings: SlotWarning[]
}

/**
 * Decides whether a slot may be taken. A provider may overlap anything but time off, if they say why, and must have
 * seen the warnings; a customer can do neither, and is not warned of the provider's affairs. Answers why an overlap
 * stands, null where there is none.
 */
export function assertBookable(
  { conflicts, warnings }: SlotVerdict,
  role: 'PROVIDER' | 'CUSTOMER' | 'SYSTEM',
  { allowOverlap, overlapReason, acknowledge = [] }: SlotConsent,
  /** Why the provider let it overlap when they proposed it. */
  agreedReason: string | null,
  suggestions: readonly TimeSlot[],
): string | null {
  const isOverridable = conflicts.every(({ kind }) => kind !== 'TIME_OFF')
  const override = role === 'PROVIDER' && allowOverlap === true
  const reason = override ? (overlapReason ?? agreedReason) : agreedReason
  if (conflicts.length > 0) {
    if (isOverridable && override && !reason) {
      throw fieldError(['overlapReason'], 'REQUIRED', 'Say in 3 to 200 characters why this may overlap.')
    }
    if (!isOverridable || !reason) throw slotConflict(conflicts, suggestions, role)
  }
  const missing = role === 'PROVIDER' ? warnings.filter(({ code }) => !acknowledge.includes(code)) : []
  if (missing.length > 0) {
    throw new AppError('ACKNOWLEDGE_REQUIRED', {
      list: missing.map(({ message }) => message).join(' '),
      warnings: missing,
    })
  }
  return conflicts.length > 0 ? reason : null
}

export const toSlotView = ({ startAt, endAt }: TimeSlot) => ({
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
})

export const toConflict = ({
  kind,
  id,
  reference,
  title,
  customerName,
  bookingId,
  ...slot
}: ScheduleEntry): SlotConflict => ({
  kind,
  id,
  reference,
  title,
  customerName,
  bookingId,
  ...toSlotView(slot),
})

/** The refusal, naming what is in the way; to customers only that something is. */
export function slotConflict(
  conflicts: readonly ScheduleEntry[],
  suggestions: readonly TimeSlot[] = [],
  role: 'PROVIDER' | 'CUSTOMER' | 'SYSTEM' = 'PROVIDER',
): AppError {
  const [first] = conflicts
  const isTheirs = role === 'CUSTOMER'
  return new AppError('SLOT_CONFLICT', {
    ...(first && { reference: isTheirs ? 'another appointment' : nameOf(first), ...describeConflicts(first) }),
    conflicts: isTheirs ? conflicts.map(toSlotView) : conflicts.map(toConflict),
    suggestions: suggestions.map(toSlotView),
  })
}

/** A slot in words, on the clock of its site: the day once unless it ends on another. */
function describeConflicts({ startAt, endAt, timeZone }: ScheduleEntry): { from: string; to: string } {
  const part = (at: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  const day = (at: Date) => part(at, { weekday: 'short', day: 'numeric', month: 'short' })
  const time = (at: Date) => part(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const from = `${day(startAt)} ${time(startAt)}`
  return { from, to: day(startAt) === day(endAt) ? time(endAt) : `${day(endAt)} ${time(endAt)}` }
}
