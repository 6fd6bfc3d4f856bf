import { describe, expect, it } from 'vitest'
import { toQuery, shareOf, readFilter, reviewFilters } from './model.ts'

const filterOf = (query: string) => readFilter(new URLSearchParams(query))

describe('the filter in the address', () => {
  it('is all unless it names a known one', () => {
    expect(filterOf('')).toBe('all')
    expect(filterOf('show=7')).toBe('all')
    for (const filter of reviewFilters) expect(filterOf(`show=${filter}`)).toBe(filter)
  })

  it('becomes query parameters', () => {
    expect(toQuery('all')).toEqual({ status: 'PUBLISHED,UNDER_REVIEW' })
    expect(toQuery('unanswered')).toEqual({ unanswered: 'true' })
    expect(toQuery('hidden')).toEqual({ status: 'HIDDEN' })
    expect(toQuery('4')).toEqual({ stars: '4', status: 'PUBLISHED,UNDER_REVIEW' })
  })
})

it('a bar has the width of its share, and none when empty', () => {
  expect([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)]).toEqual([0, 33, 100])
})
