import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { MapProps } from './map.types.ts'

const MapView = lazy(() => import('./map-view.tsx'))

/** A map, loaded after the text it illustrates. `className` gives its height. */
export const LazyMap = (props: MapProps) => (
  <Suspense fallback={<Skeleton className={props.className ?? ''} />}>
    <MapView {...props} />
  </Suspense>
)
