import { FormSheet, type FormSheetProps } from '../../../shared/form-sheet.tsx'
import type { OfflineAction } from '../offline-actions.ts'
import type { OfflineActions } from '../use-offline-actions.ts'
import type { SheetProps } from './sheets.tsx'

type BookingSheetOptions = Omit<FormSheetProps, 'busy' | 'error' | 'timeZone' | 'now' | 'onClose'>

/** A question about one booking: on the clock of its site, and with what became of asking the server. */
export function BookingSheet({
  about: { booking, now, onClose },
  act: { busy, error },
  ...question
}: BookingSheetOptions & {
  about: Pick<SheetProps, 'booking' | 'now' | 'onClose'>
  act: { busy: boolean; error: unknown }
}) {
  return <FormSheet {...question} busy={busy} error={error} timeZone={booking.timeZone} now={now} onClose={onClose} />
}

/** What became of a deed that goes through the outbox. */
export const actionStateOf = ({ busy, failed: refused }: OfflineActions, kind: OfflineAction) => ({
  busy: busy === kind,
  error: refused?.kind === kind ? refused.error : undefined,
})
