import type { BookingView } from '@fettle/protocol/bookings'
import { useRecordAction } from '../../../lib/http/use-record-action.ts'
import { cacheBooking, invalidateBookings } from '../api.ts'

/** Runs an operation on a booking and updates the cache with the response. Needs a connection. */
export const useBookingAction = (booking: Pick<BookingView, 'id'>) =>
  useRecordAction<BookingView>(booking, { cache: cacheBooking, invalidate: invalidateBookings })
