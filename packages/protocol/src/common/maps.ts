import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'

/** Source of map tiles. Without one, maps are drawn with districts, distances and the way. */
export const MapTiles = z.object({
  /** URL template with `{z}`, `{x}` and `{y}`. */
  url: z.string(),
  /** Attribution the licence requires; plain text. */
  attribution: z.string(),
})
export type MapTiles = z.infer<typeof MapTiles>

export const getMapOptions = operation({
  name: 'maps.options',
  method: 'GET',
  path: '/v2/maps/options',
  audience: 'provider',
  summary: 'Get the configuration of the maps.',
  returns: z.object({ tiles: z.nullable(MapTiles) }),
})
