import { slotWarnings } from '@fettle/protocol/availability'
import { addBookingNote, removeBookingNote, saveBookingTags } from '@fettle/protocol/booking-content'
import * as moves from '@fettle/protocol/booking-moves'
import { addBookingPhoto, removeBookingPhoto } from '@fettle/protocol/booking-photos'
import * as series from '@fettle/protocol/booking-series'
import type { BookingStatus } from '@fettle/protocol/bookings'
import * as checklists from '@fettle/protocol/checklists'
import {
  cancelMarketplaceBooking,
  proposeMarketplaceTimes,
  reportProviderNoShow,
} from '@fettle/protocol/marketplace-bookings'
import { createMarketplaceChannel } from '@fettle/protocol/marketplace'
import { createPriceAdjustment, withdrawPriceAdjustment } from '@fettle/protocol/price-adjustments'
import { createMarketplaceSeries } from '@fettle/protocol/marketplace-series'
import { askReviewOfBooking, rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { acceptSeries, declineSeries } from '@fettle/protocol/series-answers'
import { createUpload } from '@fettle/protocol/uploads'
import * as work from '@fettle/protocol/work-log'
import { asFile, picture } from '../files.ts'
import { bookingInStatus, weeklySeriesInput } from '../marketplace/bookings.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { providerReplayCase, type ProviderReplayCase } from './walk.ts'

const HOUR = 3_600_000
const acknowledgeAll = [...slotWarnings]

/** A job in a state, and a move on it. */
const onBookingOf =
  (status: BookingStatus, body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await bookingInStatus(town, status)
    return { provider, input: { ...about, body } }
  }

const laterSlots = (inHours: (hours: number) => string) => [{ startAt: inHours(48), endAt: inHours(50) }]
/** A customer asks for another time. */
async function bookingWithCustomerProposal(town: Town) {
  const { provider, about, id, inHours } = await bookingInStatus(town, 'CONFIRMED')
  const body = { slots: laterSlots(inHours), reasonCode: 'OTHER' as const, note: 'Away that day.' }
  const { id: proposalId } = await town.call(proposeMarketplaceTimes, { ...about, body }, marketplace)
  return { provider, params: { id, proposalId } }
}

const bookingWithNote = async (town: Town) => {
  const { provider, about, id } = await bookingInStatus(town)
  const { id: noteId } = await town.call(addBookingNote, { ...about, body: { text: 'Ring twice.' } }, provider)
  return { provider, params: { id, noteId } }
}
const items = [{ label: 'Water is off', type: 'CHECK' as const }]
const bookingWithChecklist = async (town: Town) => {
  const { provider, about, id } = await bookingInStatus(town, 'CONFIRMED')
  const [item] = await town.call(checklists.addChecklistItems, { ...about, body: { items } }, provider)
  return { provider, params: { id, itemId: item?.id ?? '' } }
}
const upload = async (town: Town, provider: { token: string }) => {
  const file = asFile(await picture(300, 300), 'tap.jpg')
  return (await town.call(createUpload, { body: { purpose: 'BOOKING_PHOTO' }, file }, provider)).id
}
const bookingWithRunningTimer = async (town: Town) => {
  const { provider, about, id } = await bookingInStatus(town, 'IN_PROGRESS')
  town.clock.advance(2 * HOUR)
  const [startedAt, endedAt] = [2, 1].map((hours) => new Date(+town.clock.now() - hours * HOUR).toISOString())
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

const requestedSeries = async (town: Town) => {
  const { provider, customerId } = await bookingInStatus(town)
  const body = { ...weeklySeriesInput(town), customerId, providerId: provider.id }
  const { id } = await town.call(createMarketplaceSeries, { body }, marketplace)
  return { provider, params: { id } }
}
const proposedSeries = async (town: Town) => {
  const { provider, customerId } = await bookingInStatus(town)
  const { id } = await town.call(series.createSeries, { body: { ...weeklySeriesInput(town), customerId } }, provider)
  return { provider, params: { id } }
}

export const providerBookingReplayCases: ProviderReplayCase[] = [
  providerReplayCase(moves.createBooking, async (town) => {
    const { provider, customerId, inHours } = await bookingInStatus(town)
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const what = { title: 'The yearly service', durationMinutes: 60, location, price: { model: 'TO_QUOTE' } }
    return { provider, input: { body: { customerId, startAt: inHours(50), acknowledge: acknowledgeAll, ...what } } }
  }),
  providerReplayCase(moves.rebookBooking, async (town) => {
    const { provider, about, inHours } = await bookingInStatus(town, 'COMPLETED')
    return { provider, input: { ...about, body: { startAt: inHours(72), acknowledge: acknowledgeAll } } }
  }),
  providerReplayCase(moves.acceptBooking, onBookingOf('REQUESTED')),
  providerReplayCase(moves.declineBooking, onBookingOf('REQUESTED', { reasonCode: 'TOO_FAR' })),
  providerReplayCase(moves.startTravel, async (town) => {
    const { provider, about } = await bookingInStatus(town, 'CONFIRMED')
    town.clock.advance(23 * HOUR)
    return { provider, input: { ...about, body: {} } }
  }),
  providerReplayCase(moves.arriveAtBooking, onBookingOf('EN_ROUTE')),
  providerReplayCase(moves.startBooking, onBookingOf('ARRIVED')),
  providerReplayCase(moves.pauseBooking, onBookingOf('IN_PROGRESS', { reasonCode: 'WEATHER' })),
  providerReplayCase(moves.resumeBooking, onBookingOf('PAUSED', { acknowledge: acknowledgeAll })),
  providerReplayCase(moves.completeBooking, onBookingOf('IN_PROGRESS', { summary: 'The tap is tight.' })),
  providerReplayCase(moves.reopenBooking, onBookingOf('AWAITING_CONFIRMATION', { note: 'A screw is left.' })),
  providerReplayCase(moves.reportLate, async (town) => {
    const { provider, about, inHours } = await bookingInStatus(town, 'EN_ROUTE')
    return { provider, input: { ...about, body: { etaAt: inHours(2), reasonCode: 'TRAFFIC' } } }
  }),
  providerReplayCase(moves.cancelBooking, async (town) => {
    const { provider, about } = await bookingInStatus(town, 'CONFIRMED')
    const why = { reasonCode: 'VEHICLE_BREAKDOWN' as const }
    const { previewHash } = await town.call(moves.getCancellationPreview, { ...about, query: why }, provider)
    return { provider, input: { ...about, body: { ...why, previewHash } } }
  }),
  providerReplayCase(moves.reportNoShow, async (town) => {
    const { provider, about, customerId, inHours } = await bookingInStatus(town, 'ARRIVED')
    await town.call(createMarketplaceChannel, { body: { customerId, providerId: provider.id } }, marketplace)
    await town.call(moves.addContactAttempt, { ...about, body: { method: 'CALL' } }, provider)
    town.clock.advance(Date.parse(inHours(2)) - +town.clock.now())
    return { provider, input: { ...about, body: { note: 'The gate was shut.' } } }
  }),
  providerReplayCase(moves.contestCancellation, async (town) => {
    const { provider, about } = await bookingInStatus(town, 'CONFIRMED')
    const body = { reasonCode: 'PROVIDER_REQUESTED' as const, acceptFee: true }
    await town.call(cancelMarketplaceBooking, { ...about, body }, marketplace)
    return { provider, input: { ...about, body: { note: 'I never asked for that.' } } }
  }),
  providerReplayCase(moves.contestNoShow, async (town) => {
    const { provider, about } = await bookingInStatus(town, 'CONFIRMED')
    town.clock.advance(25 * HOUR)
    await town.call(reportProviderNoShow, { ...about, body: { note: 'Nobody came.' } }, marketplace)
    return { provider, input: { ...about, body: { note: 'I was at the gate.' } } }
  }),
  providerReplayCase(moves.addContactAttempt, onBookingOf('ARRIVED', { method: 'CALL' })),
  providerReplayCase(moves.proposeTimes, async (town) => {
    const { provider, about, inHours } = await bookingInStatus(town, 'CONFIRMED')
    const body = { slots: laterSlots(inHours), reasonCode: 'WEATHER', acknowledge: acknowledgeAll }
    return { provider, input: { ...about, body } }
  }),
  providerReplayCase(moves.acceptProposal, async (town) => {
    const { provider, params } = await bookingWithCustomerProposal(town)
    return { provider, input: { params, body: { slotIndex: 0, acknowledge: acknowledgeAll } } }
  }),
  providerReplayCase(moves.declineProposal, async (town) => {
    const { provider, params } = await bookingWithCustomerProposal(town)
    return { provider, input: { params, body: {} } }
  }),
  providerReplayCase(moves.withdrawProposal, async (town) => {
    const { provider, about, id, inHours } = await bookingInStatus(town, 'CONFIRMED')
    const body = { slots: laterSlots(inHours), reasonCode: 'WEATHER' as const, acknowledge: acknowledgeAll }
    const { id: proposalId } = await town.call(moves.proposeTimes, { ...about, body }, provider)
    return { provider, input: { params: { id, proposalId }, body: {} } }
  }),
  providerReplayCase(askReviewOfBooking, onBookingOf('COMPLETED')),
  providerReplayCase(rateCustomerOfBooking, onBookingOf('COMPLETED', { rating: 5 })),

  providerReplayCase(addBookingNote, onBookingOf('REQUESTED', { text: 'Ring twice.' })),
  providerReplayCase(removeBookingNote, async (town) => {
    const { provider, params } = await bookingWithNote(town)
    return { provider, input: { params } }
  }),
  providerReplayCase(saveBookingTags, onBookingOf('REQUESTED', { tags: ['kitchen'] })),
  providerReplayCase(addBookingPhoto, async (town) => {
    const { provider, about } = await bookingInStatus(town, 'CONFIRMED')
    return { provider, input: { ...about, body: { fileId: await upload(town, provider), kind: 'BEFORE' } } }
  }),
  providerReplayCase(removeBookingPhoto, async (town) => {
    const { provider, about, id } = await bookingInStatus(town, 'CONFIRMED')
    const body = { fileId: await upload(town, provider), kind: 'BEFORE' as const }
    const { id: photoId } = await town.call(addBookingPhoto, { ...about, body }, provider)
    return { provider, input: { params: { id, photoId } } }
  }),
  providerReplayCase(checklists.addChecklistItems, onBookingOf('CONFIRMED', { items })),
  providerReplayCase(checklists.answerChecklistItem, async (town) => {
    const { provider, params } = await bookingWithChecklist(town)
    return { provider, input: { params, body: { done: true } } }
  }),
  providerReplayCase(checklists.removeChecklistItem, async (town) => {
    const { provider, params } = await bookingWithChecklist(town)
    return { provider, input: { params } }
  }),
  providerReplayCase(work.startTimer, onBookingOf('PAUSED', { kind: 'WORK' })),
  providerReplayCase(work.stopTimer, onBookingOf('IN_PROGRESS')),
  providerReplayCase(work.addWorkSegment, async (town) => {
    const { provider, about, body } = await bookingWithRunningTimer(town)
    await town.call(work.stopTimer, { ...about, body: { occurredAt: body.startedAt } }, provider)
    return { provider, input: { ...about, body } }
  }),
  providerReplayCase(work.editWorkSegment, async (town) => {
    const { provider, about, id, body } = await bookingWithRunningTimer(town)
    const { id: segmentId } = await town.call(work.stopTimer, { ...about, body: {} }, provider)
    return { provider, input: { params: { id, segmentId }, body: { endedAt: body.endedAt, reason: body.reason } } }
  }),
  providerReplayCase(createPriceAdjustment, onBookingOf('IN_PROGRESS', extraWorkInput)),
  providerReplayCase(withdrawPriceAdjustment, async (town) => {
    const { provider, about, id } = await bookingInStatus(town, 'IN_PROGRESS')
    const { id: adjustmentId } = await town.call(createPriceAdjustment, { ...about, body: extraWorkInput }, provider)
    return { provider, input: { params: { id, adjustmentId } } }
  }),

  providerReplayCase(series.previewSeries, async (town) => {
    const { provider } = await bookingInStatus(town)
    const { rule, startsOn, localStart, durationMinutes, timeZone } = weeklySeriesInput(town)
    return { provider, input: { body: { rule, startsOn, localStart, durationMinutes, timeZone } } }
  }),
  providerReplayCase(series.createSeries, async (town) => {
    const { provider, customerId } = await bookingInStatus(town)
    return { provider, input: { body: { ...weeklySeriesInput(town), customerId } } }
  }),
  providerReplayCase(series.previewSeriesEdit, async (town) => {
    const { provider, params } = await requestedSeries(town)
    return { provider, input: { params, body: { scope: 'ALL', localStart: '10:00' } } }
  }),
  providerReplayCase(series.editSeries, async (town) => {
    const { provider, params } = await requestedSeries(town)
    await town.call(acceptSeries, { params, body: { acknowledge: acknowledgeAll } }, provider)
    return { provider, input: { params, body: { scope: 'ALL', localStart: '10:00' } } }
  }),
  providerReplayCase(series.cancelSeries, async (town) => {
    const { provider, params } = await requestedSeries(town)
    await town.call(acceptSeries, { params, body: { acknowledge: acknowledgeAll } }, provider)
    return { provider, input: { params, body: { scope: 'ALL', reasonCode: 'OVERBOOKED' } } }
  }),
  providerReplayCase(acceptSeries, async (town) => {
    const { provider, params } = await requestedSeries(town)
    return { provider, input: { params, body: { acknowledge: acknowledgeAll } } }
  }),
  providerReplayCase(declineSeries, async (town) => {
    const { provider, params } = await proposedSeries(town)
    return { provider, input: { params, body: {} } }
  }),
]
