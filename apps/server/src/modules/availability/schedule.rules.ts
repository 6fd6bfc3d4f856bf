import type { MessageParams } from '@fettle/i18n/message'
import type { SlotConflict, SlotConsent, SlotWarning } from '@fettle/protocol/availability/availability'
import { weekdays } from '@fettle/protocol/availability/constants'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { AppError, fieldError } from '../../platform/errors.ts'
import { instantParam } from '../../platform/locale/message-params.ts'
import { localized, readText, textIn, type Text } from '../../platform/locale/messages.ts'
import { addMinutes, formatMoment, localDate, localTime, toInstant } from '../../platform/locale/zoned-time.ts'
import type { HolidayLookup } from './holidays.ts'
import { isWorked, overlap, workingHours, type TimeSlot } from './hours.rules.ts'
import type { AvailabilityRecord } from './availability-settings.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/**
 * One entry of a schedule: a job, a request, a hold for a proposal or offer, a planned visit, time off or external busy
 * time.
 */
export interface ScheduleEntry extends TimeSlot {
  kind: 'BOOKING' | 'REQUEST' | 'PROPOSAL' | 'OFFER' | 'SERIES' | 'TIME_OFF' | 'EXTERNAL'
  id: string
  /** `BK-2026-000123`. Empty for time off and external calendars. */
  reference: string
  /** Empty for time off without a reason and external events without a title. */
  title: string
  /** Null for entries without a customer: time off and external calendars. */
  customerName: string | null
  /** The job itself, or the booking the hold is for. */
  bookingId: string | null
  timeZone: string
  location: GeoPoint | null
  /** When a job is expected to end that runs late: by the arrival time reported, or because it is still running. */
  lateEndAt: Date | null
}

export interface GeoPoint {
  lat: number
  lng: number
}

/** A slot somebody wants to take. */
export interface SlotCandidate extends TimeSlot {
  location?: GeoPoint | null | undefined
}

/** A provider's schedule around a slot. */
export interface ProviderSchedule {
  settings: AvailabilityRecord
  entries: readonly ScheduleEntry[]
  /** Starts of jobs that count in the maximum of their day besides the bookings among the entries. */
  otherJobs?: readonly Date[]
  /** Public holidays where the provider lives. */
  holidayOn: HolidayLookup
}

/** Name of an entry in a sentence: title and customer, which the provider recognises better than a reference. */
const nameOf = ({ kind, title, customerName }: ScheduleEntry): string | Text => {
  if (kind === 'TIME_OFF') return { code: 'YOUR_TIME_OFF' }
  return customerName === null ? title || { code: 'YOUR_CALENDAR_EVENT' } : `${title}, ${customerName}`
}

/** Whether an entry is a job or may become one. Jobs keep buffers between each other. */
const isJob = ({ kind }: ScheduleEntry) => kind !== 'TIME_OFF' && kind !== 'EXTERNAL'

/** A slot widened by its buffers. */
const withBuffers = (
  { startAt, endAt }: TimeSlot,
  { bufferBeforeMinutes, bufferAfterMinutes }: AvailabilityRecord,
): TimeSlot => ({
  startAt: addMinutes(startAt, -bufferBeforeMinutes),
  endAt: addMinutes(endAt, bufferAfterMinutes),
})

/**
 * Entries that conflict with a slot. Periods are half-open; jobs are widened by the buffers, so that two jobs are both
 * buffers apart. Time off and external calendars are taken as they are.
 */
export function findConflicts(
  slot: TimeSlot,
  { entries, settings }: Pick<ProviderSchedule, 'entries' | 'settings'>,
): ScheduleEntry[] {
  const widenedSlot = withBuffers(slot, settings)
  return entries.filter((entry) => overlap(widenedSlot, isJob(entry) ? withBuffers(entry, settings) : entry))
}

const EARTH_KM = 6371
const KM_PER_MINUTE = 25 / 60
const PARKING_MINUTES = 5

/** Distance in kilometres along a great circle. */
export function distanceKm(one: GeoPoint, other: GeoPoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const haversine =
    Math.sin(radians(other.lat - one.lat) / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(radians(other.lng - one.lng) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** Estimated travel time: 25 km/h plus five minutes. */
export const travelMinutes = (one: GeoPoint, other: GeoPoint): number =>
  distanceKm(one, other) / KM_PER_MINUTE + PARKING_MINUTES

/** When to leave for a job: the travel time before the end of its arrival window. */
export const leaveByOf = (
  { startAt, arrivalWindowMinutes }: { startAt: Date | string; arrivalWindowMinutes: number },
  minutes: number,
): Date => new Date(new Date(startAt).getTime() + (arrivalWindowMinutes - minutes) * 60_000)

/** Warnings about a slot. Before hours are saved, only travel time between two jobs is checked. */
export function warningsOf(slot: SlotCandidate, schedule: ProviderSchedule, now: Date): SlotWarning[] {
  const { settings, entries, holidayOn } = schedule
  const warnings: SlotWarning[] = []
  const warn = (code: SlotWarning['code'], params?: MessageParams, bookingId: string | null = null) =>
    warnings.push({ code, message: localized({ code, ...(params && { params }) }), bookingId })
  if (settings.isSet && !isWorked(settings, slot)) warn('OUTSIDE_WORKING_HOURS')
  const tight = findTightNeighbour(slot, entries)
  if (tight) warn('TRAVEL_TOO_TIGHT', { reference: nameOf(tight) }, tight.bookingId)
  const lateNeighbour = findLateNeighbour(slot, entries)
  if (lateNeighbour) warn('PREVIOUS_JOB_RUNS_LATE', { reference: nameOf(lateNeighbour) }, lateNeighbour.bookingId)
  const day = localDate(slot.startAt, settings.timeZone)
  const { maxBookingsPerDay } = settings
  const booked = countJobs(schedule).get(day) ?? 0
  if (maxBookingsPerDay !== null && booked >= maxBookingsPerDay) {
    warn('DAILY_MAX', { count: booked })
  }
  if (settings.isSet && slot.startAt < addMinutes(now, settings.minNoticeMinutes)) {
    warn('SHORT_NOTICE')
  }
  const { base, serviceRadiusKm } = settings
  if (base && serviceRadiusKm !== null && slot.location && distanceKm(base, slot.location) > serviceRadiusKm) {
    warn('OUT_OF_RADIUS', { km: serviceRadiusKm })
  }
  const holiday = settings.isSet ? holidayOn(day) : undefined
  if (holiday) warn('HOLIDAY', { holiday })
  return warnings
}

/** A job before or after the slot with less time between them than the travel takes. */
function findTightNeighbour(slot: SlotCandidate, entries: readonly ScheduleEntry[]): ScheduleEntry | undefined {
  const { location: place } = slot
  if (!place) return undefined
  return entries.find((entry) => {
    if (entry.kind !== 'BOOKING' || !entry.location || overlap(slot, entry)) return false
    const gap = entry.endAt <= slot.startAt ? +slot.startAt - +entry.endAt : +entry.startAt - +slot.endAt
    return gap / 60_000 < travelMinutes(place, entry.location)
  })
}

/** The job before that is expected to run into the slot. */
const findLateNeighbour = (slot: TimeSlot, entries: readonly ScheduleEntry[]): ScheduleEntry | undefined =>
  entries.find(({ endAt, lateEndAt }) => lateEndAt !== null && endAt <= slot.startAt && lateEndAt > slot.startAt)

/**
 * Free slots of a duration between two instants: within working hours, on the provider's grid, without conflicts,
 * respecting notice, horizon and daily capacity. None while bookings are paused.
 */
export function freeSlots(
  schedule: Pick<ProviderSchedule, 'settings' | 'entries' | 'otherJobs'>,
  {
    from,
    to,
    durationMinutes,
    now,
    limit,
  }: { from: Date; to: Date; durationMinutes: number; now: Date; limit: number },
): TimeSlot[] {
  const { settings } = schedule
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
  const full = fullDays(schedule)
  const busy = busyTimes(schedule)
  const found: TimeSlot[] = []
  let next = 0
  // From the day before, because the grid of a period starts with the period.
  const dayBefore = localDate(new Date(+start - DAY_MS), settings.timeZone)
  for (const range of workingHours(settings, toInstant(dayBefore, '00:00', settings.timeZone), end)) {
    for (let at = +range.startAt; at + length <= +range.endAt; at += step) {
      if (at < +start) continue
      const startAt = new Date(at)
      if (full.has(localDate(startAt, settings.timeZone))) continue
      const before = at - settings.bufferBeforeMinutes * 60_000
      const after = at + length + settings.bufferAfterMinutes * 60_000
      // Both lists ascend, so an entry that ended before this slot cannot block a later one.
      while ((busy[next]?.until ?? Infinity) <= before) next += 1
      if ((busy[next]?.from ?? Infinity) < after) continue
      found.push({ startAt, endAt: new Date(at + length) })
      if (found.length === limit) return found
    }
  }
  return found
}

/** Times in which no job may start or end, merged and in order. */
function busyTimes({
  entries,
  settings,
}: Pick<ProviderSchedule, 'entries' | 'settings'>): { from: number; until: number }[] {
  const times = entries
    .map((entry) => (isJob(entry) ? withBuffers(entry, settings) : entry))
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

/** The free slots nearest to a wished start, soonest first. Without saved hours, those of a usual day. */
export function suggestSlots(
  schedule: Pick<ProviderSchedule, 'settings' | 'entries' | 'otherJobs'>,
  wishedSlot: TimeSlot,
  now: Date,
  limit = 3,
): TimeSlot[] {
  const settings = schedule.settings.isSet ? schedule.settings : { ...schedule.settings, weekly: DEFAULT_WEEK }
  const free = freeSlots(
    { ...schedule, settings },
    {
      from: new Date(+wishedSlot.startAt - SUGGEST_DAYS * DAY_MS),
      to: new Date(+wishedSlot.endAt + SUGGEST_DAYS * DAY_MS),
      durationMinutes: (+wishedSlot.endAt - +wishedSlot.startAt) / 60_000,
      now,
      limit: Infinity,
    },
  )
  const distance = ({ startAt }: TimeSlot) => Math.abs(+startAt - +wishedSlot.startAt)
  const chosen: TimeSlot[] = []
  for (const slot of free.sort((one, other) => distance(one) - distance(other))) {
    if (chosen.length === limit) break
    if (!chosen.some((better) => overlap(slot, better))) chosen.push(slot)
  }
  return chosen.sort((one, other) => +one.startAt - +other.startAt)
}

/** How far from the wished start alternatives are searched. */
export const SUGGEST_DAYS = 7
const DEFAULT_WEEK = weekdays.map((day) => ({ day, intervals: [{ from: '08:00', to: '18:00' }] }))

type Jobs = Pick<ProviderSchedule, 'settings' | 'entries' | 'otherJobs'>

/** Number of jobs on each day, where that is limited. */
function countJobs({ entries, otherJobs = [], settings: { maxBookingsPerDay, timeZone } }: Jobs): Map<string, number> {
  const counts = new Map<string, number>()
  if (maxBookingsPerDay === null) return counts
  const booked = entries.filter(({ kind }) => kind === 'BOOKING').map(({ startAt }) => startAt)
  for (const startAt of [...booked, ...otherJobs]) {
    const day = localDate(startAt, timeZone)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

function fullDays(schedule: Jobs): Set<string> {
  const maxPerDay = schedule.settings.maxBookingsPerDay ?? Infinity
  return new Set([...countJobs(schedule)].filter(([, count]) => count >= maxPerDay).map(([day]) => day))
}

/** Result of checking a claim on a slot. */
export interface SlotVerdict {
  conflicts: ScheduleEntry[]
  warnings: SlotWarning[]
}

/**
 * Decides whether a slot may be taken. A provider may overlap anything but time off, with a reason, and must
 * acknowledge warnings; a customer can do neither and sees no warnings. Returns the reason for an overlap, null without
 * one. Throws SLOT_CONFLICT or ACKNOWLEDGE_REQUIRED.
 */
export function assertBookable(
  { conflicts, warnings }: SlotVerdict,
  {
    role,
    consent: { allowOverlap, overlapReason, acknowledge = [] } = {},
    agreedReason = null,
    suggestions = [],
  }: {
    role: 'PROVIDER' | 'CUSTOMER' | 'SYSTEM'
    consent?: SlotConsent
    /** The provider's reason for the overlap, from the proposal. */
    agreedReason?: string | null
    suggestions?: readonly TimeSlot[]
  },
): string | null {
  const isOverridable = conflicts.every(({ kind }) => kind !== 'TIME_OFF')
  const override = role === 'PROVIDER' && allowOverlap === true
  const reason = override ? (overlapReason ?? agreedReason) : agreedReason
  if (conflicts.length > 0) {
    if (isOverridable && override && !reason) {
      throw fieldError(['overlapReason'], 'REQUIRED', issueText('OVERLAP_REASON_REQUIRED', { min: 3, max: 200 }))
    }
    if (!isOverridable || !reason) throw slotConflict(conflicts, suggestions, role)
  }
  const missing = role === 'PROVIDER' ? warnings.filter(({ code }) => !acknowledge.includes(code)) : []
  if (missing.length > 0) {
    const texts = missing.map(({ message }) => message)
    const details = { list: texts.map((text) => readText('en', text)).join(' '), warnings: missing }
    throw new AppError('ACKNOWLEDGE_REQUIRED', details, { params: { list: { list: texts, join: 'sentences' } } })
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

/** The SLOT_CONFLICT error with the conflicts. Customers learn only that there is one. */
function slotConflict(
  conflicts: readonly ScheduleEntry[],
  suggestions: readonly TimeSlot[],
  role: 'PROVIDER' | 'CUSTOMER' | 'SYSTEM',
): AppError {
  const [first] = conflicts
  const isCustomer = role === 'CUSTOMER'
  const described = first && describeConflict(first, isCustomer ? OTHER_APPOINTMENT : nameOf(first))
  const details = {
    ...described?.details,
    conflicts: isCustomer ? conflicts.map(toSlotView) : conflicts.map(toConflict),
    suggestions: suggestions.map(toSlotView),
  }
  return new AppError('SLOT_CONFLICT', details, { params: described?.params ?? {} })
}

const OTHER_APPOINTMENT: Text = { code: 'OTHER_APPOINTMENT' }

/**
 * Describes the entry that a slot overlaps, in the time zone of its site. The date appears once unless it ends on
 * another day.
 */
function describeConflict({ startAt, endAt, timeZone }: ScheduleEntry, name: string | Text) {
  const endsSameDay = localDate(startAt, timeZone) === localDate(endAt, timeZone)
  return {
    details: {
      reference: typeof name === 'object' ? textIn('en', name) : name,
      from: formatMoment(startAt, timeZone),
      to: endsSameDay ? localTime(endAt, timeZone) : formatMoment(endAt, timeZone),
    },
    params: {
      reference: name,
      from: instantParam(startAt, timeZone),
      to: instantParam(endAt, timeZone, endsSameDay ? 'time' : undefined),
    },
  }
}
