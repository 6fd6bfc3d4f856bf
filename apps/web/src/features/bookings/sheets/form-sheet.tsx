import type { BookingDetails } from '@fettle/protocol/bookings'
import type { BookingSheetName } from '../sheet-names.ts'
import type { OfflineActions } from '../offline/use-offline-actions.ts'
import { FormSheet, type FormSheetProps } from '../../../shared/forms/form-sheet.tsx'
import type { OfflineAction } from '../offline/offline-actions.ts'

export interface BookingSheetProps {
  booking: BookingDetails
  offline: OfflineActions
  now: Date
  onClose: () => void
  /** Switches to another sheet. */
  onSheet?: (sheet: BookingSheetName) => void
}

type BookingSheetOptions = Omit<FormSheetProps, 'busy' | 'error' | 'timeZone' | 'now' | 'onClose'>

/** Sheet of a booking, in the site's time zone, with the state of its request. */
export function BookingSheet({
  about: { booking, now, onClose },
  act: { busy, error },
  ...question
}: BookingSheetOptions & {
  about: Pick<BookingSheetProps, 'booking' | 'now' | 'onClose'>
  act: { busy: boolean; error: unknown }
}) {
  return <FormSheet {...question} busy={busy} error={error} timeZone={booking.timeZone} now={now} onClose={onClose} />
}

/** State of an action that goes through the offline queue. */
export const actionStateOf = ({ isSending, failed: refused }: OfflineActions, kind: OfflineAction) => ({
  busy: isSending(kind),
  error: refused?.kind === kind ? refused.error : undefined,
})
