import type { BookingListEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { BookingChip } from './booking-chip.tsx'
import { usePendingStatus } from '../../ui/feedback/undo.ts'
import { AcceptRequest } from './accept-request.tsx'
import { AcceptSeriesRequest } from './accept-series-request.tsx'
import { DeclineRequest } from './decline-request.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** Whether a request can be answered where it is listed, alone or with its series. */
export const isAnswerable = ({ canAccept, answerableSeriesId }: BookingListEntry): boolean =>
  canAccept || answerableSeriesId !== null

interface AnswerRequestProps {
  booking: Pick<
    BookingListEntry,
    'id' | 'title' | 'startAt' | 'timeZone' | 'customer' | 'answerableSeriesId' | 'overlaps'
  >
  now: Date
  className?: string
}

/**
 * Accept and decline where a request is listed; the answer instead, while it can be undone. A request without a time is
 * answered with one, and for one that overlaps a job another time is proposed first.
 */
export function AnswerRequest({ booking, now, className }: AnswerRequestProps) {
  const { id, title, startAt, timeZone, answerableSeriesId, overlaps } = booking
  const pendingStatus = usePendingStatus(id)
  const ref = useRowFocus<HTMLDivElement>(pendingStatus !== undefined)
  return (
    <div ref={ref} className={clsx('flex items-center gap-2', overlaps && 'flex-wrap', className)}>
      {pendingStatus === undefined && <DeclineRequest booking={booking} />}
      {answerableSeriesId !== null ? (
        <AcceptSeriesRequest booking={booking} seriesId={answerableSeriesId} />
      ) : startAt !== null && overlaps ? (
        <>
          <AcceptRequest id={id} title={title} timeZone={timeZone} now={now} variant="quiet" />
          {pendingStatus === undefined && (
            <Link
              to={`${paths.booking(id)}?action=reschedule`}
              aria-label={t`Propose another time: ${title}`}
              className={buttonClass({ variant: 'secondary', size: 'sm', className: 'whitespace-nowrap' })}
            >
              <Trans>Propose another time</Trans>
            </Link>
          )}
        </>
      ) : startAt !== null ? (
        <AcceptRequest id={id} title={title} timeZone={timeZone} now={now} />
      ) : pendingStatus ? (
        <BookingChip state={pendingStatus} />
      ) : (
        <Link
          to={`${paths.booking(id)}?action=reschedule`}
          aria-label={t`Propose a time: ${title}`}
          className={buttonClass({ variant: 'secondary', size: 'sm', className: 'whitespace-nowrap' })}
        >
          <Trans>Propose a time</Trans>
        </Link>
      )}
    </div>
  )
}
