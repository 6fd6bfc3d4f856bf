import type { BookingView } from '@fettle/protocol/bookings'
import type { Operation } from '@fettle/protocol/core/operation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { readAgain, showBooking } from './api.ts'

interface BookingActionState {
  operation: Operation
  params?: Record<string, string>
  body?: Record<string, unknown>
}

const isBooking = (result: unknown): result is BookingView =>
  typeof result === 'object' && result !== null && 'reference' in result && 'allowedActions' in result

/** What needs a connection: one call about a booking, shown when the server has agreed to it. */
export function useBookingAction(booking: Pick<BookingView, 'id'>) {
  const client = useQueryClient()
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ operation, params, body = {} }: BookingActionState) =>
      call(operation, { params: { id: booking.id, ...params }, body }),
    onSuccess: (result) => {
      if (isBooking(result)) showBooking(client, result)
    },
    onSettled: () => readAgain(client),
  })
  /** Whether it was taken. The refusal stays in `error`. */
  const run = (operation: Operation, given: Omit<BookingActionState, 'operation'> = {}): Promise<boolean> =>
    mutation.mutateAsync({ operation, ...given }).then(
      () => true,
      () => false,
    )
  return { run, busy: mutation.isPending, error: mutation.error, forget: mutation.reset }
}
