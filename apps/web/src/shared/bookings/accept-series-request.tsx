import type { BookingListEntry } from '@fettle/protocol/bookings'
import { acceptSeries, previewSeriesAnswer } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { call } from '../../lib/http/api.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryOf } from '../../lib/http/query.ts'
import { Button } from '../../ui/button.tsx'
import { BookingChip } from './booking-chip.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { usePendingStatus } from '../../ui/feedback/undo.ts'
import { answerWithUndo, refetchAfterAnswer } from './answer-with-undo.ts'

interface AcceptSeriesRequestProps {
  /** First visit of the series. */
  booking: Pick<BookingListEntry, 'id' | 'title' | 'customer'>
  seriesId: string
}

/**
 * Accepts all visits of a requested series where the first is listed, with five seconds to undo it. When some visits are
 * not free, it opens the page of the series, which previews the result.
 */
export function AcceptSeriesRequest({ booking, seriesId }: AcceptSeriesRequestProps) {
  const { id, title } = booking
  const client = useQueryClient()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: async (): Promise<{ isAnswered: boolean }> => {
      const params = { id: seriesId }
      const visits = await client.fetchQuery({
        ...queryOf(previewSeriesAnswer, { params }),
        staleTime: 0,
        retry: false,
      })
      if (visits.some(({ status }) => status !== 'FREE')) {
        void navigate(paths.series(seriesId))
        return { isAnswered: false }
      }
      // Refused rather than cut short, should a visit be taken meanwhile.
      const body = { onConflict: 'FAIL' as const }
      const send = () => call(acceptSeries, { params, body }, { keepalive: true })
      return { isAnswered: (await answerWithUndo(booking, 'accept', send)) !== undefined }
    },
    onError: (error) => void toast.error(errorText(error, t`That didn't work. Try again.`)),
    onSettled: (result) => refetchAfterAnswer(client, result?.isAnswered ?? false),
  })
  const pendingStatus = usePendingStatus(id)
  if (pendingStatus) return <BookingChip state={pendingStatus} />
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={accept.isPending}
      aria-label={t`Accept all visits: ${title}`}
      aria-keyshortcuts="A"
      title={t`Accept (A)`}
      onClick={() => accept.mutate()}
    >
      <Trans>Accept all</Trans>
    </Button>
  )
}
