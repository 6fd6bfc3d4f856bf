import type { BookingDetails } from '@fettle/protocol/bookings'
import { QueryObserver } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { toastTitles } from '../../testing/toasts.ts'
import { toastStore } from '../../ui/feedback/toast.ts'
import { sendPendingActions } from '../../ui/feedback/undo.ts'
import * as apiModule from '../../lib/http/api.ts'
import { AcceptRequest } from './accept-request.tsx'
import { ApiError } from '../../lib/http/api-error.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

const call = vi.fn<(operation: { name: string }, input: { body?: unknown }) => Promise<unknown>>()
replaceExports(apiModule, { call })
// Lazy: loaded here, so that no test waits for it.
await import('./refused-acceptance.tsx')

const shortNotice = { code: 'SHORT_NOTICE' as const, message: 'Short notice.', bookingId: null }
const screen = setUpScreen({ queries: { retry: false } })
const { text, button, press } = screen
const accepts = () => call.mock.calls.filter(([{ name }]) => name === 'bookings.accept').map(([, { body }]) => body)

async function draw(booking: BookingDetails, accept: (body: unknown) => unknown) {
  call.mockImplementation(async ({ name }, { body }) => (name === 'bookings.get' ? booking : accept(body)))
  const { id, title, timeZone } = booking
  await screen.draw(<AcceptRequest id={id} title={title} timeZone={timeZone} now={new Date()} />)
}

beforeEach(() => void call.mockReset())

describe('accepting a request where it is listed', () => {
  it('is shown at once, and sent when it can no longer be undone', async () => {
    await draw(bookingFixture(), () => bookingFixture({ status: 'CONFIRMED' }))
    await press('Accept')
    await waitFor(() => expect(text()).toBe('Confirmed'))
    expect(accepts()).toEqual([])
    await act(async () => sendPendingActions())
    await waitFor(() => expect(accepts()).toHaveLength(1))
  })

  it('is not sent when it is undone, and can be given again', async () => {
    await draw(bookingFixture(), () => bookingFixture({ status: 'CONFIRMED' }))
    await press('Accept')
    await waitFor(() => expect(text()).toBe('Confirmed'))
    await act(async () => toastStore.get()[0]?.action?.run())
    await waitFor(() => expect(button('Accept')).toBeDefined())
    expect(accepts()).toEqual([])
  })

  it('can be given again while the lists are still being refetched after an undo', async () => {
    const booking = bookingFixture()
    const client = screen.queryClient()
    await client.prefetchQuery({ queryKey: ['bookings', 'list'], queryFn: () => [booking] })
    const observer = new QueryObserver(client, {
      queryKey: ['bookings', 'list'],
      queryFn: () => new Promise<never>(() => undefined),
      staleTime: Infinity,
    })
    const stop = observer.subscribe(() => undefined)
    await draw(booking, () => bookingFixture({ status: 'CONFIRMED' }))
    await press('Accept')
    await waitFor(() => expect(text()).toBe('Confirmed'))
    await act(async () => toastStore.get()[0]?.action?.run())
    await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(true))
    await waitFor(() => expect(button('Accept')?.ariaBusy).not.toBe('true'))
    await press('Accept')
    await waitFor(() => expect(text()).toBe('Confirmed'))
    stop()
  })

  it('asks about a warning at once, and is sent with the consent', async () => {
    const booking = bookingFixture({ warnings: [shortNotice] })
    await draw(booking, (body) => {
      if (Object.keys(body as object).length > 0) return bookingFixture({ status: 'CONFIRMED' })
      const details = { warnings: [shortNotice] }
      throw new ApiError({ status: 409, code: 'ACKNOWLEDGE_REQUIRED', message: 'Check this first', details })
    })
    await press('Accept')
    await waitFor(() => expect(button('Accept anyway')).toBeDefined())
    await press('Accept anyway')
    await waitFor(() => expect(toastTitles()).toEqual(['Booking accepted']))
    expect(accepts()).toEqual([{}, { acknowledge: ['SHORT_NOTICE'] }])
  })

  it('is accepted despite an overlap with a reason, or another time is proposed', async () => {
    const overlap = { kind: 'BOOKING', id: 'bkg_2', title: 'Drain', customerName: 'Ngozi', bookingId: 'bkg_2' }
    await draw(bookingFixture({ slotTaken: true }), (body) => {
      if (Object.keys(body as object).length > 0) return bookingFixture({ status: 'CONFIRMED' })
      const details = { conflicts: [overlap], suggestions: [] }
      throw new ApiError({ status: 409, code: 'SLOT_CONFLICT', message: 'Taken.', details })
    })
    await press('Accept')
    await waitFor(() => expect(button('Accept anyway')).toBeDefined())
    expect(document.querySelector('dialog footer a')?.getAttribute('href')).toMatch(/action=reschedule$/)
    await press('Accept anyway')
    expect(text()).toContain('Enter a reason for the overlap')
    expect(accepts()).toHaveLength(1)
    const field = document.querySelector<HTMLInputElement>('dialog input')
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'My brother helps')
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await press('Accept anyway')
    await waitFor(() => expect(accepts()).toEqual([{}, { allowOverlap: true, overlapReason: 'My brother helps' }]))
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  })

  it('offers no consent where the provider has time off', async () => {
    const off = { kind: 'TIME_OFF', id: 'off_1', title: 'Holiday', customerName: null, bookingId: null }
    await draw(bookingFixture({ slotTaken: true }), () => {
      const details = { conflicts: [off], suggestions: [] }
      throw new ApiError({ status: 409, code: 'SLOT_CONFLICT', message: 'Time off.', details })
    })
    await press('Accept')
    await waitFor(() => expect(document.querySelector('dialog [role=alert]')).not.toBeNull())
    expect(button('Accept anyway')).toBeUndefined()
    expect(document.querySelector('dialog footer a')?.textContent).toBe('Propose another time')
  })
})
