import { towardsEnd } from '../../lib/i18n/direction.ts'

/** Scale of a picture and its offset from the centre in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

export interface Room {
  width: number
  height: number
}

export const initialView: View = { scale: 1, x: 0, y: 0 }
const MAX_SCALE = 6

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** Limits panning to the picture's edges. */
export function pan({ scale, x, y }: View, { width, height }: Room): View {
  const [across, down] = [((scale - 1) * width) / 2, ((scale - 1) * height) / 2]
  return { scale, x: between(-across, x, across), y: between(-down, y, down) }
}

/** Scales by a factor and keeps the point, relative to the centre, in place. */
export function zoom(view: View, factor: number, at: Point, room: Room): View {
  const scale = between(1, view.scale * factor, MAX_SCALE)
  const by = scale / view.scale
  return pan({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, room)
}

/** Interprets a drag over an unzoomed picture as a swipe. */
export function swipeOf(offset: Point, milliseconds: number): 'next' | 'before' | 'close' | undefined {
  const [across, down] = [Math.abs(offset.x), Math.abs(offset.y)]
  const isFast = milliseconds < 300
  if (across > down && across > (isFast ? 40 : 110)) return towardsEnd(offset.x) < 0 ? 'next' : 'before'
  return down > across && offset.y > (isFast ? 70 : 160) ? 'close' : undefined
}
