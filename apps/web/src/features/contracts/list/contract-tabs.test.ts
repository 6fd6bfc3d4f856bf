import { contractStatuses } from '@fettle/protocol/contracts/flow'
import { describe, expect, it } from 'vitest'
import { contractTabs, readTab, statusesOf } from './contract-tabs.ts'

describe('the tabs of contracts', () => {
  it('contain every status once', () => {
    expect(contractTabs.flatMap((tab) => statusesOf[tab]).toSorted()).toEqual([...contractStatuses].toSorted())
  })
  it('default to active contracts', () => {
    expect(readTab('sign')).toBe('sign')
    expect(readTab('nonsense')).toBe('active')
  })
})
