import type { BookingView } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clearDraft } from '../../../lib/forms/form-drafts.ts'
import { declineDraft } from '../../../shared/bookings/decline-draft.ts'
import { answerBooking, isUndoable, type BookingAnswer } from '../api.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** Answers a request and reports the result. Errors are shown beside the buttons. */
export function useAnswer() {
  const client = useQueryClient()
  const options = answerBooking(client)
  return useMutation<BookingView | undefined, Error, BookingAnswer, void>({
    ...options,
    onSuccess: (result, bookingAnswer, context, meta) => {
      options.onSuccess?.(result, bookingAnswer, context, meta)
      if (result) clearDraft(declineDraft(bookingAnswer.booking.id))
      const { name } = bookingAnswer.booking.customer
      // An answer that could be undone has said so already.
      if (result && !isUndoable(bookingAnswer)) toast.success(t`Booking accepted`, { body: t`We've let ${name} know.` })
    },
  })
}
