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
import { operation, recordAction } from '../core/operation.ts'
import { CustomerId, UserId } from '../core/values.ts'
import { acceptingCustomer, actingCustomer } from './acting-customer.ts'

/** Customers' side of series, called by the marketplace. */

const marketplace = { audience: 'marketplace', scope: 'bookings' } as const

export const createMarketplaceSeries = operation({
  ...marketplace,
  name: 'marketplace.series.create',
  method: 'POST',
  path: '/v2/marketplace/booking-series',
  summary: 'Request a series of visits from a provider, by a request for the first visit. Its answer applies to all.',
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
  summary: 'Get a series with its visits.',
  params: seriesParams,
  returns: BookingSeries,
  errors: ['NOT_FOUND'],
})

const act = recordAction({
  ...marketplace,
  noun: 'marketplace.series',
  path: '/v2/marketplace/booking-series',
  params: seriesParams,
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'REQUEST_EXPIRED'],
})

export const acceptMarketplaceSeries = act('accept', {
  summary: 'Accept the visits the provider proposed, as the customer.',
  body: z.object(acceptingCustomer),
  errors: ['SERIES_CONFLICT'],
})
export const declineMarketplaceSeries = act('decline', {
  summary: "Decline a proposed series as the customer, or withdraw the customer's request.",
  body: z.object(actingCustomer),
})

export const cancelMarketplaceSeries = operation({
  ...marketplace,
  name: 'marketplace.series.cancel',
  method: 'POST',
  path: '/v2/marketplace/booking-series/:id/cancel',
  summary:
    'Cancel future visits as the customer. Where that costs a fee, it is refused with the fees and their hash, to be sent with acceptFee. Returns the affected visits.',
  params: seriesParams,
  body: z
    .object({
      ...actingCustomer,
      ...seriesScope,
      ...seriesCancelling,
      acceptFee: z.optional(z.boolean()),
      /** Hash in the details of FEE_CHANGED. */
      previewHash: z.optional(z.string()),
    })
    .check(needsIndex),
  returns: SeriesChange,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'FEE_CHANGED'],
})
