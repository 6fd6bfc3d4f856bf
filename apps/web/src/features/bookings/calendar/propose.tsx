import { useQuery } from '@tanstack/react-query'
import { bookingQuery } from '../api.ts'
import type { SlotDraft } from '../../../shared/bookings/slot-field.tsx'
import { RescheduleSheet } from '../sheets/time-sheets.tsx'
import { useOfflineActions } from '../offline/use-offline-actions.ts'

/** Asks for confirmation before proposing another time: the customer has to agree. */
export function Propose(props: { id: string; slot: SlotDraft; now: Date; onClose: () => void }) {
  const { id, slot, now, onClose } = props
  const { data: booking } = useQuery(bookingQuery(id))
  const field = useOfflineActions(id)
  if (!booking) return null
  return <RescheduleSheet booking={booking} field={field} now={now} slot={slot} onClose={onClose} />
}
