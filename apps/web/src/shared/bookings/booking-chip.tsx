import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { stateLabel, StatusChip } from '../../ui/feedback/status-chip.tsx'

/** Statuses that offers, contracts or payments have too: adjectives agree with "booking" in some languages. */
const labels: Record<string, MessageDescriptor> = {
  REQUESTED: msg({ message: 'Requested', context: 'booking' }),
  CONFIRMED: msg({ message: 'Confirmed', context: 'booking' }),
  COMPLETED: msg({ message: 'Completed', context: 'booking' }),
  DECLINED: msg({ message: 'Declined', context: 'booking' }),
  EXPIRED: msg({ message: 'Expired', context: 'booking' }),
  CANCELLED: msg({ message: 'Cancelled', context: 'booking' }),
}

/** Label of the status of a booking. */
export const bookingStateLabel = (state: string): string => {
  const found = labels[state]
  return found ? i18n._(found) : stateLabel(state)
}

/** Status chip of a booking. */
export const BookingChip = ({ state, className }: { state: string; className?: string }) => (
  <StatusChip state={state} label={bookingStateLabel(state)} {...(className && { className })} />
)
