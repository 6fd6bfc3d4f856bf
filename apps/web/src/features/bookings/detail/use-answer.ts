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
    if (answer.action === 'accept') toast.success(t`Booking accepted`, { body: t`We've let ${name} know.` })
    else toast.success(t`Request declined`, { body: t`We've let ${name} know.` })
  }

  return useMutation({
    ...options,
    onSuccess: (result, given, context, meta) => {
      options.onSuccess?.(result, given, context, meta)
      succeeded(given)
    },
  })
}
