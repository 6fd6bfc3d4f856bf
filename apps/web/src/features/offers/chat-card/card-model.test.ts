import { describe, expect, it } from 'vitest'
import { cardActions, leadsToWriting } from './card-model.ts'

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
