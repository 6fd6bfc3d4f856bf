import * as z from 'zod/mini'
import { slotConsent } from '../availability/availability.ts'
import { PreviewedOccurrence, SeriesChange, seriesParams } from './series.ts'
import { DeclineReason } from './index.ts'
import { operation } from '../core/operation.ts'
import { prose } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** A provider's answer to a series a customer requested: accept or decline as a whole. */

export const previewSeriesAnswer = operation({
  name: 'series.previewAnswer',
  method: 'GET',
  path: '/v2/booking-series/:id/preview',
  audience: 'provider',
  summary: 'Check every visit of a series that awaits an answer against the current schedule. Changes nothing.',
  params: seriesParams,
  returns: z.array(PreviewedOccurrence),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const acceptSeries = operation({
  name: 'series.accept',
  method: 'POST',
  path: '/v2/booking-series/:id/accept',
  audience: 'provider',
  summary: 'Accept the visits a customer requested. Those of the next eight weeks become bookings.',
  params: seriesParams,
  body: z.object({
    version: z.optional(z.int()),
    /** Visits that are no longer free: FAIL refuses all, SKIP leaves them out. Defaults to the customer's choice. */
    onConflict: z.optional(z.enum(['FAIL', 'SKIP'])),
    ...slotConsent,
  }),
  returns: SeriesChange,
  errors: [
    'NOT_FOUND',
    'INVALID_TRANSITION',
    'VERSION_CONFLICT',
    'REQUEST_EXPIRED',
    'SERIES_CONFLICT',
    'SLOT_CONFLICT',
    'ACKNOWLEDGE_REQUIRED',
  ],
})

export const declineSeries = operation({
  name: 'series.decline',
  method: 'POST',
  path: '/v2/booking-series/:id/decline',
  audience: 'provider',
  summary: 'Decline a requested series with a reason, or withdraw one I proposed.',
  params: seriesParams,
  body: z
    .object({
      version: z.optional(z.int()),
      /** Required to decline, not to withdraw. */
      reasonCode: z.optional(DeclineReason),
      note: z.optional(prose(0, 500, issueText('MAX_CHARACTERS'))),
    })
    .check(
      z.refine(({ reasonCode, note }) => reasonCode !== 'OTHER' || Boolean(note), {
        error: issueText('NOTE_REQUIRED'),
        path: ['note'],
      }),
    ),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REQUEST_EXPIRED'],
})
