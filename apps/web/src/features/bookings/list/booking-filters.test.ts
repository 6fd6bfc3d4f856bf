import { expect, it } from 'vitest'
import { filterOf } from './booking-filters.ts'

it('the tabs of bookings are filtered by status, service, days and customer', () => {
  const filters = { status: 'PAUSED', service: 'PLUMBING', from: '2026-11-01', to: '2026-11-30', customer: 'cus_1' }
  expect(filterOf('progress', filters, 'Africa/Lagos')).toEqual({
    status: 'PAUSED',
    sort: 'startAt',
    serviceCategory: 'PLUMBING',
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
    customerId: 'cus_1',
  })
  expect(filterOf('upcoming', { status: 'PAUSED', from: 'soon' })).toEqual({ status: 'CONFIRMED', sort: 'startAt' })
})
