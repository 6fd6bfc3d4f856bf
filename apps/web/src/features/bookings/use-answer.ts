import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { toast } from '../../ui/toast.ts'
import { answerBooking, openChannel, type BookingAnswer } from './api.ts'

/** Answers a request, and says what came of it. Why it was refused stands beside the buttons. */
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

/** Opens the conversation with a customer. */
export function useMessageCustomer() {
  const navigate = useNavigate()
  return useMutation({
    ...openChannel,
    networkMode: 'always',
    onSuccess: ({ channel }) => void navigate(paths.conversation(channel.cid)),
    onError: (error) =>
      void toast.error(t`Failed to create or get channel`, { body: errorText(error, t`Try again in a moment.`) }),
  })
}
