import { distanceBetween, type MapPoint } from './geo.ts'
import type { MapPin } from './map.types.ts'

/** Layout of a map without tiles, computed without React: districts, distance rings, the way and its pins. */

export interface SketchPoint {
  x: number
  y: number
}

export interface SketchSize {
  width: number
  height: number
}

export interface Sketch {
  /** Areas around the districts of the pins: each point belongs to the nearest district. */
  districts: { name: string; hue: number; path: string; label: SketchPoint | undefined }[]
  center: SketchPoint
  rings: { metres: number; radius: number; label: SketchPoint | undefined }[]
  legs: { id: string; path: string; travel: string | undefined; label: SketchPoint | undefined }[]
  pins: { pin: MapPin; at: SketchPoint }[]
}

export const PIN_RADIUS_PX = 13
const HUES = 6
const PADDING_PX = 34
/** Pins closer than this are moved apart. */
const PIN_SPACING_PX = 2 * PIN_RADIUS_PX + 3
/** A single pin is not shown larger than this. */
const MIN_SPAN_M = 2_400
const RING_SPACING_PX = 64
const MAX_RINGS = 6
/** Points of each leg that no text covers. */
const ROUTE_POINTS = 24
const ROUTE_SPACE_PX = 6
const LETTER_PX = 6.6
const LINE_PX = 16
/** A shorter leg has no room for its travel time. */
const MIN_LABELLED_LEG_PX = 78

/** Lays out a sketch of this size. Returns undefined without pins. */
export function layOutSketch(
  pins: readonly MapPin[],
  routeIds: readonly string[],
  size: SketchSize,
): Sketch | undefined {
  if (pins.length === 0) return undefined
  const { project, metresPerPixel } = fit(pins, size)
  const placedPins = spread(pins.map((pin) => ({ pin, at: project(pin) })))
  const labelSpace = new LabelSpace(
    size,
    placedPins.map(({ at }) => at),
  )
  const origin = placedPins.find(({ pin }) => pin.kind === 'base') ?? placedPins[0]
  const center = origin?.at ?? { x: size.width / 2, y: size.height / 2 }
  const legs = legsOf(routeIds, placedPins, labelSpace)
  const districts = districtsOf(placedPins, size, labelSpace)
  return { districts, center, rings: ringsOf(center, metresPerPixel, size, labelSpace), legs, pins: placedPins }
}

/** Projects points so that all of them fit; one degree of longitude is as long as it is at their latitude. */
function fit(points: readonly MapPoint[], { width, height }: SketchSize) {
  const [first = { latitude: 0, longitude: 0 }] = points
  const longitudeScale = Math.cos((first.latitude * Math.PI) / 180)
  const metresPerDegree = distanceBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })
  // The shorter way round the globe, so that the date line is no border.
  const east = ({ longitude }: MapPoint) =>
    (((longitude - first.longitude + 540) % 360) - 180) * longitudeScale * metresPerDegree
  const south = ({ latitude }: MapPoint) => (first.latitude - latitude) * metresPerDegree
  const xs = points.map(east)
  const ys = points.map(south)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  // A pin at the edge of a large map would look cut off.
  const padding = Math.max(PADDING_PX, Math.min(width, height) * 0.12)
  const room = { width: Math.max(1, width - 2 * padding), height: Math.max(1, height - 2 * padding) }
  const metresPerPixel = Math.max(
    (right - left) / room.width,
    (bottom - top) / room.height,
    MIN_SPAN_M / Math.max(width, height),
  )
  const project = (point: MapPoint): SketchPoint => ({
    x: width / 2 + (east(point) - (left + right) / 2) / metresPerPixel,
    y: height / 2 + (south(point) - (top + bottom) / 2) / metresPerPixel,
  })
  return { project, metresPerPixel }
}

const distance = (one: SketchPoint, other: SketchPoint): number => Math.hypot(one.x - other.x, one.y - other.y)

/** Moves pins at the same place beside each other. */
function spread(pins: Sketch['pins']): Sketch['pins'] {
  const placedPins: Sketch['pins'] = []
  for (const { pin, at } of pins) {
    const free = { ...at }
    while (placedPins.some((other) => distance(other.at, free) < PIN_SPACING_PX)) free.x += PIN_SPACING_PX / 2
    placedPins.push({ pin, at: free })
  }
  return placedPins
}

/** About how wide a text is, with some room around it. */
const widthOf = (label: string): number => label.length * LETTER_PX + 8

/** Finds room for texts between pins and other texts. */
class LabelSpace {
  readonly #size: SketchSize
  readonly #boxes: { at: SketchPoint; width: number; height: number }[]

  constructor(size: SketchSize, pins: readonly SketchPoint[]) {
    this.#size = size
    this.#boxes = []
    this.block(pins, 2 * PIN_RADIUS_PX)
  }

  /** Keeps the surroundings of points free of texts. */
  block(points: readonly SketchPoint[], width: number): void {
    this.#boxes.push(...points.map((at) => ({ at, width, height: width })))
  }

  /** Reserves room for a text centred on the first free candidate; undefined when none is free. */
  place(text: string, candidates: readonly SketchPoint[]): SketchPoint | undefined {
    const width = widthOf(text)
    const at = candidates.find((candidate) => this.#isFree(candidate, width))
    if (at) this.#boxes.push({ at, width, height: LINE_PX })
    return at
  }

  #isFree({ x, y }: SketchPoint, width: number): boolean {
    const { width: right, height: bottom } = this.#size
    if (x < width / 2 + 4 || x > right - width / 2 - 4 || y < LINE_PX / 2 + 4 || y > bottom - LINE_PX / 2 - 4)
      return false
    return !this.#boxes.some(
      (box) => Math.abs(box.at.x - x) < (box.width + width) / 2 && Math.abs(box.at.y - y) < (box.height + LINE_PX) / 2,
    )
  }
}

/** The way from pin to pin. Slightly bent, because it is no road. */
function legsOf(routeIds: readonly string[], pins: Sketch['pins'], labelSpace: LabelSpace): Sketch['legs'] {
  const stops = routeIds.flatMap((id) => pins.find(({ pin }) => pin.id === id) ?? [])
  const legs = stops.slice(1).map(({ pin, at: to }, index) => {
    const from = stops[index]?.at ?? to
    const bend = { x: (from.y - to.y) * 0.12, y: (to.x - from.x) * 0.12 }
    const middle = { x: (from.x + to.x) / 2 + bend.x, y: (from.y + to.y) / 2 + bend.y }
    const points = Array.from({ length: ROUTE_POINTS }, (_, step) => pointOn(from, middle, to, step / ROUTE_POINTS))
    return { id: pin.id, travel: pin.travel, from, middle, to, points }
  })
  for (const { points } of legs) labelSpace.block(points, ROUTE_SPACE_PX)
  return legs.map(({ id, travel, from, middle, to }) => {
    const hasRoom = travel !== undefined && distance(from, to) >= MIN_LABELLED_LEG_PX
    const label = hasRoom ? labelSpace.place(travel, besideLeg(travel, from, middle, to)) : undefined
    return { id, path: `M${text(from)}Q${text(middle)} ${text(to)}`, travel, label }
  })
}

/** Places for a text along a leg: first on its outer side, where the way back is not. */
function besideLeg(label: string, from: SketchPoint, bend: SketchPoint, to: SketchPoint): SketchPoint[] {
  const length = distance(from, to)
  const out = { x: (from.y - to.y) / length, y: (to.x - from.x) / length }
  const offset = (Math.abs(out.x) * widthOf(label) + Math.abs(out.y) * LINE_PX) / 2 + ROUTE_SPACE_PX
  return [1, -1].flatMap((side) =>
    [0.5, 0.35, 0.65, 0.2, 0.8].map((share) => {
      const { x, y } = pointOn(from, bend, to, share)
      return { x: x + side * out.x * offset, y: y + side * out.y * offset }
    }),
  )
}

/** A point of a bent line: 0 is its start and 1 its end. */
const pointOn = (from: SketchPoint, bend: SketchPoint, to: SketchPoint, share: number): SketchPoint => {
  const mix = (a: number, b: number, c: number) => (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c
  return { x: mix(from.x, bend.x, to.x), y: mix(from.y, bend.y, to.y) }
}

const text = ({ x, y }: SketchPoint): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** Distances from the centre, as many as fit. */
function ringsOf(
  center: SketchPoint,
  metresPerPixel: number,
  size: SketchSize,
  labelSpace: LabelSpace,
): Sketch['rings'] {
  const step = roundDistance(RING_SPACING_PX * metresPerPixel)
  const farthest = Math.max(...corners(size).map((corner) => distance(center, corner)))
  const count = Math.min(MAX_RINGS, Math.floor((farthest * metresPerPixel) / step))
  return Array.from({ length: count }, (_, index) => {
    const metres = step * (index + 1)
    const radius = metres / metresPerPixel
    const candidates = [-90, -60, -120, 0, 180, 90, -30, -150, 60, 120].map((degrees) => {
      const angle = (degrees * Math.PI) / 180
      return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) }
    })
    return { metres, radius, label: labelSpace.place('00.0 km', candidates) }
  })
}

/** The next of 100 m, 200 m, 500 m, 1 km, and so on. */
function roundDistance(metres: number): number {
  const unit = 10 ** Math.floor(Math.log10(metres))
  return unit * ([1, 2, 5, 10].find((factor) => factor * unit >= metres) ?? 10)
}

/** The districts of the pins, each with the points of the sketch that are nearest to it. */
function districtsOf(pins: Sketch['pins'], size: SketchSize, labelSpace: LabelSpace): Sketch['districts'] {
  const members = new Map<string, SketchPoint[]>()
  for (const { pin, at } of pins)
    if (pin.district) members.set(pin.district, [...(members.get(pin.district) ?? []), at])
  const sites = [...members].map(([name, points]) => ({
    name,
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  }))
  const used = new Set<number>()
  return sites.map((site) => {
    let cell = corners(size)
    for (const other of sites) if (other !== site) cell = nearerTo(cell, site, other)
    const isInside = (point: SketchPoint) => !sites.some((other) => distance(point, other) < distance(point, site))
    const candidates = grid(size)
      .filter(isInside)
      .sort((one, other) => distance(one, site) - distance(other, site))
    return {
      name: site.name,
      hue: hueOf(site.name, used),
      path: `M${cell.map(text).join('L')}Z`,
      label: labelSpace.place(site.name, candidates),
    }
  })
}

/** Corners of the sketch; a little outside, so that no border is drawn around it. */
const corners = ({ width, height }: SketchSize): SketchPoint[] => [
  { x: -8, y: -8 },
  { x: width + 8, y: -8 },
  { x: width + 8, y: height + 8 },
  { x: -8, y: height + 8 },
]

const grid = ({ width, height }: SketchSize): SketchPoint[] =>
  Array.from({ length: 16 * 12 }, (_, index) => ({
    x: (((index % 16) + 0.5) * width) / 16,
    y: ((Math.floor(index / 16) + 0.5) * height) / 12,
  }))

/** The part of a polygon that is nearer to one point than to the other. */
function nearerTo(polygon: readonly SketchPoint[], site: SketchPoint, other: SketchPoint): SketchPoint[] {
  const [dx, dy] = [other.x - site.x, other.y - site.y]
  const side = ({ x, y }: SketchPoint) => (x - (site.x + other.x) / 2) * dx + (y - (site.y + other.y) / 2) * dy
  return polygon.flatMap((point, index) => {
    const before = polygon.at(index - 1) ?? point
    const [a, b] = [side(before), side(point)]
    const share = a / (a - b)
    const cut = { x: before.x + (point.x - before.x) * share, y: before.y + (point.y - before.y) * share }
    const crosses = a > 0 !== b > 0
    return [...(crosses ? [cut] : []), ...(b <= 0 ? [point] : [])]
  })
}

/** A hue from 1 to 6: the same for a name, unless another district of the sketch has it. */
function hueOf(name: string, used: Set<number>): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 997
  let hue = hash % HUES
  for (let tries = 0; tries < HUES && used.has(hue); tries += 1) hue = (hue + 1) % HUES
  used.add(hue)
  return hue + 1
}
