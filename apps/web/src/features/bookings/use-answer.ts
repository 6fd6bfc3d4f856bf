import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { toast } from '../../ui/toast.ts'
import { answerBooking, openChannel, type BookingAnswer } from './api.ts'
import { refusalOf, type Refusal } from './model.ts'

export const refusalOfError = (error: unknown): Refusal | undefined => {
  if (!error) return undefined
  const message = errorText(error, t`That didn't work. Try again.`)
  return isApiError(error)
    ? refusalOf({ code: error.code, message, details: error.details })
    : { kind: 'other', message }
}

/** Answers a request, and says what came of it. */
export function useAnswer() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const options = answerBooking(client)

  function succeeded({ booking, answer }: BookingAnswer) {
    const name = booking.customer.name
    if (answer.action === 'accept') toast.success(t`Booking accepted`, { body: t`${name} has been told.` })
    else toast.success(t`Request declined`, { body: t`${name} has been told.` })
  }

  function failed(refusal: Refusal, again: () => void) {
    if (refusal.kind === 'conflict' && refusal.with) {
      const { id, reference } = refusal.with
      toast.error(refusal.message, {
        action: { label: t`Open ${reference}`, run: () => void navigate(paths.booking(id)) },
      })
    } else if (refusal.kind === 'offline' || refusal.kind === 'other') {
      toast.error(refusal.message, { action: { label: t`Try again`, run: again } })
    } else toast.error(refusal.message)
  }

  const mutation = useMutation({
    ...options,
    onSuccess: (result, given, context, meta) => {
      options.onSuccess?.(result, given, context, meta)
      succeeded(given)
    },
    onError: (error, given, context, meta) => {
      options.onError?.(error, given, context, meta)
      const refusal = refusalOfError(error)
      if (refusal) failed(refusal, () => mutation.mutate(given))
    },
  })
  return mutation
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
