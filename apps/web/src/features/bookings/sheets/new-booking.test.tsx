import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { addDays, instantAt, wallTime } from '../../../lib/format/wall-time.ts'
import { ownTimeZone } from '../../../lib/format/dates.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type, waitFor } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { NewBooking } from './new-booking.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const call = vi.fn<(operation: { name: string }, input: object) => Promise<unknown>>()
replaceExports(apiModule, { call })
const profile = { country: 'NG' }
replaceExports(profileModule, { useProfile: () => profile })

const { draw, button, field, text, choose } = setUpScreen()
beforeEach(() => {
  sessionStorage.clear()
  profile.country = 'NG'
})

const tomorrow = addDays(wallTime(new Date(), ownTimeZone()).day, 1)
const at = (time: string) => instantAt(tomorrow, time, ownTimeZone()).toISOString()

/** Times whose slot the new form has asked about, in order. */
const askedTimes = () =>
  call.mock.calls
    .filter(([{ name }]) => name === 'availability.check')
    .map(([, input]) => (input as { query: { startAt: string } }).query.startAt)

const isChecked = (label: string) => field(label).checked

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
    await vi.waitFor(() => expect(askedTimes()).toEqual([at('09:00'), at('11:00')]), { timeout: 60_000 })
  })
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(text()).toContain("You're free")
})

function knownCustomer(): KnownCustomer {
  const { id, name, avatar, phone, since } = bookingFixture().customer
  const facts = { timeZone: 'Africa/Lagos', city: null, completed: 0, paid: [], tags: [] }
  return { id, name, avatar, phone, since, ...facts, lastBookingId: 'bkg_1', lastBookedAt: since, lastContactAt: since }
}

it('lets the address of the last job be emptied, which begins the new one', async () => {
  const last = bookingFixture({ location: { ...bookingFixture().location, line1: '8 Marina Road' } })
  call.mockImplementation(async ({ name }) => {
    if (name === 'bookings.get') return last
    return name === 'availability.check' ? { conflicts: [], warnings: [], suggestions: [] } : []
  })
  await draw(<NewBooking customer={knownCustomer()} onClose={() => undefined} />)
  await waitFor(() => expect(field('Street address').value).toBe('8 Marina Road'))
  await type(field('Street address'), '')
  expect(field('Street address').value).toBe('')
  expect(field('City').value).toBe('Lagos')
})

it('proposes a price typed with a thousands comma', async () => {
  call.mockImplementation(({ name }) =>
    name === 'bookings.create' ? Promise.resolve({ customer: { name: 'Chidi' } }) : new Promise(() => undefined),
  )
  await draw(<NewBooking customer={knownCustomer()} onClose={() => undefined} />)
  await press(field('Schedule later'))
  await type(field('Job title'), 'Drain')
  await type(field('Street address'), '3 Rose Street')
  await type(field('City'), 'Lagos')
  await type(field('Price'), '1,200')
  await press(button('Propose'))
  const body = call.mock.calls.find(([{ name }]) => name === 'bookings.create')?.[1]
  expect(body).toMatchObject({ body: { price: { model: 'FIXED', amount: { amount: 120_000, currency: 'NGN' } } } })
})

it('leads to the customers when only the customer is missing', async () => {
  call.mockImplementation(() => new Promise(() => undefined))
  await draw(<NewBooking onClose={() => undefined} />)
  await press(field('Schedule later'))
  await type(field('Job title'), 'Drain')
  await type(field('Street address'), '3 Rose Street')
  await type(field('City'), 'Lagos')
  await press(button('Propose'))
  const search = document.querySelector('input[type=search]')
  expect(document.activeElement).toBe(search)
  const error = document.getElementById(search?.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).toBe('Choose a customer.')
})

it("asks for a price in the currency of the provider's country where the last job had none", async () => {
  profile.country = 'JP'
  call.mockImplementation(async ({ name }) => {
    if (name === 'bookings.get') return bookingFixture()
    return name === 'availability.check' ? { conflicts: [], warnings: [], suggestions: [] } : []
  })
  await draw(<NewBooking customer={knownCustomer()} onClose={() => undefined} />)
  expect(text()).toContain('Price (JPY)')
})

it('keeps the chosen time until it is sent, but opens at a time chosen since', async () => {
  call.mockImplementation(async ({ name }) =>
    name === 'availability.check' ? { conflicts: [], warnings: [], suggestions: [] } : [],
  )
  const open = (key: string, slot?: { startAt: string; endAt: string }) =>
    draw(<NewBooking key={key} onClose={() => undefined} {...(slot && { slot })} />)
  await open('first')
  await choose('Duration', '240')
  await press(field('Schedule later'))
  await open('again')
  expect([field('Duration').value, isChecked('Schedule later')]).toEqual(['240', true])
  await open('from the calendar', { startAt: at('14:00'), endAt: at('14:30') })
  expect([field('Duration').value, isChecked('Schedule later')]).toEqual(['30', false])
})
