import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MapPin } from './map.types.ts'
import { layOutSketch } from './sketch-model.ts'

const size = { width: 640, height: 360 }
const pin = (id: string, latitude: number, longitude: number, overrides: Partial<MapPin> = {}): MapPin => ({
  id,
  kind: 'stop',
  label: id,
  latitude,
  longitude,
  ...overrides,
})
const base = pin('base', 6.5, 3.35, { kind: 'base' })
const ikeja = pin('ikeja', 6.6, 3.35, { district: 'Ikeja', travel: '31 min' })
const yaba = pin('yaba', 6.51, 3.4, { district: 'Yaba', travel: '20 min' })

/** Points of a path with one bend. */
const pointsOf = (path: string): { x: number; y: number }[] => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = path.match(/-?[\d.]+/g)?.map(Number) ?? []
  return Array.from({ length: 101 }, (_, step) => {
    const share = step / 100
    const mix = (a: number, b: number, c: number) => (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c
    return { x: mix(x1, x2, x3), y: mix(y1, y2, y3) }
  })
}

describe('a sketch of a day', () => {
  it('has north at the top and east at the right', () => {
    const at = new Map(layOutSketch([base, ikeja, yaba], [], size)?.pins.map(({ pin, at }) => [pin.id, at]))
    expect(at.get('ikeja')?.y).toBeLessThan(at.get('base')?.y ?? 0)
    expect(at.get('yaba')?.x).toBeGreaterThan(at.get('base')?.x ?? 0)
  })

  it('names each district, and how long each part of the way takes', () => {
    const sketch = layOutSketch([base, ikeja, yaba], ['base', 'ikeja', 'yaba'], size)
    expect(sketch?.districts.map(({ name }) => name)).toEqual(['Ikeja', 'Yaba'])
    expect(new Set(sketch?.districts.map(({ hue }) => hue)).size).toBe(2)
    expect(sketch?.legs.map(({ id, travel }) => [id, travel])).toEqual([
      ['ikeja', '31 min'],
      ['yaba', '20 min'],
    ])
    expect(sketch?.legs.every(({ label }) => label !== undefined)).toBe(true)
  })

  it('writes how long a way takes beside that way, off the way back', () => {
    const nearBase = pin('near base', 6.49, 3.36, { travel: '38 min' })
    const size = { width: 700, height: 640 }
    const legs = layOutSketch([base, ikeja, nearBase], ['base', 'ikeja', 'near base'], size)?.legs ?? []
    const points = legs.flatMap(({ path }) => pointsOf(path))
    expect(legs).toHaveLength(2)
    for (const { label } of legs) {
      const { x = NaN, y = NaN } = label ?? {}
      expect(points.filter((point) => Math.abs(point.x - x) < 22 && Math.abs(point.y - y) < 8)).toEqual([])
    }
  })

  it('has rings at round distances around the base', () => {
    const sketch = layOutSketch([base, ikeja], [], size)
    expect(sketch?.rings.map(({ metres }) => metres).slice(0, 2)).toEqual([5_000, 10_000])
    expect(sketch?.center).toEqual(sketch?.pins[0]?.at)
  })

  it('shows two jobs at one address beside each other', () => {
    const sketch = layOutSketch([ikeja, { ...ikeja, id: 'next door' }], [], size)
    const [one, other] = sketch?.pins.map(({ at }) => at) ?? []
    expect(Math.abs((one?.x ?? 0) - (other?.x ?? 0))).toBeGreaterThanOrEqual(26)
  })

  it('crosses the date line on the short way', () => {
    const sketch = layOutSketch([pin('fiji', -17, 179.9), pin('samoa', -17, -179.9)], [], size)
    expect(sketch?.rings[0]?.metres).toBeLessThan(10_000)
  })

  it('keeps every pin in the picture', () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(anywhere, { minLength: 1, maxLength: 5 }), (points) => {
        const pins = points.map(({ latitude, longitude }, index) => pin(String(index), latitude, longitude))
        for (const { at } of layOutSketch(pins, [], size)?.pins ?? []) {
          expect(at.y).toBeGreaterThanOrEqual(0)
          expect(at.y).toBeLessThanOrEqual(size.height)
          expect(Number.isFinite(at.x)).toBe(true)
        }
      }),
    )
  })

  it('needs a pin', () => expect(layOutSketch([], [], size)).toBeUndefined())
})
