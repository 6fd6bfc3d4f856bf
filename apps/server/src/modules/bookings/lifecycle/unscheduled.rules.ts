import type { Booking, WithTime } from '../booking.types.ts'

/** Whether a booking has a time. It may be agreed before its time is known. */
export const isScheduled = <T extends Pick<Booking, 'startAt'>>(booking: T): booking is WithTime<T> =>
  booking.startAt !== null
