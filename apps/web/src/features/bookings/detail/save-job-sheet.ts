import { getJobSheet } from '@fettle/protocol/bookings/calls'
import type { BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { download } from '../../../lib/http/download.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** Downloads the job sheet as PDF. */
export const saveJobSheet = ({ id, reference }: BookingSummary): Promise<unknown> =>
  download(getJobSheet, { params: { id } }, `${reference}.pdf`).catch((error: unknown) =>
    toast.error(errorText(error, t`We couldn't create the job sheet.`)),
  )
