import type { BookingDetails } from '@fettle/protocol/bookings'
import type { OfflineActions } from '../offline/use-offline-actions.ts'

export interface WorkProps {
  booking: BookingDetails
  field: OfflineActions
  now: Date
}

/** Statuses in which work can be recorded. */
const working: ReadonlySet<string> = new Set(['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'])
export const isOpen = ({ status }: Pick<BookingDetails, 'status'>): boolean => working.has(status)
