import { useCallback, useEffect, useRef, useState } from 'react'
import { distanceBetween, type MapPoint } from '../../../../shared/map/geo.ts'
import { findPosition, type PositionError, type PositionFix } from './position.ts'

/** Location to share: at first that of this device, then what the user chooses. */
export function useChosenPoint() {
  const [fix, setFix] = useState<PositionFix>()
  const [positionError, setPositionError] = useState<PositionError>()
  const [isLocating, setLocating] = useState(true)
  const [point, setPoint] = useState<MapPoint>()
  const [center, setCenter] = useState<MapPoint>()

  /** Counts searches and choices: a position found after a later choice does not replace it. */
  const latest = useRef(0)

  /** Chooses a point and moves the map to it. */
  const moveTo = useCallback((next: MapPoint) => {
    latest.current += 1
    setLocating(false)
    setPoint(next)
    setCenter(next)
  }, [])
  const find = useCallback(
    (onError?: (reason: PositionError) => void) => {
      latest.current += 1
      const started = latest.current
      findPosition().then(
        (found) => {
          setFix(found)
          if (started !== latest.current) return
          setPositionError(undefined)
          moveTo(found)
        },
        (reason: PositionError) => {
          if (started !== latest.current) return
          setLocating(false)
          onError?.(reason)
        },
      )
    },
    [moveTo],
  )
  // A warning would answer a question that nobody has asked yet.
  useEffect(() => find(), [find])
  const locate = () => {
    setLocating(true)
    find(setPositionError)
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
