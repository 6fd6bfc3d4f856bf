import { act } from 'react'
import { expect, it } from 'vitest'
import { answerCalls, receivedCalls, refuse } from '../testing/back-end.ts'
import { fieldOf, findControl, press, readScreen, show } from '../testing/screen.ts'
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
  cancellation: null,
  noShow: null,
  declined: null,
  completion: null,
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

it('cancels a job at the cost that it shows for the reason', async () => {
  const booking = { ...bookingWith('CONFIRMED'), allowedActions: ['cancel'] }
  const fee = { amount: { amount: 250_000, currency: 'NGN' }, payer: 'CUSTOMER' }
  answerCalls({
    getBooking: () => booking,
    previewCancellation: () => ({ fee, previewHash: 'as-shown' }),
    cancelBooking: () => ({}),
  })
  await show(<BookingPage id="bkg_1" />)
  await press('Cancel the job')
  await act(async () => fieldOf('I changed my mind').click())
  await press('Cancel for ₦2,500')
  const sent = receivedCalls.find(({ path }) => path === 'calls/cancelBooking')
  expect(sent?.input['body']).toMatchObject({ reasonCode: 'CHANGED_MIND', acceptFee: true, previewHash: 'as-shown' })
  const previewed = receivedCalls.find(({ path }) => path === 'calls/previewCancellation')
  expect(previewed?.input).toEqual({ params: { id: 'bkg_1' }, query: { reasonCode: 'CHANGED_MIND' } })
})

it('shows what cancelling costs now after the cost has changed', async () => {
  const booking = { ...bookingWith('CONFIRMED'), allowedActions: ['cancel'] }
  let amount = { amount: 0, currency: 'NGN' }
  const refuseCost = () => {
    amount = { amount: 500_000, currency: 'NGN' }
    return refuse(409, 'The fee has changed.')
  }
  answerCalls({
    getBooking: () => booking,
    previewCancellation: () => ({ fee: { amount, payer: 'CUSTOMER' }, previewHash: 'now' }),
    cancelBooking: refuseCost,
  })
  await show(<BookingPage id="bkg_1" />)
  await press('Cancel the job')
  await act(async () => fieldOf('I changed my mind').click())
  await expect.poll(readScreen).toMatch('It costs you nothing.')
  await press('Cancel for free')
  await expect.poll(readScreen).toMatch('The fee has changed.')
  await findControl('Cancel for ₦5,000')
})

it('says what a cancelled job cost', async () => {
  const fee = { amount: { amount: 250_000, currency: 'NGN' }, payer: 'CUSTOMER' }
  answerCalls({ getBooking: () => ({ ...bookingWith('CANCELLED'), cancellation: { fee } }) })
  await show(<BookingPage id="bkg_1" />)
  await expect.poll(readScreen).toMatch('Fee₦2,500')
})

it('shows what extra work is made of before the customer agrees, and what was agreed beside the price', async () => {
  const adjustment = {
    id: 'adj_1',
    status: 'PENDING',
    reason: 'The cylinder is worn out.',
    lines: [
      { description: 'New cylinder', quantity: '1', amount: 1_800_000 },
      { description: 'Key', quantity: '2', amount: 300_100 },
    ],
    total: { amount: 2_100_100, currency: 'NGN' },
    allowedActions: ['approve', 'decline'],
  }
  const price = { model: 'HOURLY', hourlyRate: { amount: 500_000, currency: 'NGN' } }
  const booking = { ...bookingWith('IN_PROGRESS'), price, priceAdjustments: [adjustment] }
  answerCalls({ getBooking: () => booking, approvePrice: () => Object.assign(adjustment, { status: 'APPROVED' }) })
  await show(<BookingPage id="bkg_1" />)
  await expect.poll(readScreen).toMatch('Extra work: ₦21,001New cylinder₦18,000Key × 2₦3,001The cylinder is worn out.')
  adjustment.allowedActions = []
  await press('Agree')
  await expect.poll(readScreen).toMatch('Price₦5,000 an hourNew cylinder, Key₦21,001')
})

it('says what was done before the customer confirms it', async () => {
  const completion = { summary: 'It locks again.' }
  const booking = { ...bookingWith('AWAITING_CONFIRMATION'), completion, allowedActions: ['confirm'] }
  answerCalls({ getBooking: () => booking })
  await show(<BookingPage id="bkg_1" />)
  await expect.poll(readScreen).toMatch('It locks again.')
})

it('says why the provider proposes other times', async () => {
  const slots = [{ startAt: '2026-11-24T10:00:00Z', endAt: '2026-11-24T11:00:00Z' }]
  const pendingProposal = { id: 'prp_1', proposedBy: 'PROVIDER', slots, note: 'My van is at the garage.' }
  answerCalls({ getBooking: () => ({ ...bookingWith('CONFIRMED'), pendingProposal }) })
  await show(<BookingPage id="bkg_1" />)
  await expect.poll(readScreen).toMatch('My van is at the garage.')
})

it('says why a job was declined, and when it would be possible', async () => {
  const suggestedSlots = [{ startAt: '2026-11-24T10:00:00Z', endAt: '2026-11-24T11:00:00Z' }]
  const declined = { reasonCode: 'TOO_FAR', note: 'I work in Ikeja only.', suggestedSlots }
  answerCalls({ getBooking: () => ({ ...bookingWith('DECLINED'), declined }) })
  await show(<BookingPage id="bkg_1" />)
  await expect
    .poll(readScreen)
    .toMatch(/Why it was declinedReasonToo farPossibleTue,? 24 Nov, 11:00–12:00I work in Ikeja only\./)
})
