import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pan, swipeOf, initialView, zoom } from './zoom.ts'

const room = { width: 400, height: 300 }

describe('a zoomed picture', () => {
  it('keeps the point under the finger', () => {
    const view = zoom(initialView, 2, { x: 50, y: -20 }, room)
    // Screen position = picture position × scale + offset.
    expect((50 - view.x) / view.scale).toBeCloseTo(50)
    expect((-20 - view.y) / view.scale).toBeCloseTo(-20)
  })

  it('is limited to fit, six times, and its edges', () => {
    const point = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -150, max: 150 }) })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0.2, max: 5, noNaN: true }), point), { maxLength: 20 }),
        (steps) => {
          const view = steps.reduce((now, [factor, at]) => zoom(now, factor, at, room), initialView)
          expect(view.scale).toBeGreaterThanOrEqual(1)
          expect(view.scale).toBeLessThanOrEqual(6)
          expect(Math.abs(view.x)).toBeLessThanOrEqual(((view.scale - 1) * room.width) / 2 + 1e-6)
          expect(Math.abs(view.y)).toBeLessThanOrEqual(((view.scale - 1) * room.height) / 2 + 1e-6)
        },
      ),
    )
  })

  it('cannot be panned when it fits', () => {
    expect(pan({ scale: 1, x: 90, y: -40 }, room)).toEqual({ scale: 1, x: 0, y: -0 })
  })
})

it('swiping sideways navigates, swiping down closes, and short drags do nothing', () => {
  expect(swipeOf({ x: -60, y: 5 }, 150)).toBe('next')
  expect(swipeOf({ x: 150, y: 30 }, 900)).toBe('before')
  expect(swipeOf({ x: 10, y: 90 }, 150)).toBe('close')
  expect(swipeOf({ x: -60, y: 5 }, 900)).toBeUndefined()
  expect(swipeOf({ x: 0, y: -300 }, 100)).toBeUndefined()
})

it('the next picture is at the other side of a page from right to left', () => {
  document.documentElement.dir = 'rtl'
  expect([swipeOf({ x: 60, y: 5 }, 150), swipeOf({ x: -60, y: 5 }, 150)]).toEqual(['next', 'before'])
  document.documentElement.dir = ''
})
