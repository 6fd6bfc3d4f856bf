import type { OfferStatus } from '@fettle/protocol/offers'
import { offerStatuses } from '@fettle/protocol/offers/flow'
import { describe, expect, it } from 'vitest'
import { cardActions, leadsToWriting } from './chat-card/card-model.ts'
import { deadlineOf, isExpiring, nextStep, offerTabs, otherActions, readTab, statusesOf, tabOf } from './model.ts'

const now = new Date('2026-11-25T07:00:00Z')
const offer = (status: OfferStatus, over: object = {}) => ({
  status,
  allowedActions: [],
  needsContract: false,
  convertedTo: null,
  validUntil: null,
  respondBy: null,
  ...over,
})

describe('the tabs of offers', () => {
  it('contain every status once', () => {
    const shown = offerTabs.flatMap((tab) => statusesOf[tab])
    expect([...shown].sort()).toEqual([...offerStatuses].sort())
    for (const status of offerStatuses) expect(statusesOf[tabOf({ status })]).toContain(status)
    expect([readTab('waiting'), readTab('nonsense'), readTab(null)]).toEqual(['waiting', 'quote', 'quote'])
  })
})

describe('the deadline of an offer', () => {
  it("is the customer's while open, the provider's before sending, and none afterwards", () => {
    const times = { validUntil: '2026-12-01T22:59:59Z', respondBy: '2026-11-26T07:00:00Z' }
    expect(deadlineOf(offer('VIEWED', times))).toBe(times.validUntil)
    expect(deadlineOf(offer('DRAFT', times))).toBe(times.respondBy)
    expect(deadlineOf(offer('ACCEPTED', times))).toBeUndefined()
  })

  it("is near three days before the customer's, and half a day before the provider's", () => {
    expect(isExpiring(offer('SENT', { validUntil: '2026-11-28T06:59:00Z' }), now)).toBe(true)
    expect(isExpiring(offer('SENT', { validUntil: '2026-11-28T07:01:00Z' }), now)).toBe(false)
    expect(isExpiring(offer('REQUESTED', { respondBy: '2026-11-25T18:00:00Z' }), now)).toBe(true)
    expect(isExpiring(offer('REQUESTED', { respondBy: '2026-11-26T07:00:00Z' }), now)).toBe(false)
  })
})

describe('the next action of an offer', () => {
  it.each([
    ['REQUESTED', {}, 'write'],
    ['DRAFT', {}, 'write'],
    ['SENT', { allowedActions: ['remind'] }, 'remind'],
    ['SENT', { allowedActions: ['draft'] }, 'message'],
    ['CHANGES_REQUESTED', { allowedActions: ['draft', 'withdraw'] }, 'revise'],
    ['DECLINED', { allowedActions: ['draft', 'duplicate'] }, 'revise'],
    ['DECLINED', { allowedActions: ['duplicate'] }, 'duplicate'],
    ['ACCEPTED', { allowedActions: ['convert'] }, 'convert'],
    ['ACCEPTED', { needsContract: true, allowedActions: ['convert'] }, 'contract'],
    ['ACCEPTED', {}, 'message'],
    ['CONVERTED', { convertedTo: { type: 'BOOKING', id: 'bkg_1' } }, 'open'],
    ['CONVERTED', { convertedTo: { type: 'CONTRACT', id: 'ctr_1' }, allowedActions: ['convert'] }, 'convert'],
    ['CONVERTED', { needsContract: true, allowedActions: ['convert', 'duplicate'] }, 'contract'],
    ['WITHDRAWN', { allowedActions: ['duplicate'] }, 'duplicate'],
  ] as const)('of %s with %j is to %s', (status, over, step) => {
    expect(nextStep(offer(status, over) as Parameters<typeof nextStep>[0])).toBe(step)
  })

  it('is not repeated in the menu, where destructive actions are last', () => {
    const sent = { status: 'SENT', allowedActions: ['withdraw', 'remind', 'extend', 'draft'] } as const
    expect(otherActions({ ...sent, allowedActions: [...sent.allowedActions] }, 'remind')).toEqual([
      'draft',
      'extend',
      'withdraw',
    ])
    expect(otherActions({ status: 'DRAFT', allowedActions: ['draft', 'remove'] }, 'write')).toEqual(['remove'])
  })
})

describe('the actions of an offer card', () => {
  it('follow the server and the status', () => {
    expect(cardActions({ status: 'REQUESTED', allowedActions: ['draft', 'pass'] })).toEqual(['pass'])
    expect(cardActions({ status: 'VIEWED', allowedActions: ['remind', 'withdraw'] })).toEqual(['remind'])
    expect(cardActions({ status: 'VIEWED', allowedActions: ['withdraw'] })).toEqual([])
    expect(cardActions({ status: 'ACCEPTED', allowedActions: ['convert', 'cancel'] })).toEqual(['convert'])
  })

  it('link to the editor while it is a draft', () => {
    expect(leadsToWriting({ status: 'CHANGES_REQUESTED', allowedActions: ['draft'] })).toBe(true)
    expect(leadsToWriting({ status: 'SENT', allowedActions: ['draft'] })).toBe(false)
  })
})
