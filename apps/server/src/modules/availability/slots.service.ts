import type { Received, Result } from '@fettle/protocol'
import type {
  checkSlot as checkOperation,
  listProviderSlots,
  SlotView,
} from '@fettle/protocol/availability/availability'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type { Deps } from '../../platform/deps.ts'
import { addMinutes } from '../../platform/locale/zoned-time.ts'
import { freeSlots, distanceKm, toConflict, toSlotView, type GeoPoint } from './schedule.rules.ts'
import { checkSlot, readSchedule, suggestSlots } from './schedule.service.ts'
import type { TimeSlot } from './hours.rules.ts'
import type { AvailabilityRecord } from './availability-settings.ts'
import { listServiceAreas } from './settings.store.ts'

/** Bounds the response: more than anybody looks through. */
const SLOT_LIMIT = 2_000

interface SlotQuery {
  from: Date
  to: Date
  durationMinutes: number
}

/** Slots a provider offers. Time held for requests is not offered again. */
async function readSlots(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  { from, to, durationMinutes }: SlotQuery,
  limit = SLOT_LIMIT,
): Promise<{ settings: AvailabilityRecord; slots: TimeSlot[] }> {
  const now = clock.now()
  // Nothing is offered beyond the horizon, so nothing is read there.
  const end = new Date(Math.min(+to, +now + 366 * DAY_MS))
  const claim = { providerId, startAt: from, endAt: end, requestsBlock: true }
  if (from >= end) {
    const { settings } = await readSchedule(db, { ...claim, startAt: now, endAt: now }, now, 0)
    return { settings, slots: [] }
  }
  const schedule = await readSchedule(db, claim, now, DAY_MS)
  return { settings: schedule.settings, slots: freeSlots(schedule, { from, to: end, durationMinutes, now, limit }) }
}

export async function listOwnSlots(
  deps: Pick<Deps, 'db' | 'clock'>,
  id: string,
  query: SlotQuery,
): Promise<SlotView[]> {
  const { slots } = await readSlots(deps, id, query)
  return slots.map(toSlotView)
}

/** A provider's free slots for customers. Empty when they cannot be booked. */
export async function listPublicSlots(
  deps: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  query: SlotQuery,
): Promise<Result<typeof listProviderSlots>> {
  const { settings, slots } = await readSlots(deps, providerId, query)
  const isPaused = settings.pausedUntil !== null && settings.pausedUntil > deps.clock.now()
  return {
    timeZone: settings.timeZone,
    bookingMode: settings.bookingMode,
    pausedUntil: isPaused ? (settings.pausedUntil?.toISOString() ?? null) : null,
    pauseMessage: isPaused ? settings.pauseMessage : null,
    slots: settings.bookingMode === 'OFF' ? [] : slots.map(toSlotView),
  }
}

/** Providers whose service radius includes a position. Those without a radius are included. */
export async function findWithinReach(
  { db }: Pick<Deps, 'db'>,
  providerIds: readonly string[],
  location: GeoPoint,
): Promise<Set<string>> {
  const areas = await listServiceAreas(db, providerIds)
  const tooFar = areas.filter(({ base, radiusKm }) => distanceKm(base, location) > radiusKm)
  const outOfReach = new Set(tooFar.map(({ providerId }) => providerId))
  return new Set(providerIds.filter((id) => !outOfReach.has(id)))
}

/** Providers with a free slot within a week of a time. */
export async function findAvailable(
  deps: Pick<Deps, 'db' | 'clock'>,
  providerIds: readonly string[],
  from: Date,
  durationMinutes: number,
): Promise<Set<string>> {
  const query = { from, to: new Date(+from + 7 * DAY_MS), durationMinutes }
  const free = await Promise.all(
    providerIds.map(async (id) => {
      const { settings, slots } = await readSlots(deps, id, query, 1)
      return settings.bookingMode !== 'OFF' && slots.length > 0 ? [id] : []
    }),
  )
  return new Set(free.flat())
}

/** Whether a provider may take a slot: conflicts, warnings and free alternatives. */
export async function checkOwnSlot(
  deps: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  { startAt, durationMinutes, bookingId, lat, lng }: Received<typeof checkOperation>['query'],
): Promise<Result<typeof checkOperation>> {
  const start = new Date(startAt)
  const claim = {
    providerId,
    startAt: start,
    endAt: addMinutes(start, durationMinutes),
    bookingId,
    location: lat === undefined || lng === undefined ? null : { lat, lng },
    requestsBlock: true,
  }
  const { conflicts, warnings } = await checkSlot(deps, deps.db, claim)
  const suggestions = conflicts.length > 0 ? await suggestSlots(deps, deps.db, claim) : []
  return { conflicts: conflicts.map(toConflict), warnings, suggestions: suggestions.map(toSlotView) }
}
