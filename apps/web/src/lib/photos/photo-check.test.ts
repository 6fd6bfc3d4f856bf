import { describe, expect, it } from 'vitest'
import { brightnessOf, photoProblemOf, sharpnessOf, type GreyPicture } from './photo-check.ts'

const picture = (value: (x: number, y: number) => number, side = 40): GreyPicture => ({
  width: side,
  height: side,
  grey: Uint8Array.from({ length: side * side }, (_, index) => value(index % side, Math.floor(index / side))),
})
const large = { width: 1200, height: 900 }
const stripes = picture((x, y) => (x % 4 < 2 && y % 6 < 3 ? 30 : 220))
const fog = picture((x, y) => 100 + x + y)
const night = picture((x, y) => (x % 4 < 2 && y % 6 < 3 ? 5 : 50))

describe('a photo of a document', () => {
  it('is good when large, bright and sharp', () => {
    expect(photoProblemOf(large, stripes, 600)).toBeUndefined()
  })

  it.each([
    ['SMALL', { width: 1200, height: 599 }, stripes],
    ['DARK', large, night],
    ['BLURRY', large, fog],
  ])('is reported as %s', (problem, size, grey) => {
    expect(photoProblemOf(size, grey, 600)).toBe(problem)
  })

  it('is measured on known scales', () => {
    expect(brightnessOf(picture(() => 128))).toBe(128)
    expect(sharpnessOf(picture(() => 128))).toBe(0)
    expect(sharpnessOf(stripes)).toBeGreaterThan(sharpnessOf(fog) * 10)
    expect([brightnessOf(picture(() => 1, 0)), sharpnessOf(picture(() => 1, 2))]).toEqual([0, 0])
  })
})
