import { slotWarnings } from '@fettle/protocol/availability/availability'
import { addBookingNote, removeBookingNote, saveBookingTags } from '@fettle/protocol/bookings/content'
import * as actions from '@fettle/protocol/bookings/actions'
import { addBookingPhoto, removeBookingPhoto } from '@fettle/protocol/bookings/photos'
import * as series from '@fettle/protocol/bookings/series'
import type { BookingStatus } from '@fettle/protocol/bookings'
import * as checklists from '@fettle/protocol/bookings/checklists'
import {
  cancelMarketplaceBooking,
  proposeMarketplaceTimes,
  reportProviderNoShow,
} from '@fettle/protocol/marketplace/bookings'
import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import { createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { createPriceAdjustment, withdrawPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { askReviewOfBooking, rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { acceptSeries, declineSeries } from '@fettle/protocol/bookings/series-answers'
import { createUpload } from '@fettle/protocol/common/uploads'
import * as work from '@fettle/protocol/bookings/work-log'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { asFile, picture } from '../../../fixtures/files.ts'
import { bookingInStatus, weeklySeriesInput } from '../marketplace/bookings.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { providerReplayCase, type ProviderReplayCase } from './replay-case.ts'

const acknowledgeAll = [...slotWarnings]

/** A transition of a booking in a status. */
const onBookingOf =
  (status: BookingStatus, body: object = {}) =>
  async (testApp: TestApp) => {
    const { provider, about } = await bookingInStatus(testApp, status)
    return { provider, input: { ...about, body } }
  }

const laterSlots = (inHours: (hours: number) => string) => [{ startAt: inHours(48), endAt: inHours(50) }]
/** The customer has proposed another time. */
async function bookingWithCustomerProposal(testApp: TestApp) {
  const { provider, about, id, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
  const body = { slots: laterSlots(inHours), reasonCode: 'OTHER' as const, note: 'Away that day.' }
  const { id: proposalId } = await testApp.call(proposeMarketplaceTimes, { ...about, body }, marketplace)
  return { provider, params: { id, proposalId } }
}

const bookingWithNote = async (testApp: TestApp) => {
  const { provider, about, id } = await bookingInStatus(testApp)
  const { id: noteId } = await testApp.call(addBookingNote, { ...about, body: { text: 'Ring twice.' } }, provider)
  return { provider, params: { id, noteId } }
}
const items = [{ label: 'Water is off', type: 'CHECK' as const }]
const bookingWithChecklist = async (testApp: TestApp) => {
  const { provider, about, id } = await bookingInStatus(testApp, 'CONFIRMED')
  const [item] = await testApp.call(checklists.addChecklistItems, { ...about, body: { items } }, provider)
  return { provider, params: { id, itemId: item?.id ?? '' } }
}
const upload = async (testApp: TestApp, provider: { token: string }) => {
  const file = asFile(await picture(300, 300), 'tap.jpg')
  return (await testApp.call(createUpload, { body: { purpose: 'BOOKING_PHOTO' }, file }, provider)).id
}
const bookingWithRunningTimer = async (testApp: TestApp) => {
  const { provider, about, id } = await bookingInStatus(testApp, 'IN_PROGRESS')
  testApp.clock.advance(2 * HOUR_MS)
  const [startedAt, endedAt] = [2, 1].map((hours) => new Date(+testApp.clock.now() - hours * HOUR_MS).toISOString())
  return {
    provider,
    about,
    id,
    body: { kind: 'BREAK' as const, startedAt: startedAt ?? '', endedAt: endedAt ?? '', reason: 'Lunch.' },
  }
}
const extraWorkInput = {
  lines: [{ description: 'A new valve', unitAmount: 200_000 }],
  reason: 'The old one is rotten.',
}

const requestedSeries = async (testApp: TestApp) => {
  const { provider, customerId } = await bookingInStatus(testApp)
  const body = { ...weeklySeriesInput(testApp), customerId, providerId: provider.id }
  const { id } = await testApp.call(createMarketplaceSeries, { body }, marketplace)
  return { provider, params: { id } }
}
const proposedSeries = async (testApp: TestApp) => {
  const { provider, customerId } = await bookingInStatus(testApp)
  const { id } = await testApp.call(
    series.createSeries,
    { body: { ...weeklySeriesInput(testApp), customerId } },
    provider,
  )
  return { provider, params: { id } }
}

export const providerBookingReplayCases: ProviderReplayCase[] = [
  providerReplayCase(actions.createBooking, async (testApp) => {
    const { provider, customerId, inHours } = await bookingInStatus(testApp)
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const what = { title: 'The yearly service', durationMinutes: 60, location, price: { model: 'TO_QUOTE' } }
    return { provider, input: { body: { customerId, startAt: inHours(50), acknowledge: acknowledgeAll, ...what } } }
  }),
  providerReplayCase(actions.rebookBooking, async (testApp) => {
    const { provider, about, inHours } = await bookingInStatus(testApp, 'COMPLETED')
    return { provider, input: { ...about, body: { startAt: inHours(72), acknowledge: acknowledgeAll } } }
  }),
  providerReplayCase(actions.acceptBooking, onBookingOf('REQUESTED')),
  providerReplayCase(actions.declineBooking, onBookingOf('REQUESTED', { reasonCode: 'TOO_FAR' })),
  providerReplayCase(actions.startTravel, async (testApp) => {
    const { provider, about } = await bookingInStatus(testApp, 'CONFIRMED')
    testApp.clock.advance(23 * HOUR_MS)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(actions.arriveAtBooking, onBookingOf('EN_ROUTE')),
  providerReplayCase(actions.startBooking, onBookingOf('ARRIVED')),
  providerReplayCase(actions.pauseBooking, onBookingOf('IN_PROGRESS', { reasonCode: 'WEATHER' })),
  providerReplayCase(actions.resumeBooking, onBookingOf('PAUSED', { acknowledge: acknowledgeAll })),
  providerReplayCase(actions.completeBooking, onBookingOf('IN_PROGRESS', { summary: 'The tap is tight.' })),
  providerReplayCase(actions.reopenBooking, onBookingOf('AWAITING_CONFIRMATION', { note: 'A screw is left.' })),
  providerReplayCase(actions.reportLate, async (testApp) => {
    const { provider, about, inHours } = await bookingInStatus(testApp, 'EN_ROUTE')
    return { provider, input: { ...about, body: { etaAt: inHours(2), reasonCode: 'TRAFFIC' } } }
  }),
  providerReplayCase(actions.cancelBooking, async (testApp) => {
    const { provider, about } = await bookingInStatus(testApp, 'CONFIRMED')
    const why = { reasonCode: 'VEHICLE_BREAKDOWN' as const }
    const { previewHash } = await testApp.call(actions.getCancellationPreview, { ...about, query: why }, provider)
    return { provider, input: { ...about, body: { ...why, previewHash } } }
  }),
  providerReplayCase(actions.reportNoShow, async (testApp) => {
    const { provider, about, customerId, inHours } = await bookingInStatus(testApp, 'ARRIVED')
    await testApp.call(createMarketplaceChannel, { body: { customerId, providerId: provider.id } }, marketplace)
    await testApp.call(actions.addContactAttempt, { ...about, body: { method: 'CALL' } }, provider)
    testApp.clock.advance(Date.parse(inHours(2)) - +testApp.clock.now())
    return { provider, input: { ...about, body: { note: 'The gate was shut.' } } }
  }),
  providerReplayCase(actions.contestCancellation, async (testApp) => {
    const { provider, about } = await bookingInStatus(testApp, 'CONFIRMED')
    const body = { reasonCode: 'PROVIDER_REQUESTED' as const, acceptFee: true }
    await testApp.call(cancelMarketplaceBooking, { ...about, body }, marketplace)
    return { provider, input: { ...about, body: { note: 'I never asked for that.' } } }
  }),
  providerReplayCase(actions.contestNoShow, async (testApp) => {
    const { provider, about } = await bookingInStatus(testApp, 'CONFIRMED')
    testApp.clock.advance(25 * HOUR_MS)
    await testApp.call(reportProviderNoShow, { ...about, body: { note: 'Nobody came.' } }, marketplace)
    return { provider, input: { ...about, body: { note: 'I was at the gate.' } } }
  }),
  providerReplayCase(actions.addContactAttempt, onBookingOf('ARRIVED', { method: 'CALL' })),
  providerReplayCase(actions.proposeTimes, async (testApp) => {
    const { provider, about, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
    const body = { slots: laterSlots(inHours), reasonCode: 'WEATHER', acknowledge: acknowledgeAll }
    return { provider, input: { ...about, body } }
  }),
  providerReplayCase(actions.acceptProposal, async (testApp) => {
    const { provider, params } = await bookingWithCustomerProposal(testApp)
    return { provider, input: { params, body: { slotIndex: 0, acknowledge: acknowledgeAll } } }
  }),
  providerReplayCase(actions.declineProposal, async (testApp) => {
    const { provider, params } = await bookingWithCustomerProposal(testApp)
    return { provider, input: { params, body: {} } }
  }),
  providerReplayCase(actions.withdrawProposal, async (testApp) => {
    const { provider, about, id, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
    const body = { slots: laterSlots(inHours), reasonCode: 'WEATHER' as const, acknowledge: acknowledgeAll }
    const { id: proposalId } = await testApp.call(actions.proposeTimes, { ...about, body }, provider)
    return { provider, input: { params: { id, proposalId }, body: {} } }
  }),
  providerReplayCase(askReviewOfBooking, onBookingOf('COMPLETED')),
  providerReplayCase(rateCustomerOfBooking, onBookingOf('COMPLETED', { rating: 5 })),

  providerReplayCase(addBookingNote, onBookingOf('REQUESTED', { text: 'Ring twice.' })),
  providerReplayCase(removeBookingNote, async (testApp) => {
    const { provider, params } = await bookingWithNote(testApp)
    return { provider, input: { params } }
  }),
  providerReplayCase(saveBookingTags, onBookingOf('REQUESTED', { tags: ['kitchen'] })),
  providerReplayCase(addBookingPhoto, async (testApp) => {
    const { provider, about } = await bookingInStatus(testApp, 'CONFIRMED')
    return { provider, input: { ...about, body: { fileId: await upload(testApp, provider), kind: 'BEFORE' } } }
  }),
  providerReplayCase(removeBookingPhoto, async (testApp) => {
    const { provider, about, id } = await bookingInStatus(testApp, 'CONFIRMED')
    const body = { fileId: await upload(testApp, provider), kind: 'BEFORE' as const }
    const { id: photoId } = await testApp.call(addBookingPhoto, { ...about, body }, provider)
    return { provider, input: { params: { id, photoId } } }
  }),
  providerReplayCase(checklists.addChecklistItems, onBookingOf('CONFIRMED', { items })),
  providerReplayCase(checklists.answerChecklistItem, async (testApp) => {
    const { provider, params } = await bookingWithChecklist(testApp)
    return { provider, input: { params, body: { done: true } } }
  }),
  providerReplayCase(checklists.removeChecklistItem, async (testApp) => {
    const { provider, params } = await bookingWithChecklist(testApp)
    return { provider, input: { params } }
  }),
  providerReplayCase(work.startTimer, onBookingOf('PAUSED', { kind: 'WORK' })),
  providerReplayCase(work.stopTimer, onBookingOf('IN_PROGRESS')),
  providerReplayCase(work.addWorkSegment, async (testApp) => {
    const { provider, about, body } = await bookingWithRunningTimer(testApp)
    await testApp.call(work.stopTimer, { ...about, body: { occurredAt: body.startedAt } }, provider)
    return { provider, input: { ...about, body } }
  }),
  providerReplayCase(work.editWorkSegment, async (testApp) => {
    const { provider, about, id, body } = await bookingWithRunningTimer(testApp)
    const { id: segmentId } = await testApp.call(work.stopTimer, { ...about, body: {} }, provider)
    return { provider, input: { params: { id, segmentId }, body: { endedAt: body.endedAt, reason: body.reason } } }
  }),
  providerReplayCase(createPriceAdjustment, onBookingOf('IN_PROGRESS', extraWorkInput)),
  providerReplayCase(withdrawPriceAdjustment, async (testApp) => {
    const { provider, about, id } = await bookingInStatus(testApp, 'IN_PROGRESS')
    const { id: adjustmentId } = await testApp.call(createPriceAdjustment, { ...about, body: extraWorkInput }, provider)
    return { provider, input: { params: { id, adjustmentId } } }
  }),

  providerReplayCase(series.previewSeries, async (testApp) => {
    const { provider } = await bookingInStatus(testApp)
    const { rule, startsOn, localStart, durationMinutes, timeZone } = weeklySeriesInput(testApp)
    return { provider, input: { body: { rule, startsOn, localStart, durationMinutes, timeZone } } }
  }),
  providerReplayCase(series.createSeries, async (testApp) => {
    const { provider, customerId } = await bookingInStatus(testApp)
    return { provider, input: { body: { ...weeklySeriesInput(testApp), customerId } } }
  }),
  providerReplayCase(series.previewSeriesEdit, async (testApp) => {
    const { provider, params } = await requestedSeries(testApp)
    return { provider, input: { params, body: { scope: 'ALL', localStart: '10:00' } } }
  }),
  providerReplayCase(series.editSeries, async (testApp) => {
    const { provider, params } = await requestedSeries(testApp)
    await testApp.call(acceptSeries, { params, body: { acknowledge: acknowledgeAll } }, provider)
    return { provider, input: { params, body: { scope: 'ALL', localStart: '10:00' } } }
  }),
  providerReplayCase(series.cancelSeries, async (testApp) => {
    const { provider, params } = await requestedSeries(testApp)
    await testApp.call(acceptSeries, { params, body: { acknowledge: acknowledgeAll } }, provider)
    return { provider, input: { params, body: { scope: 'ALL', reasonCode: 'OVERBOOKED' } } }
  }),
  providerReplayCase(acceptSeries, async (testApp) => {
    const { provider, params } = await requestedSeries(testApp)
    return { provider, input: { params, body: { acknowledge: acknowledgeAll } } }
  }),
  providerReplayCase(declineSeries, async (testApp) => {
    const { provider, params } = await proposedSeries(testApp)
    return { provider, input: { params, body: {} } }
  }),
]
