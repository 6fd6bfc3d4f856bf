import { createLimitedThread } from '../../platform/worker-threads/worker-thread.ts'

/** A period in which an external calendar is busy. */
export interface BusyTime {
  startAt: Date
  endAt: Date
  /** Empty for an event without one. */
  title: string
}

/** An iCalendar file and the period to read. Times without a zone and all-day events use `timeZone`. */
export interface ReadJob {
  text: string
  from: Date
  to: Date
  timeZone: string
}

/**
 * Busy times of an iCalendar file between two instants, including recurrences and exceptions. Cancelled and transparent
 * events are skipped, and those that cannot be read. Throws if the file is not a calendar, none of its events can be
 * read, or it takes too long: a rule such as "30 February" is searched for without an end.
 */
export const readBusyTimes = createLimitedThread<ReadJob, BusyTime[]>('modules/calendar/ical.reader.worker')
