import type { AddPanelProps } from './tools.types.ts'
import { Bookings } from './bookings-panel.tsx'

/** Selects the booking to reschedule with this customer. */
export default function ReschedulePanel(props: AddPanelProps) {
  return <Bookings {...props} moving />
}
