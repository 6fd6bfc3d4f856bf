import { describe, expect, it } from 'vitest'
import { tabCount, valueOf } from './document-list-query.ts'

const waiting = ['SENT', 'VIEWED']

describe('documents under a tab', () => {
  it('are counted over its statuses, once known', () => {
    const page = { countsByStatus: { SENT: 2, VIEWED: 1, DRAFT: 5 }, atLeast: false }
    expect(tabCount(page, waiting)).toBe(3)
    expect(tabCount(page, waiting, 2)).toBe(5)
    expect(tabCount({ ...page, countsByStatus: {} }, waiting)).toBe(0)
    expect(tabCount(undefined, waiting)).toBeUndefined()
  })

  it('are a lower bound where counting stopped', () => {
    expect(tabCount({ countsByStatus: { SENT: 612 }, atLeast: true }, waiting)).toBe('612+')
  })

  it('are summed by currency, without those that have no price', () => {
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
