import * as z from 'zod/mini'
import { Instant } from '../../core/values.ts'

/** Geographic position in a message. */

export const Latitude = z
  .number('Say the latitude.')
  .check(z.gte(-90, 'Use a latitude from -90 to 90.'), z.lte(90, 'Use a latitude from -90 to 90.'))
export const Longitude = z
  .number('Say the longitude.')
  .check(z.gte(-180, 'Use a longitude from -180 to 180.'), z.lte(180, 'Use a longitude from -180 to 180.'))
export const DeviceId = z.string('Say which device this is.').check(z.regex(/^[\w-]{1,64}$/, 'Use a device id.'))

/** A shared position. `endsAt`: live until then. */
export const SharedLocation = z.object({
  latitude: z.number(),
  longitude: z.number(),
  deviceId: z.string(),
  endsAt: z.optional(Instant),
})
export type SharedLocation = z.infer<typeof SharedLocation>
