import { lazy, Suspense } from 'react'
import { useMapTiles } from './map-tiles.ts'
import type { MapProps } from './map.types.ts'
import { Sketch } from './sketch.tsx'

const TileMap = lazy(() => import('./tile-map.tsx'))

/** A map with the tiles of this site; without a tile server a sketch, so that nothing is asked of third parties. */
export default function MapView(props: MapProps) {
  const tiles = useMapTiles()
  if (!tiles) return <Sketch {...props} />
  return (
    <Suspense fallback={<Sketch {...props} />}>
      <TileMap {...props} tiles={tiles} />
    </Suspense>
  )
}
