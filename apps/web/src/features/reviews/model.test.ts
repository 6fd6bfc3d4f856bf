import { describe, expect, it } from 'vitest'
import { filterOf, shareOf, showOf, shows } from './model.ts'

const asking = (query: string) => showOf(new URLSearchParams(query))

describe('what an address asks for', () => {
  it('is all, unless it names something that is there', () => {
    expect(asking('')).toBe('all')
    expect(asking('show=7')).toBe('all')
    for (const show of shows) expect(asking(`show=${show}`)).toBe(show)
  })

  it('becomes what the server is asked', () => {
    expect(filterOf('all')).toEqual({ status: 'PUBLISHED,UNDER_REVIEW' })
    expect(filterOf('unanswered')).toEqual({ unanswered: 'true' })
    expect(filterOf('hidden')).toEqual({ status: 'HIDDEN' })
    expect(filterOf('4')).toEqual({ stars: '4', status: 'PUBLISHED,UNDER_REVIEW' })
  })
})

it('a bar is as long as its share, and empty where nothing is', () => {
  expect([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)]).toEqual([0, 33, 100])
})
