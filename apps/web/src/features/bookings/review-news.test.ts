import { describe, expect, it } from 'vitest'
import type { Deed } from '../../lib/outbox.ts'
import { reviewNews } from './review-news.ts'

const deed = (id: string, state: Deed['state'] = 'review') => ({ id, state }) as Deed
const told = (...ids: string[]) => new Set(ids)

describe('news of what was refused', () => {
  it('are none while all of it goes through, or was told before', () => {
    expect(reviewNews([deed('a', 'waiting')], told())).toBeUndefined()
    expect(reviewNews([deed('a')], told('a'))).toBeUndefined()
  })

  it('name the newest once, and how many there are with those told of before', () => {
    const deeds = [deed('a'), deed('b'), deed('c', 'waiting'), deed('d')]
    expect(reviewNews(deeds, told('a'))).toMatchObject({ newest: { id: 'd' }, count: 3 })
    expect(reviewNews(deeds, told('a', 'b', 'd'))).toBeUndefined()
  })
})
