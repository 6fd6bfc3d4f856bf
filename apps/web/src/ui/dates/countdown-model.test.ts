import { describe, expect, it } from 'vitest'
import { nextChange, remaining } from './countdown-model.ts'

const minutes = (count: number) => count * 60_000

describe('the remaining time', () => {
  it.each([
    [minutes(60 * 27 + 5), { days: 1, hours: 3, minutes: 5, seconds: 0, urgency: 'calm' }],
    [minutes(120), { days: 0, hours: 2, minutes: 0, seconds: 0, urgency: 'soon' }],
    [minutes(10) + 1000, { days: 0, hours: 0, minutes: 10, seconds: 1, urgency: 'soon' }],
    [minutes(10), { days: 0, hours: 0, minutes: 10, seconds: 0, urgency: 'now' }],
    [999, { days: 0, hours: 0, minutes: 0, seconds: 0, urgency: 'over' }],
    [-5000, { days: 0, hours: 0, minutes: 0, seconds: 0, urgency: 'over' }],
  ])('of %i ms', (left, expected) => {
    expect(remaining(1_000_000, 1_000_000 + left)).toEqual(expected)
  })

  it('updates when the shown unit changes', () => {
    expect(nextChange(0, minutes(90) + 20_000)).toBe(20_000)
    expect(nextChange(0, minutes(30) + 400)).toBe(400)
    expect(nextChange(0, minutes(90))).toBe(60_000)
  })
})
