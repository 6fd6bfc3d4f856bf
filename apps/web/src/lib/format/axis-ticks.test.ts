import { expect, it } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

it('has round values that reach the largest one', () => {
  expect(axisTicks(1_761_190)).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000])
  expect(axisTicks(800)).toEqual([0, 200, 400, 600, 800])
  expect(axisTicks(9)).toEqual([0, 5, 10])
})

it('counts in whole steps, also when there is nothing', () => {
  expect(axisTicks(3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(0)).toEqual([0, 1])
})
