import { t } from '@lingui/core/macro'

/** Places on earth, without drawing them. */

export interface MapPoint {
  latitude: number
  longitude: number
}

/** Metres, on a sphere: within half a percent. */
const EARTH_RADIUS_M = 6_371_000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres as the crow flies. */
export function distanceBetween(one: MapPoint, other: MapPoint): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const half = Math.sin((to - from) / 2) ** 2
  const across = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half + Math.cos(from) * Math.cos(to) * across)))
}

/** `80 m`, `1.2 km`, `340 km`: no more exact than it is. */
export function distanceText(metres: number): string {
  if (metres < 1_000) {
    const rounded = Math.round(metres / 10) * 10
    return t`${rounded} m`
  }
  const digits = metres < 10_000 ? 1 : 0
  const kilometres = (metres / 1_000).toLocaleString(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return t`${kilometres} km`
}

/** Five places: about a metre. */
export const pointText = ({ latitude, longitude }: MapPoint): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

/** What somebody typed as a latitude or longitude; undefined: no number, or no such place. */
export function readDegrees(typed: string, most: 90 | 180): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-')
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined
  const degrees = Number(text)
  return Math.abs(degrees) <= most ? degrees : undefined
}

/** Where a point stands among the tiles of a zoom: whole part the tile, the rest the way across it. */
export function tileOf({ latitude, longitude }: MapPoint, zoom: number): { x: number; y: number } {
  const count = 2 ** zoom
  const sine = Math.sin(radians(Math.max(-85.05, Math.min(85.05, latitude))))
  return {
    x: ((longitude + 180) / 360) * count,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count,
  }
}
