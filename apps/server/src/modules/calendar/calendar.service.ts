import type { CalendarView } from '@fettle/protocol/availability/calendar'
import type { Deps } from '../../platform/deps.ts'
import { findSettings } from '../availability/index.ts'
import { toCalendar } from './calendar.rules.ts'
import * as store from './calendar.store.ts'

/** A range of a provider's schedule, in short reads however full it is. */
export async function getCalendar(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<CalendarView> {
  const range = { from, to, now: clock.now() }
  const [{ settings }, bookings, blocks, unscheduled] = await Promise.all([
    findSettings(db, providerId),
    store.listBookings(db, providerId, range),
    store.listBlocks(db, providerId, range),
    store.listUnscheduled(db, providerId),
  ])
  return { ...toCalendar(settings, bookings, blocks, range), unscheduled }
}
