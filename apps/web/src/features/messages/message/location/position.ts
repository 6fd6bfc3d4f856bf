import { t } from '@lingui/core/macro'
import type { Place } from './geo.ts'

/** Where this device is, as the browser says. */

export interface Fix extends Place {
  /** Metres it may be off. */
  accuracy: number
}

export type NoFix = 'denied' | 'unavailable' | 'timeout' | 'unsupported'

const options: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 10_000 }

const fixOf = ({ coords: { latitude, longitude, accuracy } }: GeolocationPosition): Fix => ({
  latitude,
  longitude,
  accuracy,
})

const whyOf = ({ code }: GeolocationPositionError): NoFix =>
  code === 1 ? 'denied' : code === 3 ? 'timeout' : 'unavailable'

/** Asks once. Rejects with a `NoFix`. */
export const findPosition = (): Promise<Fix> =>
  new Promise((resolve, reject: (why: NoFix) => void) => {
    if (!('geolocation' in navigator)) return reject('unsupported')
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(fixOf(found)),
      (error) => reject(whyOf(error)),
      options,
    )
  })

/** Tells every move. The returned function stops. */
export function followPosition(moved: (fix: Fix) => void, lost: (why: NoFix) => void): () => void {
  const watch = navigator.geolocation.watchPosition(
    (found) => moved(fixOf(found)),
    (error) => lost(whyOf(error)),
    options,
  )
  return () => navigator.geolocation.clearWatch(watch)
}

export function whyNoFix(why: NoFix): string {
  switch (why) {
    case 'denied':
      return t`Your location is not allowed for this page. Allow it beside the address of the page, in your browser, or choose the place by hand.`
    case 'timeout':
      return t`It took too long to find out where you are. Try again, or choose the place by hand.`
    case 'unavailable':
      return t`This device does not know where it is. Choose the place by hand.`
    case 'unsupported':
      return t`This browser does not tell where you are. Choose the place by hand.`
  }
}
