// Sections further down the page, loaded later as one file.

export { BookingHistory } from './booking-history.tsx'
export { BookingMissing } from './booking-missing.tsx'
export { saveJobSheet } from './save-job-sheet.ts'
export { DisputeEntry } from '../../../shared/disputes/dispute-entry.tsx'
export { InvoiceLinks } from '../../../shared/invoice-links.tsx'
export { ErrorNotice } from '../../../shared/errors/error-notice.tsx'
export { UnscheduledSection } from './unscheduled-section.tsx'
export { SlotTaken } from './slot-taken.tsx'
