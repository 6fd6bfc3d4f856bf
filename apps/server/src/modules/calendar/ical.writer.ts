import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import type { ICalEventRow } from './calendar-link.store.ts'

/** An event of a calendar file. */
export interface ICalEvent extends Omit<ICalEventRow, 'id' | 'isBooking' | 'location'> {
  location: string
  /** The page of the booking in the app. */
  url: string | null
}

/** A provider's schedule as an iCalendar file. Times are in UTC, which every program reads alike. */
export function writeCalendar(name: string, events: readonly ICalEvent[]): string {
  const calendar = ical({
    name,
    prodId: { company: 'Fettle', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 900,
  })
  for (const { uid, title, customerName, startAt, endAt, updatedAt, sequence, location, url } of events) {
    calendar.createEvent({
      id: `${uid}@fettle`,
      start: startAt,
      end: endAt,
      stamp: updatedAt,
      lastModified: updatedAt,
      sequence,
      summary: [title, customerName].filter(Boolean).join(' · '),
      location,
      status: ICalEventStatus.CONFIRMED,
      busystatus: ICalEventBusyStatus.BUSY,
      ...(url && { url }),
    })
  }
  // The last line also ends with CRLF (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}
