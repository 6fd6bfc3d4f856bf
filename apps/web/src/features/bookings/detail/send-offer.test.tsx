import type { BookingDetails as Details } from '@fettle/protocol/bookings'
import { act } from 'react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { toastTitles } from '../../../testing/toasts.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as useOfflineActionsModule from '../offline/use-offline-actions.ts'
import { BookingDetails } from './booking-details.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const api = { answers: {} as Record<string, (input: unknown) => unknown> }
replaceExports(apiModule, {
  call: async (operation: { name: string }, input: unknown) => {
    const answer = api.answers[operation.name]
    if (!answer) throw new Error(`No fake response for ${operation.name}`)
    return answer(input)
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

const { draw, text } = setUpScreen({ queries: { retry: false } })
const buttons = (name: string) => [...document.querySelectorAll('button')].filter((each) => each.textContent === name)
/** Presses a button of the page itself, not of the menu. */
const press = (name: string) =>
  act(async () =>
    buttons(name)
      .find((each) => !each.closest('[popover]'))
      ?.click(),
  )

const Address = () => <output>{useLocation().pathname}</output>
const address = () => document.querySelector('output')?.textContent

async function open(overrides: Partial<Details>) {
  const booking = bookingFixture(overrides)
  api.answers['bookings.get'] = () => booking
  await draw(
    <>
      <BookingDetails id={booking.id} listHref="/bookings" alone />
      <Address />
    </>,
    `/bookings/${booking.id}`,
  )
  await waitFor(() => expect(text()).toContain('Leaking kitchen tap'))
  return booking
}

beforeEach(() => {
  // jsdom has no layout: it is no wide screen, and the map of the address cannot measure itself.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  api.answers = { 'bookings.timeline': () => [] }
})

describe('a request on its page', () => {
  it('is answered with an offer, which opens in the editor', async () => {
    const { id } = await open({ allowedActions: ['accept', 'decline', 'send-offer', 'reschedule'] })
    const requests: unknown[] = []
    api.answers['offers.create'] = (input) => {
      requests.push(input)
      return { id: 'off_1' }
    }
    await press('Send an offer')
    await waitFor(() => expect(address()).toBe('/offers/off_1'))
    expect(requests).toEqual([{ body: { bookingId: id } }])
  })

  it('says when the offer could not be created', async () => {
    await open({ allowedActions: ['accept', 'decline', 'send-offer'] })
    api.answers['offers.create'] = () => Promise.reject(new Error('The connection is lost.'))
    await press('Send an offer')
    await waitFor(() => expect(toastTitles()).toContain("We couldn't create the offer."))
    expect(address()).toMatch(/^\/bookings\//)
  })

  it('offers nothing the server does not allow', async () => {
    await open({ allowedActions: ['accept', 'decline'] })
    expect(buttons('Send an offer')).toEqual([])
  })

  it('waits for the customer while an offer is open', async () => {
    await open({ awaitingParty: 'CUSTOMER', respondBy: null, offerId: 'off_1', allowedActions: ['reschedule'] })
    expect(text()).toContain('Waiting for Chidi Okafor to reply to your offer')
    expect(text()).not.toContain('The customer is waiting for your price.')
    expect(text()).not.toContain("Customer's time to reply")
    for (const name of ['Accept', 'Decline', 'Send an offer']) expect(buttons(name)).toEqual([])
    expect(document.querySelector('a[href="/offers/off_1"]')?.textContent).toBe('View offer')
  })

  it('is not waiting for a price once it has expired', async () => {
    await open({ status: 'EXPIRED', respondBy: null, price: { model: 'TO_QUOTE' }, allowedActions: ['rebook'] })
    expect(text()).toContain('No price yet')
    expect(text()).not.toContain('The customer is waiting for your price.')
  })

  it('without a time is not declined while an offer is open', async () => {
    const unscheduled = { schedulingMode: 'UNSCHEDULED', startAt: null, endAt: null } as const
    await open({ ...unscheduled, awaitingParty: 'CUSTOMER', respondBy: null, allowedActions: ['reschedule'] })
    expect(buttons('Decline')).toEqual([])
  })
})
