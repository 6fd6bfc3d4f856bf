import * as z from 'zod/mini'
import {
  BookingSeries,
  needsIndex,
  seriesCancelling,
  SeriesChange,
  seriesDraft,
  seriesParams,
  seriesScope,
} from '../bookings/series.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { CustomerId, UserId } from '../core/values.ts'
import { acceptingFields, customerFields } from './acting.ts'

/** The customers' side of a series of visits, made by the marketplace for them. */

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const

export const createMarketplaceSeries = operation({
  ...marketplace,
  name: 'marketplace.series.create',
  method: 'POST',
  path: '/v2/marketplace/booking-series',
  summary: 'Ask a provider for a series of visits, by a request for the first of them: its answer answers for all.',
  body: z.object({ ...seriesDraft, customerId: CustomerId, providerId: UserId }),
  status: 201,
  returns: BookingSeries,
  errors: ['NOT_FOUND', 'SERIES_CONFLICT'],
})

export const getMarketplaceSeries = operation({
  ...marketplace,
  name: 'marketplace.series.get',
  method: 'GET',
  path: '/v2/marketplace/booking-series/:id',
  summary: 'One series with its visits.',
  params: seriesParams,
  returns: BookingSeries,
  errors: ['NOT_FOUND'],
})

const answer = <Body extends z.core.$ZodType>(
  action: 'accept' | 'decline',
  summary: string,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    ...marketplace,
    name: `marketplace.series.${action}`,
    method: 'POST',
    path: `/v2/marketplace/booking-series/:id/${action}`,
    summary,
    params: seriesParams,
    body,
    returns: SeriesChange,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'REQUEST_EXPIRED', ...errors],
  })
export const acceptMarketplaceSeries = answer(
  'accept',
  'The customer accepts the visits their provider proposed.',
  z.object(acceptingFields),
  ['SERIES_CONFLICT'],
)
export const declineMarketplaceSeries = answer(
  'decline',
  'The customer declines, or takes back what they asked for.',
  z.object(customerFields),
)

export const cancelMarketplaceSeries = operation({
  ...marketplace,
  name: 'marketplace.series.cancel',
  method: 'POST',
  path: '/v2/marketplace/booking-series/:id/cancel',
  summary: 'The customer cancels visits that are still to come; answers exactly which.',
  params: seriesParams,
  body: z.object({ ...customerFields, ...seriesScope, ...seriesCancelling }).check(needsIndex),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})
