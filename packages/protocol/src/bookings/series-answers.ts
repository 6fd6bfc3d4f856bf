import * as z from 'zod/mini'
import { slotConsent } from '../availability/availability.ts'
import { PreviewedOccurrence, SeriesChange, seriesParams } from './series.ts'
import { DeclineReason } from './index.ts'
import { operation } from '../core/operation.ts'
import { prose } from '../core/values.ts'

/** What a provider answers to a series a customer asked for: yes or no to the whole. */

export const previewSeriesAnswer = operation({
  name: 'series.previewAnswer',
  method: 'GET',
  path: '/v2/booking-series/:id/preview',
  audience: 'provider',
  summary: 'Every visit of a series that waits for an answer, as the schedule stands now. Changes nothing.',
  params: seriesParams,
  returns: z.array(PreviewedOccurrence),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const acceptSeries = operation({
  name: 'series.accept',
  method: 'POST',
  path: '/v2/booking-series/:id/accept',
  audience: 'provider',
  summary: 'Accept the visits a customer asked for; those of the next eight weeks become bookings.',
  params: seriesParams,
  body: z.object({
    version: z.optional(z.int()),
    /** Visits that are not free by now: refuse all of it (as the customer asked, unless given), or leave those out. */
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
  summary: 'Decline what a customer asked for, with a reason, or take back what I proposed.',
  params: seriesParams,
  body: z
    .object({
      version: z.optional(z.int()),
      /** Needed to decline; what is taken back needs none. */
      reasonCode: z.optional(DeclineReason),
      note: z.optional(prose(0, 500, 'Use at most 500 characters.')),
    })
    .check(
      z.refine(({ reasonCode, note }) => reasonCode !== 'OTHER' || Boolean(note), {
        error: 'Say why in a few words.',
        path: ['note'],
      }),
    ),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REQUEST_EXPIRED'],
})
