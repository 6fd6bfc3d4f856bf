import type { CalendarEntry } from '../features/bookings/calendar/layout/calendar-entries.ts'

/** A booking that may be moved, with its id as its title. */
export const entry = (id: string, startAt: string, endAt: string): CalendarEntry => ({
  key: id,
  kind: 'booking',
  id,
  title: id,
  who: '',
  avatar: null,
  startAt,
  endAt,
  movable: true,
  canAccept: false,
  travelMinutes: null,
  isTight: false,
})
