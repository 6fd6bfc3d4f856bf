import type { MapTiles } from '@fettle/protocol/common/maps'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LocateFixed } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { distanceBetween, distanceText, type MapPoint } from '../../../../shared/map/geo.ts'
import { Button } from '../../../../ui/button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { accuracyText } from './position.ts'
import type { ChosenPoint } from './use-chosen-point.ts'

const LocationMap = lazy(() => import('../../../../shared/map/tile-map.tsx'))

const noPins: readonly never[] = []

interface MapPickerProps {
  chosen: ChosenPoint
  tiles: MapTiles
  center: MapPoint
  /** The location that would be shared. */
  point: MapPoint | undefined
  job: MapPoint | undefined
}

/** Map on which a location is chosen, with a way back to that of the device. */
export function MapPicker({ chosen, tiles, center, point, job }: MapPickerProps) {
  const { ownFix, isLocating, locate, setPoint } = chosen
  return (
    <>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <LocationMap
          pins={noPins}
          tiles={tiles}
          center={center}
          label={t`Map. Use the arrow keys to move the pin, plus and minus to zoom.`}
          onChoose={(next) => {
            if (!isLocating) setPoint(next)
          }}
          className="h-64"
        />
      </Suspense>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
        <Button variant="secondary" size="sm" busy={isLocating} icon={<LocateFixed size={16} />} onClick={locate}>
          <Trans>My location</Trans>
        </Button>
        {ownFix && (
          <span>
            <Trans>Accurate to {accuracyText(ownFix)}</Trans>
          </span>
        )}
        {job && point && (
          <span>
            <Trans>{distanceText(distanceBetween(point, job))} from the job</Trans>
          </span>
        )}
      </div>
    </>
  )
}
