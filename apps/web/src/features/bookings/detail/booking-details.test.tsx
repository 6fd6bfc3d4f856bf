import { act, useEffect, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { useOriginTracking } from '../../../routing/origins.ts'
import { bookingsQuery } from '../api.ts'
import { filterOf } from '../list/booking-filters.ts'
import * as useOfflineActionsModule from '../offline/use-offline-actions.ts'
import { BookingDetails } from './booking-details.tsx'

const booking = bookingFixture({ description: 'It has dripped since Monday.' })
const server = { isAway: true, isSlow: false }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (name !== 'bookings.get') return []
    if (server.isSlow) await new Promise(() => undefined)
    if (server.isAway) throw new Error('Away')
    return booking
  },
})
replaceExports(useOfflineActionsModule, {
  useOfflineActions: () => ({
    run: () => undefined,
    isSending: () => false,
    failed: undefined,
    forget: () => undefined,
  }),
  useBookingMutations: () => [],
})

const { draw, go, text, press, queryClient } = setUpScreen({ queries: { retry: false } })

/** Lists the booking, as before it is opened from the list. */
const cacheList = () =>
  queryClient().setQueryData(bookingsQuery(filterOf('requests')).queryKey, {
    pages: [{ bookings: [booking], nextCursor: null, counts: {} }],
    pageParams: [undefined],
  } as never)

const address = `/bookings/${booking.id}`

/** Shows the page of an address after the guard has let it pass, as the router does. */
function Pages() {
  useOriginTracking()
  const requested = useLocation()
  const [shown, setShown] = useState(requested)
  useEffect(() => setShown(requested), [requested])
  return (
    <Routes location={shown}>
      <Route path="/bookings" element={null} />
      <Route path="/bookings/:id" element={<BookingDetails id={booking.id} listHref="/bookings" alone />} />
    </Routes>
  )
}

beforeEach(() => {
  server.isSlow = false
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
  cacheList()
  await draw(<BookingDetails id={booking.id} listHref="/bookings" alone />, address)
  await waitFor(() => expect(text()).toContain("We couldn't load the booking."))
  expect(text()).toContain(booking.title)
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).not.toContain("We couldn't load the booking."))
  expect(text()).toContain(booking.description)
  // The sheets of its actions.
  await act(() => vi.dynamicImportSettled())
})

it('shows what the list knows at once when it is opened from there', async () => {
  server.isSlow = true
  cacheList()
  await draw(<Pages />, '/bookings')
  await go(address)
  expect(text()).toContain(booking.title)
})

it('waits for all details when it is opened by its address', async () => {
  server.isSlow = true
  cacheList()
  await draw(<Pages />, address)
  expect(text()).not.toContain(booking.title)
})
