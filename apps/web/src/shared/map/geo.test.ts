import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceBetween, distanceText, readDegrees, tileOf } from './geo.ts'

const lagos = { latitude: 6.4541, longitude: 3.3947 }
const ikeja = { latitude: 6.6018, longitude: 3.3515 }

describe('a distance on the map', () => {
  it('equals known distances', () => {
    expect(distanceBetween(lagos, ikeja) / 1_000).toBeCloseTo(17.1, 1)
    expect(distanceBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }) / 1_000).toBeCloseTo(
      111.2,
      1,
    )
  })

  it('is symmetric, zero to itself, and at most half the circumference', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const metres = distanceBetween(one, other)
        expect(metres).toBeCloseTo(distanceBetween(other, one), 3)
        expect(metres >= 0 && metres <= 20_016_000).toBe(true)
        expect(distanceBetween(one, one)).toBe(0)
      }),
    )
  })

  it('is formatted with suitable precision', () => {
    expect([4, 84, 999, 1_240, 12_600, 340_200].map(distanceText)).toEqual([
      '0 m',
      '80 m',
      '1.0 km',
      '1.2 km',
      '13 km',
      '340 km',
    ])
  })
})

it('parses typed degrees, and refuses values out of range', () => {
  expect(readDegrees(' 6,4541 ', 90)).toBe(6.4541)
  expect(readDegrees('-3.4', 180)).toBe(-3.4)
  expect(['', '91', 'north', '1e2', '6.4.5'].map((typed) => readDegrees(typed, 90))).toEqual(Array(5).fill(undefined))
})

it('computes the tile of a point', () => {
  const { x, y } = tileOf(lagos, 10)
  expect([Math.floor(x), Math.floor(y)]).toEqual([521, 493])
  expect(tileOf({ latitude: 0, longitude: 0 }, 1)).toEqual({ x: 1, y: 1 })
})
