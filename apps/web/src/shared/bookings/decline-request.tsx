import type { BookingListEntry, DeclineReason } from '@fettle/protocol/bookings'
import { declineBooking, declineSeries } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { clearDraft } from '../../lib/forms/form-drafts.ts'
import { call } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { answerWithUndo, refetchAfterAnswer } from './answer-with-undo.ts'
import { declineDraft } from './decline-draft.ts'

const DeclineDialog = lazy(async () => ({ default: (await import('./decline-dialog.tsx')).DeclineDialog }))

interface Decline {
  reasonCode: DeclineReason
  note?: string
}

type Declinable = Pick<BookingListEntry, 'id' | 'title' | 'customer' | 'answerableSeriesId'>

/** Declines a request where it is listed, after asking for the reason, with five seconds to undo it. */
export function DeclineRequest({ booking }: { booking: Declinable }) {
  const { id, title, answerableSeriesId: seriesId } = booking
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const decline = useMutation({
    mutationFn: (body: Decline): Promise<unknown> =>
      answerWithUndo<unknown>(booking, 'decline', () =>
        seriesId === null
          ? call(declineBooking, { params: { id }, body }, { keepalive: true })
          : call(declineSeries, { params: { id: seriesId }, body }, { keepalive: true }),
      ),
    onSuccess: (result) => {
      if (result !== undefined) clearDraft(declineDraft(id))
    },
    onSettled: (result) => refetchAfterAnswer(client, result !== undefined),
  })
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        busy={decline.isPending}
        aria-label={t`Decline: ${title}`}
        aria-keyshortcuts="D"
        title={t`Decline (D)`}
        onClick={() => setAsking(true)}
      >
        <Trans>Decline</Trans>
      </Button>
      {isAsking && (
        <Suspense>
          <DeclineDialog
            onClose={() => setAsking(false)}
            bookingId={id}
            customer={booking.customer.name}
            onDecline={decline.mutate}
          />
        </Suspense>
      )}
    </>
  )
}
