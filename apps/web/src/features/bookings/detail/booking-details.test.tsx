import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { bookingsQuery } from '../api.ts'
import { filterOf } from '../list/booking-filters.ts'
import * as useOfflineActionsModule from '../offline/use-offline-actions.ts'
import { BookingDetails } from './booking-details.tsx'

const booking = bookingFixture({ description: 'It has dripped since Monday.' })
const server = { isAway: true }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (name !== 'bookings.get') return []
    if (server.isAway) throw new Error('Away')
    return booking
  },
})
replaceExports(useOfflineActionsModule, {
  useOfflineActions: () => ({ run: () => undefined, busy: undefined, failed: undefined, forget: () => undefined }),
  useBookingMutations: () => [],
})

const { draw, text, press, queryClient } = setUpScreen({ queries: { retry: false } })

beforeEach(() => {
  // jsdom has no layout: the map of the address cannot measure itself.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

it('says when the details of a booking in the list could not be loaded, and loads them again', async () => {
  queryClient().setQueryData(bookingsQuery(filterOf('requests')).queryKey, {
    pages: [{ bookings: [booking], nextCursor: null, counts: {} }],
    pageParams: [undefined],
  } as never)
  await draw(<BookingDetails id={booking.id} listHref="/bookings" alone />, `/bookings/${booking.id}`)
  await waitFor(() => expect(text()).toContain("We couldn't load the booking."))
  expect(text()).toContain(booking.title)
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).not.toContain("We couldn't load the booking."))
  expect(text()).toContain(booking.description)
  // The sheets of its actions.
  await act(() => vi.dynamicImportSettled())
})
