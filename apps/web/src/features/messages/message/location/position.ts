import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { distanceText, type MapPoint } from '../../../../shared/map/geo.ts'

/** Position of this device, as the browser reports it. */

export interface PositionFix extends MapPoint {
  /** Accuracy in metres. */
  accuracy: number
}

export type PositionError = 'denied' | 'unavailable' | 'timeout' | 'unsupported'

const options: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 10_000 }

const fixOf = ({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): PositionFix => ({
  latitude,
  longitude,
  accuracy,
})

const positionErrorOf = ({ code }: GeolocationPositionError): PositionError =>
  code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable'

/** Accuracy as shown: at least ten metres, because devices overstate theirs. */
export const accuracyText = ({ accuracy }: PositionFix): string => distanceText(Math.max(10, accuracy))

/** Requests the position once. Rejects with a `PositionError`. */
export const findPosition = (): Promise<PositionFix> =>
  new Promise((resolve, reject: (why: PositionError) => void) => {
    if (!('geolocation' in navigator)) return reject('unsupported')
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(fixOf(found)),
      (error) => reject(positionErrorOf(error)),
      options,
    )
  })

/** Reports every movement, and why the position got lost. Returns the function that stops it. */
export function followPosition(onMove: (fix: PositionFix) => void, onLost: (why: PositionError) => void): () => void {
  const watch = navigator.geolocation.watchPosition(
    (found) => onMove(fixOf(found)),
    (error) => onLost(positionErrorOf(error)),
    options,
  )
  return () => navigator.geolocation.clearWatch(watch)
}

const positionErrors: Record<PositionError, MessageDescriptor> = {
  denied: msg`Location is off for Fettle. Turn it on in your browser settings, or drop the pin yourself.`,
  timeout: msg`It took too long to find your location. Try again, or drop the pin yourself.`,
  unavailable: msg`This device can't find its location. Drop the pin yourself.`,
  unsupported: msg`This browser doesn't share your location. Drop the pin yourself.`,
}

/** Why the position of this device is unknown. */
export const positionErrorText = (error: PositionError): string => i18n._(positionErrors[error])
