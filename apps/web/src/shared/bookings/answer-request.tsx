import type { BookingListEntry } from '@fettle/protocol/bookings'
import clsx from 'clsx'
import { useHeld } from '../../ui/feedback/undo.ts'
import { AcceptRequest } from './accept-request.tsx'
import { DeclineRequest } from './decline-request.tsx'

interface AnswerRequestProps {
  booking: Pick<BookingListEntry, 'id' | 'title' | 'timeZone' | 'customer'>
  now: Date
  className?: string
}

/** Accept and decline where a request is listed; the answer instead, while it can be undone. */
export function AnswerRequest({ booking, now, className }: AnswerRequestProps) {
  const { id, title, timeZone } = booking
  const isAnswered = useHeld(id) !== undefined
  return (
    <div className={clsx('flex items-center gap-2', className)}>
      {!isAnswered && <DeclineRequest booking={booking} />}
      <AcceptRequest id={id} title={title} timeZone={timeZone} now={now} variant="secondary" />
    </div>
  )
}
