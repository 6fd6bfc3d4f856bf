import type { BookingView } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import { durationText } from '../../../lib/format/dates.ts'
import { BookingSection } from './booking-section.tsx'

/** Section of a booking that has no time yet. */
export function UnscheduledSection({ booking }: { booking: BookingView | undefined }) {
  const window = booking && booking.arrivalWindowMinutes > 0 ? durationText(booking.arrivalWindowMinutes) : undefined
  const length = booking && durationText(booking.durationMinutes)
  return (
    <BookingSection title={<Trans>When</Trans>}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-xl font-semibold">
          <Trans>No time agreed yet</Trans>
        </span>
        <span className="text-text-muted">{length}</span>
      </p>
      <p className="text-sm text-text-muted">
        {booking?.pendingProposal ? (
          <Trans>A time has been proposed. It's booked once you both agree.</Trans>
        ) : (
          <Trans>Not on your calendar yet. Agree on a time first.</Trans>
        )}
      </p>
      {window && (
        <p className="text-sm text-text-muted">
          <Trans>Arrive within {window} of the start time.</Trans>
        </p>
      )}
    </BookingSection>
  )
}
