import { slotWarnings } from '@fettle/protocol/availability/availability'
import {
  addContactAttempt,
  acceptBooking,
  cancelBooking,
  createBooking,
  getCancellationPreview,
  proposeTimes,
  reportNoShow,
} from '@fettle/protocol/bookings/actions'
import { addMarketplacePhoto, removeMarketplacePhoto } from '@fettle/protocol/bookings/photos'
import { createSeries } from '@fettle/protocol/bookings/series'
import type { BookingStatus } from '@fettle/protocol/bookings'
import { createMarketplaceBooking, getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import * as actions from '@fettle/protocol/marketplace/bookings'
import * as series from '@fettle/protocol/marketplace/series'
import {
  approvePriceAdjustment,
  createPriceAdjustment,
  declinePriceAdjustment,
} from '@fettle/protocol/bookings/adjustments'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { asFile, picture } from '../../../fixtures/files.ts'
import { advanceBookingTo, createBookingScenario } from '../../../fixtures/booking-scenario.ts'
import { marketplace, actingCustomer } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { replayCase, type ReplayInput, type ReplayCase } from './replay-case.ts'

const home = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }

/** A booking in a status, with a provider of its own. */
export async function bookingInStatus(testApp: TestApp, status: BookingStatus = 'REQUESTED') {
  const { provider, customer, requestJob, inHours } = await createBookingScenario(testApp)
  const { id } = await requestJob()
  if (status !== 'REQUESTED') await advanceBookingTo(testApp, provider, id, status)
  const about = { params: { id } }
  return { provider, customer, requestJob, inHours, id, about, customerId: customer.id }
}

/** Builds a call on a customer's booking: path from the prepared booking, body from the argument. */
const onBookingOf =
  (prepare: (testApp: TestApp) => Promise<{ params: object; customerId: string }>, body?: object) =>
  async (testApp: TestApp): Promise<ReplayInput> => {
    const { params, customerId } = await prepare(testApp)
    return { input: { params, ...(body && { body }) }, customerId }
  }
const onJob = (status: BookingStatus, body?: object) =>
  onBookingOf(async (testApp) => {
    const { id, customerId } = await bookingInStatus(testApp, status)
    return { params: { id }, customerId }
  }, body)

/** Input of a booking proposed by the provider, for the customer to answer. */
export async function bookingRequestInput(testApp: TestApp) {
  const { provider, customerId, inHours } = await bookingInStatus(testApp)
  const what = {
    title: 'The yearly service',
    durationMinutes: 60,
    location: home,
    price: { model: 'TO_QUOTE' as const },
  }
  const startAt = inHours(50)
  const body = { customerId, startAt, ...what }
  const { id } = await testApp.call(createBooking, { body }, provider)
  return { provider, customerId, startAt, params: { id } }
}
const inTwoDays = (inHours: (hours: number) => string) => [{ startAt: inHours(48), endAt: inHours(50) }]
export const otherSlot = (inHours: (hours: number) => string) => ({
  slots: inTwoDays(inHours),
  reasonCode: 'OTHER' as const,
  note: 'Away that day.',
})
/** The provider has proposed another time. */
export async function bookingWithProposal(testApp: TestApp) {
  const { provider, customerId, about, id, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
  const body = { slots: inTwoDays(inHours), reasonCode: 'WEATHER' as const, acknowledge: [...slotWarnings] }
  const { id: proposalId } = await testApp.call(proposeTimes, { ...about, body }, provider)
  return { customerId, params: { id, proposalId } }
}
export async function proposalInput(testApp: TestApp) {
  const { customerId, about, id, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
  const { id: proposalId } = await testApp.call(
    actions.proposeMarketplaceTimes,
    { ...about, body: otherSlot(inHours) },
    marketplace,
  )
  return { customerId, params: { id, proposalId }, inHours }
}
async function bookingWithExtraWork(testApp: TestApp) {
  const { provider, customerId, id } = await bookingInStatus(testApp, 'IN_PROGRESS')
  const body = { lines: [{ description: 'A new valve', unitAmount: 200_000 }], reason: 'The old one is rotten.' }
  const { id: adjustmentId } = await testApp.call(createPriceAdjustment, { params: { id }, body }, provider)
  return { customerId, params: { id, adjustmentId } }
}
/** The provider has reported a no-show. */
async function bookingMissedByProvider(testApp: TestApp) {
  const { provider, about, customerId, inHours } = await bookingInStatus(testApp, 'ARRIVED')
  await testApp.call(createMarketplaceChannel, { body: { customerId, providerId: provider.id } }, marketplace)
  await testApp.call(addContactAttempt, { ...about, body: { method: 'CALL' } }, provider)
  testApp.clock.advance(Date.parse(inHours(2)) - testApp.clock.now().getTime())
  await testApp.call(reportNoShow, { ...about, body: { note: 'The gate was shut.' } }, provider)
  return { ...about, customerId }
}
/** The provider has cancelled at the customer's request. */
async function bookingCancelledByProvider(testApp: TestApp) {
  const { provider, about, customerId } = await bookingInStatus(testApp, 'CONFIRMED')
  const why = { reasonCode: 'CUSTOMER_REQUESTED' as const }
  const { previewHash } = await testApp.call(getCancellationPreview, { ...about, query: why }, provider)
  await testApp.call(cancelBooking, { ...about, body: { ...why, note: 'They said so.', previewHash } }, provider)
  return { ...about, customerId }
}
export const photoInput = async () => ({ body: {}, file: asFile(await picture(300, 300), 'tap.jpg') })

/** Three weekly visits, starting the day after tomorrow. */
export const weeklySeriesInput = (testApp: TestApp) => ({
  title: 'Clean the gutters',
  location: home,
  rule: { freq: 'WEEKLY' as const, count: 3 },
  startsOn: new Date(testApp.clock.now().getTime() + 48 * HOUR_MS).toISOString().slice(0, 10),
  localStart: '09:00',
  durationMinutes: 60,
  timeZone: 'Africa/Lagos',
  conflictPolicy: 'SKIP' as const,
})
async function requestedSeries(testApp: TestApp) {
  const { provider, customerId } = await bookingInStatus(testApp)
  const body = { ...weeklySeriesInput(testApp), customerId, providerId: provider.id }
  const { id } = await testApp.call(series.createMarketplaceSeries, { body }, marketplace)
  return { customerId, params: { id } }
}
export async function proposedSeries(testApp: TestApp, over: { conflictPolicy?: 'FAIL' } = {}) {
  const { provider, customerId } = await bookingInStatus(testApp)
  const { id } = await testApp.call(
    createSeries,
    { body: { ...weeklySeriesInput(testApp), customerId, ...over } },
    provider,
  )
  return { provider, customerId, params: { id } }
}
async function acceptedSeries(testApp: TestApp) {
  const { customerId, params } = await proposedSeries(testApp)
  await testApp.call(series.acceptMarketplaceSeries, { params, body: { onBehalf: actingCustomer } }, marketplace)
  return { customerId, params }
}

export const bookingReplayCases: ReplayCase[] = [
  replayCase(
    createMarketplaceBooking,
    async (testApp) => {
      const { provider, customerId, inHours } = await bookingInStatus(testApp)
      const what = { title: 'Another tap', startAt: inHours(72), durationMinutes: 60, location: home }
      return { input: { body: { customerId, providerId: provider.id, ...what } } }
    },
    'booking.requested',
  ),
  replayCase(actions.listMarketplaceBookings, async (testApp) => ({
    input: { query: { customerId: (await bookingInStatus(testApp)).customerId } },
  })),
  replayCase(getMarketplaceBooking, onJob('REQUESTED')),
  replayCase(actions.patchMarketplaceBooking, onJob('REQUESTED', { accessNotes: 'Ring twice' })),
  replayCase(
    actions.acceptMarketplaceBooking,
    onBookingOf(bookingRequestInput, { onBehalf: actingCustomer }),
    'booking.confirmed',
  ),
  replayCase(
    actions.declineMarketplaceBooking,
    onBookingOf(bookingRequestInput, { reasonCode: 'OTHER', note: 'Not this year.' }),
    'booking.declined',
  ),
  replayCase(actions.cancelMarketplaceBooking, onJob('REQUESTED', { reasonCode: 'CHANGED_MIND' }), 'booking.cancelled'),
  replayCase(actions.getMarketplaceCancellationPreview, async (testApp) => {
    const { about, customerId } = await bookingInStatus(testApp, 'CONFIRMED')
    return { input: { ...about, query: { reasonCode: 'CHANGED_MIND' } }, customerId }
  }),
  replayCase(actions.confirmMarketplaceBooking, onJob('AWAITING_CONFIRMATION', {}), 'booking.confirmed_by_customer'),
  replayCase(actions.requestFix, onJob('AWAITING_CONFIRMATION', { note: 'It still drips.' }), 'booking.reopened'),
  replayCase(
    actions.reportProviderNoShow,
    async (testApp) => {
      const { provider, about, customerId, inHours } = await bookingInStatus(testApp)
      await testApp.call(acceptBooking, { ...about, body: {} }, provider)
      testApp.clock.advance(Date.parse(inHours(25)) - testApp.clock.now().getTime())
      return { input: { ...about, body: { note: 'Nobody came.' } }, customerId }
    },
    'booking.no_show',
  ),
  replayCase(
    actions.contestMarketplaceNoShow,
    onBookingOf(bookingMissedByProvider, { note: 'I was at home all day.' }),
    'dispute.opened',
  ),
  replayCase(
    actions.contestMarketplaceCancellation,
    onBookingOf(bookingCancelledByProvider, { note: 'I never asked for that.' }),
    'dispute.opened',
  ),
  replayCase(
    actions.proposeMarketplaceTimes,
    async (testApp) => {
      const { about, customerId, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
      return { input: { ...about, body: otherSlot(inHours) }, customerId }
    },
    'booking.proposal_created',
  ),
  replayCase(
    actions.acceptMarketplaceProposal,
    onBookingOf(bookingWithProposal, { slotIndex: 0, onBehalf: actingCustomer }),
    'booking.rescheduled',
  ),
  replayCase(actions.declineMarketplaceProposal, onBookingOf(bookingWithProposal, {}), 'booking.proposal_answered'),
  replayCase(actions.withdrawMarketplaceProposal, onBookingOf(proposalInput, {}), 'booking.proposal_answered'),
  replayCase(approvePriceAdjustment, onBookingOf(bookingWithExtraWork, {}), 'booking.adjustment_answered'),
  replayCase(declinePriceAdjustment, onBookingOf(bookingWithExtraWork, {}), 'booking.adjustment_answered'),
  replayCase(addMarketplacePhoto, async (testApp) => {
    const { about, customerId } = await bookingInStatus(testApp)
    return { input: { ...about, ...(await photoInput()) }, customerId }
  }),
  replayCase(
    removeMarketplacePhoto,
    onBookingOf(async (testApp) => {
      const { about, id, customerId } = await bookingInStatus(testApp)
      const { id: photoId } = await testApp.call(
        addMarketplacePhoto,
        { ...about, ...(await photoInput()) },
        marketplace,
      )
      return { params: { id, photoId }, customerId }
    }),
  ),
  replayCase(
    series.createMarketplaceSeries,
    async (testApp) => {
      const { provider, customerId } = await bookingInStatus(testApp)
      return { input: { body: { ...weeklySeriesInput(testApp), customerId, providerId: provider.id } } }
    },
    'booking.requested',
  ),
  replayCase(series.getMarketplaceSeries, onBookingOf(requestedSeries)),
  replayCase(series.acceptMarketplaceSeries, onBookingOf(proposedSeries, { onBehalf: actingCustomer })),
  replayCase(series.declineMarketplaceSeries, onBookingOf(proposedSeries, {})),
  replayCase(series.cancelMarketplaceSeries, onBookingOf(acceptedSeries, { scope: 'ALL', reasonCode: 'CHANGED_MIND' })),
]
