import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'

/** Where pictures of a map come from. Without any, maps show places by scale and distance alone. */
export const MapTiles = z.object({
  /** An address with `{z}`, `{x}` and `{y}`. */
  url: z.string(),
  /** Whose map it is, as its licence asks to be shown; plain text. */
  attribution: z.string(),
})
export type MapTiles = z.infer<typeof MapTiles>

export const getMapOptions = operation({
  name: 'maps.options',
  method: 'GET',
  path: '/v2/maps/options',
  audience: 'provider',
  summary: 'What maps are drawn with on this site.',
  returns: z.object({ tiles: z.nullable(MapTiles) }),
  errors: [],
})
