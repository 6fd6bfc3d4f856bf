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
          <Trans>A time is proposed. It holds once both have agreed to it.</Trans>
        ) : (
          <Trans>It stands in no diary until you agree on one.</Trans>
        )}
      </p>
      {window && (
        <p className="text-sm text-text-muted">
          <Trans>The customer expects you within {window} of the start.</Trans>
        </p>
      )}
    </BookingSection>
  )
}
