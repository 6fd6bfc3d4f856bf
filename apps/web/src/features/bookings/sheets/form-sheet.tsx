import { FormSheet, type FormSheetProps } from '../../../shared/form-sheet.tsx'
import type { FieldDeed } from '../deeds.ts'
import type { Field } from '../use-field.ts'
import type { SheetProps } from './sheets.tsx'

type Question = Omit<FormSheetProps, 'busy' | 'error' | 'timeZone' | 'now' | 'onClose'>

/** A question about one booking: on the clock of its site, and with what became of asking the server. */
export function BookingSheet({
  about: { booking, now, onClose },
  act: { busy, error },
  ...question
}: Question & { about: Pick<SheetProps, 'booking' | 'now' | 'onClose'>; act: { busy: boolean; error: unknown } }) {
  return <FormSheet {...question} busy={busy} error={error} timeZone={booking.timeZone} now={now} onClose={onClose} />
}

/** What became of a deed that goes through the outbox. */
export const actOf = ({ busy, refused }: Field, kind: FieldDeed) => ({
  busy: busy === kind,
  error: refused?.kind === kind ? refused.error : undefined,
})
