import type { BookingSummary } from '@fettle/protocol/bookings'
import { createOffer } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/http/api.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { paths } from '../../../routing/paths.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** Opens the editor with an offer that answers a request: a new one, filled from it, or the unsent one. */
export function useSendOffer({ id: bookingId }: Pick<BookingSummary, 'id'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(createOffer, { body: { bookingId } }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['offers'] })
      void navigate(paths.offer(id))
    },
    onError: (error) => toast.error(errorText(error, t`We couldn't create the offer.`)),
  })
}
