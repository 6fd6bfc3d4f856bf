import type { AddPanelProps } from './add-entries.ts'
import { Bookings } from './bookings-panel.tsx'

/** Which booking with this customer shall be at another time. */
export default function ReschedulePanel(props: AddPanelProps) {
  return <Bookings {...props} moving />
}
