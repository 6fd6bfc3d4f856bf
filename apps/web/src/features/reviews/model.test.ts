import { describe, expect, it } from 'vitest'
import { filterOf, shareOf, showOf, shows } from './model.ts'

const asking = (query: string) => showOf(new URLSearchParams(query))

describe('the filter in the address', () => {
  it('is all unless it names a known one', () => {
    expect(asking('')).toBe('all')
    expect(asking('show=7')).toBe('all')
    for (const show of shows) expect(asking(`show=${show}`)).toBe(show)
  })

  it('becomes query parameters', () => {
    expect(filterOf('all')).toEqual({ status: 'PUBLISHED,UNDER_REVIEW' })
    expect(filterOf('unanswered')).toEqual({ unanswered: 'true' })
    expect(filterOf('hidden')).toEqual({ status: 'HIDDEN' })
    expect(filterOf('4')).toEqual({ stars: '4', status: 'PUBLISHED,UNDER_REVIEW' })
  })
})

it('a bar has the width of its share, and none when empty', () => {
  expect([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)]).toEqual([0, 33, 100])
})
