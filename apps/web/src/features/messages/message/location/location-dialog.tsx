import type { MapTiles } from '@fettle/protocol/common/maps'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Navigation } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { directionsLink } from '../../../../lib/format/map-links.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { distanceBetween, distanceText, pointText, type MapPoint } from '../../../../shared/map/geo.ts'
import { LazyMap } from '../../../../shared/map/lazy-map.tsx'
import { jobPin, useJobLocation } from './use-job-location.ts'

const LocationMap = lazy(() => import('../../../../shared/map/tile-map.tsx'))

export interface LocationDialogProps {
  cid: string
  place: MapPoint
  live: boolean
  tiles: MapTiles | null
  /** Name of the person; empty for oneself. */
  name: string
  onClose: () => void
}

/** Dialog with a shared location on a map, its distance from the job, and directions. */
export function LocationDialog({ cid, place, live, tiles, name, onClose }: LocationDialogProps) {
  const job = useJobLocation(cid)
  const who = name === '' ? t`You` : name
  const { latitude, longitude } = place
  // A live location moves on the map; the map stays where the user looks.
  const [center, setCenter] = useState<MapPoint>({ latitude, longitude })
  const pins = useMemo(
    () => [...(job ? [jobPin(job)] : []), { id: 'place', kind: 'person' as const, label: who, latitude, longitude }],
    [job, who, latitude, longitude],
  )
  return (
    <Dialog
      onClose={onClose}
      title={live ? <Trans>Live location</Trans> : <Trans>Location</Trans>}
      description={name || undefined}
      footer={
        <>
          {tiles && (
            <Button variant="secondary" onClick={() => setCenter({ latitude, longitude })}>
              <Trans>Back to the pin</Trans>
            </Button>
          )}
          <a
            {...directionsLink({ lat: latitude, lng: longitude, address: name || pointText(place) })}
            className={buttonClass()}
          >
            <Navigation size={18} aria-hidden="true" />
            <Trans>Directions</Trans>
          </a>
        </>
      }
    >
      {tiles ? (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <LocationMap pins={pins} tiles={tiles} center={center} label={t`Map`} className="h-80" />
        </Suspense>
      ) : (
        <LazyMap pins={pins} label={t`Map`} className="h-64" />
      )}
      {job && (
        <p className="pt-3">
          <Trans>
            {distanceText(distanceBetween(place, job))} from the job at {job.address}
          </Trans>
        </p>
      )}
    </Dialog>
  )
}
