import { describe, expect, it } from 'vitest'
import { countOf, valueOf } from './papers.ts'

const waiting = ['SENT', 'VIEWED']

describe('the papers under a tab', () => {
  it('are counted over its states, once anything was counted', () => {
    expect(countOf({ SENT: 2, VIEWED: 1, DRAFT: 5 }, waiting)).toBe(3)
    expect(countOf({}, waiting)).toBe(0)
    expect(countOf(undefined, waiting)).toBeUndefined()
  })

  it('come to a sum in each currency; those without a price to nothing', () => {
    const values = {
      SENT: [{ amount: 100, currency: 'NGN' }],
      VIEWED: [
        { amount: 50, currency: 'NGN' },
        { amount: 7, currency: 'EUR' },
      ],
      DRAFT: [{ amount: 9, currency: 'NGN' }],
    }
    expect(valueOf(values, waiting)).toEqual([
      { amount: 150, currency: 'NGN' },
      { amount: 7, currency: 'EUR' },
    ])
    expect(valueOf({}, waiting)).toEqual([])
    expect(valueOf({ SENT: [{ amount: 0, currency: 'NGN' }] }, waiting)).toEqual([])
  })
})
