import type { OfferStatus } from '@fettle/protocol/offers'
import { describe, expect, it } from 'vitest'
import { nextStep, otherActions } from './next-step.ts'

const offer = (status: OfferStatus, over: object = {}) => ({
  status,
  allowedActions: [],
  needsContract: false,
  convertedTo: null,
  ...over,
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
