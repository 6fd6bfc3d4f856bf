import type { MapPoint } from './geo.ts'

export interface MapPin extends MapPoint {
  id: string
  /** Shown when the pointer rests on the pin. */
  label: string
  kind: 'stop' | 'current' | 'done' | 'request' | 'base' | 'person'
  /** Number on the pin. */
  mark?: string
  /** Names the area around the pin on the sketch. */
  district?: string
  /** Travel to the pin, written on the way. */
  travel?: string | undefined
}

export interface MapProps {
  pins: readonly MapPin[]
  /** Ids of the pins that the route connects, in driving order. */
  routeIds?: readonly string[]
  /** Describes the map to screen readers. What it shows has to be written beside it. */
  label: string
  /** Id of the highlighted pin. */
  selected?: string | undefined
  onSelect?: (id: string) => void
  /** A picture that is not moved or zoomed. */
  still?: boolean
  className?: string
}
