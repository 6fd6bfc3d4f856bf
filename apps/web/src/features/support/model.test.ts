import type { Faq, FaqCategory } from '@fettle/protocol/support/support'
import { describe, expect, it } from 'vitest'
import { byTopic, countIn, excerptOf, searchHere } from './model.ts'

const faq = (slug: string, title: string, bodyMarkdown = 'Nothing more.', category: FaqCategory = 'PAYOUTS'): Faq => ({
  slug,
  locale: 'en',
  title,
  category,
  bodyMarkdown,
  updatedAt: '2026-03-02T11:00:00.000Z',
  helpfulYes: 0,
  helpfulNo: 0,
  myVote: null,
})

describe('help offline', () => {
  const all = [
    faq('paid', 'How do I get paid out?', 'Open **Earnings** and request a payout.'),
    faq('late', 'My payout did not arrive', 'Banks need days.'),
    faq('hours', 'How do I say when I work?', 'Open **Profile → Availability**.', 'GETTING_STARTED'),
  ]

  it('is searched by word prefixes, with titles weighted higher', () => {
    expect(searchHere(all, 'PAYOUT').map(({ slug }) => slug)).toEqual(['late', 'paid'])
    expect(searchHere(all, 'avail').map(({ slug }) => slug)).toEqual(['hours'])
    expect(searchHere(all, 'señor xylophone')).toEqual([])
    expect(searchHere(all, ' ')).toEqual([])
  })

  it('is grouped by topic in order', () => {
    expect(byTopic(all).map(({ category, faqs }) => [category, faqs.length])).toEqual([
      ['GETTING_STARTED', 1],
      ['PAYOUTS', 2],
    ])
  })

  it('shows excerpts without markup, cut at a word', () => {
    expect(excerptOf('Open **Earnings** first.\n\n- Then this')).toBe('Open Earnings first. Then this')
    expect(excerptOf('word '.repeat(50))).toMatch(/^(word )+word…$/)
  })
})

describe('ticket counts', () => {
  it('are summed by tab', () => {
    const counts = { OPEN: 1, PENDING: 2, ON_HOLD: 3, RESOLVED: 4, CLOSED: 5 }
    expect([countIn('open', counts), countIn('answer', counts), countIn('settled', counts)]).toEqual([6, 2, 9])
    expect(countIn('all', counts)).toBe(15)
  })
})
