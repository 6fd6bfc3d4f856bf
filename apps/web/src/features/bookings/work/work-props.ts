import type { BookingDetails } from '@fettle/protocol/bookings'
import type { OfflineActions } from '../offline/use-offline-actions.ts'

/** Properties of the sections about the work on a job. */
export interface WorkProps {
  booking: BookingDetails
  offline: OfflineActions
  now: Date
}

const working: ReadonlySet<string> = new Set(['CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'])

/** Whether work can be recorded: from the confirmation of a job until it is handed over. */
export const canRecordWork = ({ status }: Pick<BookingDetails, 'status'>): boolean => working.has(status)
