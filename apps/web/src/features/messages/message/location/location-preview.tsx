import type { MapTiles } from '@fettle/protocol/common/maps'
import clsx from 'clsx'
import { MapPin } from 'lucide-react'
import { tileOf, type MapPoint } from '../../../../shared/map/geo.ts'

const PREVIEW_ZOOM = 15
const TILE_PX = 256

/** Small map preview of a location. */
export function LocationPreview({ place, tiles, live }: { place: MapPoint; tiles: MapTiles; live: boolean }) {
  const { x, y } = tileOf(place, PREVIEW_ZOOM)
  const nearbyTiles = [-1, 0, 1].flatMap((dx) =>
    [-1, 0, 1].map((dy) => ({ x: Math.floor(x) + dx, y: Math.floor(y) + dy })),
  )
  return (
    <span aria-hidden="true" className="relative block h-36 overflow-hidden rounded-control bg-surface-sunken">
      {nearbyTiles.map((tile) => (
        <img
          key={`${tile.x} ${tile.y}`}
          src={tiles.url
            .replace('{z}', String(PREVIEW_ZOOM))
            .replace('{x}', String(tile.x))
            .replace('{y}', String(tile.y))}
          alt=""
          loading="lazy"
          width={TILE_PX}
          height={TILE_PX}
          className="absolute max-w-none"
          style={{ left: `calc(50% + ${(tile.x - x) * TILE_PX}px)`, top: `calc(50% + ${(tile.y - y) * TILE_PX}px)` }}
        />
      ))}
      {live && (
        <span className="absolute left-1/2 top-1/2 size-12 -translate-1/2 animate-pulse rounded-full bg-accent-soft" />
      )}
      <MapPin
        size={34}
        className={clsx(
          'absolute left-1/2 top-1/2 -translate-x-1/2 -translate-y-[92%] fill-surface-raised',
          live ? 'text-accent-text' : 'text-text',
        )}
      />
    </span>
  )
}
