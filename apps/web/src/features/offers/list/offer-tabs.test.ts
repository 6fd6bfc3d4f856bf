import { offerStatuses } from '@fettle/protocol/offers/flow'
import { describe, expect, it } from 'vitest'
import { offerTabs, readTab, statusesOf, tabOf } from './offer-tabs.ts'

describe('the tabs of offers', () => {
  it('contain every status once', () => {
    const shown = offerTabs.flatMap((tab) => statusesOf[tab])
    expect([...shown].sort()).toEqual([...offerStatuses].sort())
    for (const status of offerStatuses) expect(statusesOf[tabOf({ status })]).toContain(status)
    expect([readTab('waiting'), readTab('nonsense'), readTab(null)]).toEqual(['waiting', 'quote', 'quote'])
  })
})
