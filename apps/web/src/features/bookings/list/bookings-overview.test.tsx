import { expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { BookingsOverview } from './bookings-overview.tsx'

const customer = { id: 'cus_1', name: 'Chidi Okafor', avatar: null, timeZone: 'Africa/Lagos', lastBookingId: 'bkg_1' }
const server = { isAway: true }
const list = vi.fn(async (_: unknown, _input: unknown) => ({ data: [], meta: { nextCursor: null } }))
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (name === 'availability.check') return { conflicts: [], warnings: [], suggestions: [] }
    if (name === 'availability.get') return { timeZone: 'Pacific/Auckland' }
    if (name === 'bookings.get') return bookingFixture()
    if (name !== 'customers.get') return []
    if (server.isAway) throw new Error('Away')
    return customer
  },
  callWithMeta: list,
})
replaceExports(profileModule, { useProfile: () => ({ country: 'NG' }) })
const { draw, text, press } = setUpScreen({ queries: { retry: false } })

it('loads the customer of a new booking again when asked', async () => {
  sessionStorage.clear()
  await draw(<BookingsOverview />, '/bookings?new=cus_1')
  await waitFor(() => expect(text()).toContain("We couldn't load this customer."))
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('Chidi Okafor'))
})

it('filters by days in the time zone of the provider', async () => {
  await draw(<BookingsOverview />, '/bookings?from=2026-11-01&to=2026-11-01')
  const query = { from: '2026-10-31T11:00:00.000Z', to: '2026-11-01T11:00:00.000Z' }
  await waitFor(() => {
    expect(list.mock.lastCall?.[1]).toMatchObject({ query })
  })
})
