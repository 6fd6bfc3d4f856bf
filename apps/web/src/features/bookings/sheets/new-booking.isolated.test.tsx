import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { addDays, instantAt, wallTime } from '../../../lib/format/wall-time.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { writeDraft } from '../../../lib/forms/form-drafts.ts'
import { ApiError } from '../../../lib/http/api-error.ts'

const call = vi.hoisted(() =>
  vi.fn<(operation: { name: string }, input: object, options?: object) => Promise<unknown>>(),
)
vi.mock('../../../lib/http/api.ts', () => ({ call }))
vi.mock('../../../shared/profile/profile.ts', () => ({ useProfile: () => ({ country: 'NG' }) }))
const { NewBooking } = await import('./new-booking.tsx')

const { draw, button, field, text } = setUpScreen()
const tomorrow = addDays(wallTime(new Date(), ownTimeZone()).day, 1)
const at = (time: string) => instantAt(tomorrow, time, ownTimeZone()).toISOString()

/** Times whose slot the new form has asked about, in order. */
const askedTimes = () =>
  call.mock.calls
    .filter(([{ name }]) => name === 'availability.check')
    .map(([, input]) => (input as { query: { startAt: string } }).query.startAt)

it('proposes the next free time when tomorrow morning is taken', async () => {
  call.mockImplementation(async ({ name }, input) => {
    if (name !== 'availability.check') return []
    const isTaken = (input as { query: { startAt: string } }).query.startAt === at('09:00')
    const job = { kind: 'BOOKING', id: 'bkg_1', title: 'Drain', customerName: null, bookingId: 'bkg_1' }
    return {
      conflicts: isTaken ? [{ ...job, startAt: at('08:30'), endAt: at('10:30') }] : [],
      warnings: [],
      suggestions: isTaken ? [{ startAt: at('11:00'), endAt: at('13:00') }] : [],
    }
  })
  await draw(<NewBooking onClose={() => undefined} />)
  await act(async () => {
    await vi.waitFor(() => expect(askedTimes()).toEqual([at('09:00'), at('11:00')]))
  })
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(text()).toContain("You're free")
})

it('proposes a price typed with a thousands comma', async () => {
  call.mockImplementation(({ name }) =>
    name === 'bookings.create' ? Promise.resolve({ customer: { name: 'Chidi' } }) : new Promise(() => undefined),
  )
  const customer = { ...bookingFixture().customer, lastBookingId: 'bkg_1', timeZone: 'Africa/Lagos' } as unknown as KnownCustomer
  await draw(<NewBooking customer={customer} onClose={() => undefined} />)
  await press(field('Schedule later'))
  await type(field('Job title'), 'Drain')
  await type(field('Street address'), '3 Rose Street')
  await type(field('City'), 'Lagos')
  await type(field('Price'), '1,200')
  await press(button('Propose'))
  const body = call.mock.calls.find(([{ name }]) => name === 'bookings.create')?.[1]
  expect(body).toMatchObject({ body: { price: { model: 'FIXED', amount: { amount: 120_000, currency: 'NGN' } } } })
})

it('proposes a booking once, although the response is lost', async () => {
  const customer = { id: 'cus_1', name: 'Chidi Okafor', avatar: null, timeZone: 'Africa/Lagos', lastBookingId: null }
  writeDraft('new-booking', { customer, title: 'Leaking tap', line1: '12 Marina Road', city: 'Lagos' })
  call.mockImplementation(async ({ name }) => {
    if (name === 'availability.check') return { conflicts: [], warnings: [], suggestions: [] }
    throw new ApiError({ status: 0, code: 'NETWORK', message: 'No connection.' })
  })
  await draw(<NewBooking onClose={() => undefined} />)
  const attempts = () => call.mock.calls.filter(([{ name }]) => name === 'bookings.create')
  for (const count of [1, 2]) {
    await act(async () => document.querySelector('form')?.requestSubmit())
    await act(() => vi.waitFor(() => expect(attempts()).toHaveLength(count)))
  }
  const [first, second] = attempts().map(([, , options]) => options)
  expect(first).toEqual({ idempotencyKey: expect.any(String) })
  expect(second).toEqual(first)
})
