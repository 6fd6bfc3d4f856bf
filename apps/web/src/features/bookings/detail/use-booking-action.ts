import type { BookingView } from '@fettle/protocol/bookings'
import type { Call } from '@fettle/protocol/core/operation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { invalidateBookings, cacheBooking } from '../api.ts'

interface BookingActionState {
  operation: Call
  params?: Record<string, string>
  body?: Record<string, unknown>
}

const isBooking = (result: unknown): result is BookingView =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/** Runs an operation on a booking that needs a connection, and updates the cache with the response. */
export function useBookingAction(booking: Pick<BookingView, 'id'>) {
  const client = useQueryClient()
  const mutation = useMutation({
    networkMode: 'always',
    // One after the other, in order.
    scope: { id: booking.id },
    mutationFn: ({ operation, params, body = {} }: BookingActionState) =>
      call(operation, { params: { id: booking.id, ...params }, body }),
    onSuccess: (result) => {
      if (isBooking(result)) cacheBooking(client, result)
    },
    onSettled: () => invalidateBookings(client),
  })
  /** Resolves to whether the call succeeded. The error stays in `error`. */
  const run = (operation: Call, options: Omit<BookingActionState, 'operation'> = {}): Promise<boolean> =>
    mutation.mutateAsync({ operation, ...options }).then(
      () => true,
      () => false,
    )
  return { run, busy: mutation.isPending, error: mutation.error, forget: mutation.reset }
}
