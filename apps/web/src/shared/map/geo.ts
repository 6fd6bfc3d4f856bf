import { formatter } from '../../lib/format/dates.ts'

/** Geographic calculations without React. */

export interface MapPoint {
  latitude: number
  longitude: number
}

/** Earth's radius in metres; a sphere is accurate to half a percent. */
const EARTH_RADIUS_M = 6_371_000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Distance in metres along a great circle. */
export function distanceBetween(one: MapPoint, other: MapPoint): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)]
  const half = Math.sin((to - from) / 2) ** 2
  const across = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half + Math.cos(from) * Math.cos(to) * across)))
}

/** Formats a distance with suitable precision: `80 m`, `1.2 km`, `340 km`. */
export function distanceText(metres: number): string {
  if (metres < 995) return unitText(Math.round(metres / 10) * 10, 'meter')
  return kilometresText(metres, metres < 10_000 ? 1 : 0)
}

/** Formats metres as kilometres: `2 km`, or with fraction digits. */
export const kilometresText = (metres: number, digits = 0): string =>
  unitText(metres / 1_000, 'kilometer', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const unitText = (value: number, unit: 'meter' | 'kilometer', options?: Intl.NumberFormatOptions) =>
  formatter().number(value, { style: 'unit', unit, unitDisplay: 'short', ...options })

/** Five decimals are about one metre. */
export const pointText = ({ latitude, longitude }: MapPoint): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

/** Parses a typed latitude or longitude; undefined when invalid or out of range. */
export function readDegrees(typed: string, max: 90 | 180): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-')
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined
  const degrees = Number(text)
  return Math.abs(degrees) <= max ? degrees : undefined
}

/** Tile coordinates of a point at a zoom level: the integer part is the tile, the fraction the position in it. */
export function tileOf({ latitude, longitude }: MapPoint, zoom: number): { x: number; y: number } {
  const count = 2 ** zoom
  const sine = Math.sin(radians(Math.max(-85.05, Math.min(85.05, latitude))))
  return {
    x: ((longitude + 180) / 360) * count,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count,
  }
}
