import { getMapOptions } from '@fettle/protocol/common/maps'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'

/** Registers the operation that returns the map tile source (`MAP_TILE_URL`). */
export function registerMaps({ config }: Pick<Deps, 'config'>, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(getMapOptions, async () => ({ tiles: config.mapTiles ?? null }))
}
