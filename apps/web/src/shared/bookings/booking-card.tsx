import type { BookingListEntry, BookingSummary } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import { dayAndTime } from '../../lib/format/dates.ts'
import { priceText } from '../../lib/format/money.ts'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { BookingChip } from './booking-chip.tsx'
import { usePendingStatus } from '../../ui/feedback/undo.ts'
import { CustomerLine } from '../customers/customer-line.tsx'
import { Overlaps } from './overlaps.tsx'
import { ServiceTile } from './service-tile.tsx'
import { whenOf } from './booking-when.ts'

export interface BookingCardProps {
  booking: BookingSummary & Partial<Pick<BookingListEntry, 'thumbnail' | 'overlaps'>>
  now: Date
  /** The day is in a heading above, so that the time is enough. */
  dayIsKnown?: boolean
  /** Its latest change is unread. */
  unseen?: boolean
  /** It has unsent changes. */
  pending?: boolean
}

/** Dot that marks unread changes. */
export const UnseenDot = () => (
  <>
    <span aria-hidden="true" className="me-2 inline-block size-2 rounded-full bg-accent align-middle" />
    <span className="sr-only">
      <Trans>New:</Trans>{' '}
    </span>
  </>
)

/** Status of a booking in a list. A request without a deadline is answered by an offer, which its customer has. */
export const shownStatus = ({ status, respondBy }: Pick<BookingSummary, 'status' | 'respondBy'>): string =>
  status === 'REQUESTED' && respondBy === null ? 'OFFER_SENT' : status

/** Booking as a short card: time, title, customer and city. */
export function BookingCard({ booking, now, dayIsKnown = false, unseen, pending }: BookingCardProps) {
  const { status, respondBy } = booking
  const { day, time } = whenOf(booking, now)
  const when = dayIsKnown ? time : time === '' ? day : dayAndTime(day, time)
  // An answer that can still be undone is shown by the buttons it replaces.
  const isAnswered = usePendingStatus(booking.id) !== undefined
  return (
    <div className="flex gap-3">
      <ServiceTile type={booking.serviceCategory} photo={booking.thumbnail} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="text-sm font-semibold tabular-nums">{when}</p>
          <p className="text-sm font-medium tabular-nums">{priceText(booking.price)}</p>
        </div>
        <p dir="auto" className="line-clamp-2 font-semibold">
          {unseen && !isAnswered && <UnseenDot />}
          {booking.title}
        </p>
        {!isAnswered && <Overlaps job={booking.overlaps} />}
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-text-muted">
          <CustomerLine name={booking.customer.name} avatar={booking.customer.avatar}>
            {' · '}
            <bdi>{booking.city}</bdi>
          </CustomerLine>
          {pending && (
            <span className="font-semibold text-warning">
              <Trans>Not sent yet</Trans>
            </span>
          )}
          {status === 'REQUESTED' && respondBy
            ? !isAnswered && <Countdown until={respondBy} />
            : status !== 'CONFIRMED' && <BookingChip state={shownStatus(booking)} />}
        </div>
      </div>
    </div>
  )
}
