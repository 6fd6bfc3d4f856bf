import { expect, it } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { press, readScreen, show } from '../testing/screen.ts'
import { BookingPage } from './booking.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined
HTMLDialogElement.prototype.close ??= () => undefined

const bookingWith = (status: string) => ({
  status,
  startCode: '9064',
  id: 'bkg_1',
  title: 'Leaking tap',
  provider: { id: 'usr_1', name: 'Ada' },
  location: { line1: '3 Apapa Road', line2: 'Flat 2', city: 'Lagos' },
  price: { amount: 0, currency: 'NGN' },
  startedAt: null,
  startAt: null,
  endAt: null,
  pendingProposal: null,
  timeZone: 'Africa/Lagos',
  timeline: [],
  photos: [],
  priceAdjustments: [],
  allowedActions: [],
})

it.each([
  ['CONFIRMED', true],
  ['ARRIVED', true],
  ['IN_PROGRESS', false],
  ['NO_SHOW', false],
  ['CANCELLED', false],
])('shows the code that starts the work only while the work may start: %s', async (status, isShown) => {
  answerCalls({ getBooking: () => bookingWith(status), listOwnReviews: () => [], listDisputes: () => [] })
  await show(<BookingPage id="bkg_1" />)
  await expect.poll(readScreen).toMatch('3 Apapa Road, Flat 2, Lagos')
  expect((await readScreen())?.includes('9064')).toBe(isShown)
})

it('says by the same clock when the work is and what happened', async () => {
  const [startAt, endAt] = ['2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z']
  const arrival = { id: 'tml_1', event: 'booking.arrived', at: startAt, actor: { name: 'Ada' } }
  // Far from every zone in which this runs.
  const booking = { ...bookingWith('NO_SHOW'), timeZone: 'Pacific/Kiritimati', startAt, endAt, timeline: [arrival] }
  answerCalls({ getBooking: () => booking, listOwnReviews: () => [], listDisputes: () => [] })
  await show(<BookingPage id="bkg_1" />)
  await expect.poll(readScreen).toMatch(/WhenWed,? 25 Nov, 00:00/)
  expect(await readScreen()).toMatch(/ArrivedAda, Wed,? 25 Nov, 00:00/)
})

it('asks before a job is declined, because that cannot be undone', async () => {
  const booking = { ...bookingWith('REQUESTED'), allowedActions: ['decline'] }
  answerCalls({ getBooking: () => booking, declineBooking: () => ({}) })
  await show(<BookingPage id="bkg_1" />)
  await press('Decline')
  expect(receivedCalls.map(({ path }) => path)).not.toContain('calls/declineBooking')
  await press('Decline the job')
  expect(receivedCalls.map(({ path }) => path)).toContain('calls/declineBooking')
})
