import type { CalendarView } from '@fettle/protocol/availability/calendar'
import type { Deps } from '../../platform/deps.ts'
import { findSettings } from '../availability/index.ts'
import { toCalendar } from './calendar.rules.ts'
import * as store from './calendar.store.ts'

/** A range of a provider's schedule, in three short reads however full it is. */
export async function getCalendar(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<CalendarView> {
  const [{ settings }, bookings, blocks] = await Promise.all([
    findSettings(db, providerId),
    store.listBookings(db, providerId, from, to),
    store.listBlocks(db, providerId, from, to, clock.now()),
  ])
  return toCalendar(settings, bookings, blocks, { from, to })
}
