import * as z from 'zod/mini'
import { PublicProvider } from '../accounts/profile.ts'
import { ServiceType } from '../common/fields.ts'
import { issueText } from '../core/issue-text.ts'
import { operation } from '../core/operation.ts'
import { Instant, pageQuery, UserId } from '../core/values.ts'

/** Providers as customers see them. */

const marketplace = { audience: 'marketplace', scope: 'providers' } as const

export const listProviders = operation({
  ...marketplace,
  name: 'marketplace.providers.list',
  method: 'GET',
  path: '/v2/marketplace/providers',
  summary:
    'List onboarded providers by registration, filtered by service and rating, with a location by service area, with availableFrom by free slots in the following week. meta carries nextCursor.',
  query: z
    .object({
      service: z.optional(ServiceType),
      lat: z.optional(z.coerce.number().check(z.gte(-90), z.lte(90))),
      lng: z.optional(z.coerce.number().check(z.gte(-180), z.lte(180))),
      availableFrom: z.optional(Instant),
      durationMinutes: z._default(z.coerce.number().check(z.int(), z.gte(15), z.lte(1440)), 60),
      /** Minimum rating. Providers without a rating never match. */
      minRating: z.optional(z.coerce.number().check(z.gte(1), z.lte(5))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 100),
      cursor: pageQuery.cursor,
    })
    .check(
      z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
        error: issueText('COORDINATES_INCOMPLETE'),
        path: ['lng'],
      }),
    ),
  returns: z.array(PublicProvider),
})

export const getProvider = operation({
  ...marketplace,
  name: 'marketplace.providers.get',
  method: 'GET',
  path: '/v2/marketplace/providers/:id',
  summary: 'Get an onboarded provider as customers see them.',
  params: z.object({ id: UserId }),
  returns: PublicProvider,
  errors: ['NOT_FOUND'],
})
