import { describe, expect, it } from 'vitest'
import { nextChange, urgencyOf } from './countdown-model.ts'

const minutes = (count: number) => count * 60_000

describe('a countdown', () => {
  it.each([
    [minutes(120) + 1000, 'calm'],
    [minutes(120), 'soon'],
    [minutes(10) + 1000, 'soon'],
    [minutes(10), 'now'],
    [1000, 'now'],
    [999, 'over'],
    [-5000, 'over'],
  ])('with %i ms left is %s', (left, urgency) => {
    expect(urgencyOf(1_000_000, 1_000_000 + left)).toBe(urgency)
  })

  it('updates when the shown unit changes', () => {
    expect(nextChange(0, minutes(90) + 20_000)).toBe(20_000)
    expect(nextChange(0, minutes(30) + 400)).toBe(400)
    expect(nextChange(0, minutes(90))).toBe(60_000)
  })
})
