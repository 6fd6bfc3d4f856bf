import { useCallback, useEffect, useState } from 'react'
import { distanceBetween, type MapPoint } from '../../../../shared/map/geo.ts'
import { findPosition, type PositionError, type PositionFix } from './position.ts'

/** Location to share: at first that of this device, then what the user chooses. */
export function useChosenPoint() {
  const [fix, setFix] = useState<PositionFix>()
  const [positionError, setPositionError] = useState<PositionError>()
  const [isLocating, setLocating] = useState(true)
  const [point, setPoint] = useState<MapPoint>()
  const [center, setCenter] = useState<MapPoint>()

  /** Chooses a point and moves the map to it. */
  const moveTo = useCallback((next: MapPoint) => {
    setPoint(next)
    setCenter(next)
  }, [])
  const found = useCallback(
    (next: PositionFix) => {
      setLocating(false)
      setPositionError(undefined)
      setFix(next)
      moveTo(next)
    },
    [moveTo],
  )
  useEffect(() => {
    // A warning would answer a question that nobody has asked yet.
    findPosition().then(found, () => setLocating(false))
  }, [found])
  const locate = () => {
    setLocating(true)
    findPosition().then(found, (reason: PositionError) => {
      setLocating(false)
      setPositionError(reason)
    })
  }

  const isOwn = fix !== undefined && point !== undefined && distanceBetween(fix, point) < Math.max(30, fix.accuracy)
  return {
    point,
    center,
    /** Position of the device, while it is the chosen point. */
    ownFix: isOwn ? fix : undefined,
    positionError,
    isLocating,
    locate,
    setPoint,
    moveTo,
  }
}

export type ChosenPoint = ReturnType<typeof useChosenPoint>
