// Sections further down the page, loaded later as one file.
import { getJobSheet } from '@fettle/protocol/bookings/calls'
import type { BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { download } from '../../../lib/http/download.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { toast } from '../../../ui/feedback/toast.ts'

export { BookingHistory } from './booking-history.tsx'
export { BookingMissing } from './booking-missing.tsx'
export { DisputeEntry } from '../../../shared/disputes/dispute-entry.tsx'
export { InvoiceLinks } from '../../../shared/invoice-links.tsx'
export { ErrorNotice } from '../../../shared/errors/error-notice.tsx'
export { UnscheduledSection } from './unscheduled-section.tsx'
export { SlotTaken } from './slot-taken.tsx'

/** Downloads the job sheet as PDF. */
export const saveJobSheet = ({ id, reference }: BookingSummary): Promise<unknown> =>
  download(getJobSheet, { params: { id } }, `${reference}.pdf`).catch((error: unknown) =>
    toast.error(errorText(error, t`The job sheet could not be created.`)),
  )
