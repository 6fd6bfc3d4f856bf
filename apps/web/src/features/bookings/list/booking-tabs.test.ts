import { bookingStatuses } from '@fettle/protocol/bookings/flow'
import { describe, expect, it } from 'vitest'
import { filterOf } from './booking-filters.ts'
import { bookingTabs, countsOf, readTab, tabOf } from './booking-tabs.ts'

describe('the tabs of bookings', () => {
  it('contain every status once', () => {
    const statuses = bookingTabs.flatMap((tab) => filterOf(tab).status.split(','))
    expect([...statuses].sort()).toEqual([...bookingStatuses].sort())
    for (const status of bookingStatuses) expect(filterOf(tabOf({ status })).status.split(',')).toContain(status)
  })

  it('show known counts', () => {
    expect(countsOf({ REQUESTED: 2, CONFIRMED: 9, PAUSED: 1, IN_PROGRESS: 1, DECLINED: 3, CANCELLED: 4 })).toEqual({
      requests: 2,
      upcoming: 9,
      progress: 2,
      confirm: 0,
      past: 7,
    })
    expect(countsOf(undefined).requests).toBeUndefined()
  })

  it('come from the address, with requests as default', () => {
    expect([readTab('upcoming'), readTab(null), readTab('nonsense')]).toEqual(['upcoming', 'requests', 'requests'])
  })
})
