import { describe, expect, it } from 'vitest'
import { dueDay } from './labels.ts'

describe('the due day of a milestone', () => {
  // In Auckland it is the twelfth already, in Honolulu still the eleventh.
  const now = new Date('2027-02-12T06:00:00.000Z')

  it.each([
    ['Pacific/Auckland', '2027-02-12', 'Today', false],
    ['Pacific/Auckland', '2027-02-11', 'Yesterday', true],
    ['Pacific/Honolulu', '2027-02-11', 'Today', false],
    ['Pacific/Honolulu', '2027-02-12', 'Tomorrow', false],
    ['Pacific/Honolulu', '2027-02-10', 'Yesterday', true],
  ])('relative to today in %s: %s is %s', (timeZone, day, name, isOver) => {
    expect(dueDay(day, now, timeZone)).toEqual({ name, isOver })
  })

  it("is overdue nowhere before the day has ended in the provider's time zone", () => {
    for (const [at, isOver] of [
      ['2027-02-12T10:59:59.000Z', false],
      ['2027-02-12T11:00:00.000Z', true],
    ] as const) {
      expect(dueDay('2027-02-12', new Date(at), 'Pacific/Auckland').isOver).toBe(isOver)
    }
  })
})
