import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/feedback/toast.ts'
import { answerBooking, type BookingAnswer } from '../api.ts'

/** Answers a request and reports the result. Errors are shown beside the buttons. */
export function useAnswer() {
  const client = useQueryClient()
  const options = answerBooking(client)

  function succeeded({ booking, answer }: BookingAnswer) {
    const name = booking.customer.name
    if (answer.action === 'accept') toast.success(t`Booking accepted`, { body: t`${name} has been told.` })
    else toast.success(t`Request declined`, { body: t`${name} has been told.` })
  }

  return useMutation({
    ...options,
    onSuccess: (result, given, context, meta) => {
      options.onSuccess?.(result, given, context, meta)
      succeeded(given)
    },
  })
}
