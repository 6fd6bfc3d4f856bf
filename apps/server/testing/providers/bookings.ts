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
import { job, weekly } from '../marketplace/bookings.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { walk, type Walk } from './walk.ts'

const HOUR = 3_600_000
const sure = [...slotWarnings]

/** A job in a state, and a move on it. */
const moving =
  (status: BookingStatus, body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await job(town, status)
    return { provider, input: { ...about, body } }
  }

const later = (inHours: (hours: number) => string) => [{ startAt: inHours(48), endAt: inHours(50) }]
/** A customer asks for another time. */
async function proposed(town: Town) {
  const { provider, about, id, inHours } = await job(town, 'CONFIRMED')
  const body = { slots: later(inHours), reasonCode: 'OTHER' as const, note: 'Away that day.' }
  const { id: proposalId } = await town.call(proposeMarketplaceTimes, { ...about, body }, marketplace)
  return { provider, params: { id, proposalId } }
}

const noted = async (town: Town) => {
  const { provider, about, id } = await job(town)
  const { id: noteId } = await town.call(addBookingNote, { ...about, body: { text: 'Ring twice.' } }, provider)
  return { provider, params: { id, noteId } }
}
const items = [{ label: 'Water is off', type: 'CHECK' as const }]
const listed = async (town: Town) => {
  const { provider, about, id } = await job(town, 'CONFIRMED')
  const [item] = await town.call(checklists.addChecklistItems, { ...about, body: { items } }, provider)
  return { provider, params: { id, itemId: item?.id ?? '' } }
}
const upload = async (town: Town, provider: { token: string }) => {
  const file = asFile(await picture(300, 300), 'tap.jpg')
  return (await town.call(createUpload, { body: { purpose: 'BOOKING_PHOTO' }, file }, provider)).id
}
const timing = async (town: Town) => {
  const { provider, about, id } = await job(town, 'IN_PROGRESS')
  town.clock.advance(2 * HOUR)
  const [startedAt, endedAt] = [2, 1].map((hours) => new Date(+town.clock.now() - hours * HOUR).toISOString())
  return {
    provider,
    about,
    id,
    body: { kind: 'BREAK' as const, startedAt: startedAt ?? '', endedAt: endedAt ?? '', reason: 'Lunch.' },
  }
}
const extra = { lines: [{ description: 'A new valve', unitAmount: 200_000 }], reason: 'The old one is rotten.' }

const askedSeries = async (town: Town) => {
  const { provider, customerId } = await job(town)
  const body = { ...weekly(town), customerId, providerId: provider.id }
  const { id } = await town.call(createMarketplaceSeries, { body }, marketplace)
  return { provider, params: { id } }
}
const proposedSeries = async (town: Town) => {
  const { provider, customerId } = await job(town)
  const { id } = await town.call(series.createSeries, { body: { ...weekly(town), customerId } }, provider)
  return { provider, params: { id } }
}

export const bookingWalks: Walk[] = [
  walk(moves.createBooking, async (town) => {
    const { provider, customerId, inHours } = await job(town)
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const what = { title: 'The yearly service', durationMinutes: 60, location, price: { model: 'TO_QUOTE' } }
    return { provider, input: { body: { customerId, startAt: inHours(50), acknowledge: sure, ...what } } }
  }),
  walk(moves.rebookBooking, async (town) => {
    const { provider, about, inHours } = await job(town, 'COMPLETED')
    return { provider, input: { ...about, body: { startAt: inHours(72), acknowledge: sure } } }
  }),
  walk(moves.acceptBooking, moving('REQUESTED')),
  walk(moves.declineBooking, moving('REQUESTED', { reasonCode: 'TOO_FAR' })),
  walk(moves.startTravel, async (town) => {
    const { provider, about } = await job(town, 'CONFIRMED')
    town.clock.advance(23 * HOUR)
    return { provider, input: { ...about, body: {} } }
  }),
  walk(moves.arriveAtBooking, moving('EN_ROUTE')),
  walk(moves.startBooking, moving('ARRIVED')),
  walk(moves.pauseBooking, moving('IN_PROGRESS', { reasonCode: 'WEATHER' })),
  walk(moves.resumeBooking, moving('PAUSED', { acknowledge: sure })),
  walk(moves.completeBooking, moving('IN_PROGRESS', { summary: 'The tap is tight.' })),
  walk(moves.reopenBooking, moving('AWAITING_CONFIRMATION', { note: 'A screw is left.' })),
  walk(moves.reportLate, async (town) => {
    const { provider, about, inHours } = await job(town, 'EN_ROUTE')
    return { provider, input: { ...about, body: { etaAt: inHours(2), reasonCode: 'TRAFFIC' } } }
  }),
  walk(moves.cancelBooking, async (town) => {
    const { provider, about } = await job(town, 'CONFIRMED')
    const why = { reasonCode: 'VEHICLE_BREAKDOWN' as const }
    const { previewHash } = await town.call(moves.getCancellationPreview, { ...about, query: why }, provider)
    return { provider, input: { ...about, body: { ...why, previewHash } } }
  }),
  walk(moves.reportNoShow, async (town) => {
    const { provider, about, customerId, inHours } = await job(town, 'ARRIVED')
    await town.call(createMarketplaceChannel, { body: { customerId, providerId: provider.id } }, marketplace)
    await town.call(moves.addContactAttempt, { ...about, body: { method: 'CALL' } }, provider)
    town.clock.advance(Date.parse(inHours(2)) - +town.clock.now())
    return { provider, input: { ...about, body: { note: 'The gate was shut.' } } }
  }),
  walk(moves.contestCancellation, async (town) => {
    const { provider, about } = await job(town, 'CONFIRMED')
    const body = { reasonCode: 'PROVIDER_REQUESTED' as const, acceptFee: true }
    await town.call(cancelMarketplaceBooking, { ...about, body }, marketplace)
    return { provider, input: { ...about, body: { note: 'I never asked for that.' } } }
  }),
  walk(moves.contestNoShow, async (town) => {
    const { provider, about } = await job(town, 'CONFIRMED')
    town.clock.advance(25 * HOUR)
    await town.call(reportProviderNoShow, { ...about, body: { note: 'Nobody came.' } }, marketplace)
    return { provider, input: { ...about, body: { note: 'I was at the gate.' } } }
  }),
  walk(moves.addContactAttempt, moving('ARRIVED', { method: 'CALL' })),
  walk(moves.proposeTimes, async (town) => {
    const { provider, about, inHours } = await job(town, 'CONFIRMED')
    const body = { slots: later(inHours), reasonCode: 'WEATHER', acknowledge: sure }
    return { provider, input: { ...about, body } }
  }),
  walk(moves.acceptProposal, async (town) => {
    const { provider, params } = await proposed(town)
    return { provider, input: { params, body: { slotIndex: 0, acknowledge: sure } } }
  }),
  walk(moves.declineProposal, async (town) => {
    const { provider, params } = await proposed(town)
    return { provider, input: { params, body: {} } }
  }),
  walk(moves.withdrawProposal, async (town) => {
    const { provider, about, id, inHours } = await job(town, 'CONFIRMED')
    const body = { slots: later(inHours), reasonCode: 'WEATHER' as const, acknowledge: sure }
    const { id: proposalId } = await town.call(moves.proposeTimes, { ...about, body }, provider)
    return { provider, input: { params: { id, proposalId }, body: {} } }
  }),
  walk(askReviewOfBooking, moving('COMPLETED')),
  walk(rateCustomerOfBooking, moving('COMPLETED', { rating: 5 })),

  walk(addBookingNote, moving('REQUESTED', { text: 'Ring twice.' })),
  walk(removeBookingNote, async (town) => {
    const { provider, params } = await noted(town)
    return { provider, input: { params } }
  }),
  walk(saveBookingTags, moving('REQUESTED', { tags: ['kitchen'] })),
  walk(addBookingPhoto, async (town) => {
    const { provider, about } = await job(town, 'CONFIRMED')
    return { provider, input: { ...about, body: { fileId: await upload(town, provider), kind: 'BEFORE' } } }
  }),
  walk(removeBookingPhoto, async (town) => {
    const { provider, about, id } = await job(town, 'CONFIRMED')
    const body = { fileId: await upload(town, provider), kind: 'BEFORE' as const }
    const { id: photoId } = await town.call(addBookingPhoto, { ...about, body }, provider)
    return { provider, input: { params: { id, photoId } } }
  }),
  walk(checklists.addChecklistItems, moving('CONFIRMED', { items })),
  walk(checklists.answerChecklistItem, async (town) => {
    const { provider, params } = await listed(town)
    return { provider, input: { params, body: { done: true } } }
  }),
  walk(checklists.removeChecklistItem, async (town) => {
    const { provider, params } = await listed(town)
    return { provider, input: { params } }
  }),
  walk(work.startTimer, moving('PAUSED', { kind: 'WORK' })),
  walk(work.stopTimer, moving('IN_PROGRESS')),
  walk(work.addWorkSegment, async (town) => {
    const { provider, about, body } = await timing(town)
    await town.call(work.stopTimer, { ...about, body: { occurredAt: body.startedAt } }, provider)
    return { provider, input: { ...about, body } }
  }),
  walk(work.editWorkSegment, async (town) => {
    const { provider, about, id, body } = await timing(town)
    const { id: segmentId } = await town.call(work.stopTimer, { ...about, body: {} }, provider)
    return { provider, input: { params: { id, segmentId }, body: { endedAt: body.endedAt, reason: body.reason } } }
  }),
  walk(createPriceAdjustment, moving('IN_PROGRESS', extra)),
  walk(withdrawPriceAdjustment, async (town) => {
    const { provider, about, id } = await job(town, 'IN_PROGRESS')
    const { id: adjustmentId } = await town.call(createPriceAdjustment, { ...about, body: extra }, provider)
    return { provider, input: { params: { id, adjustmentId } } }
  }),

  walk(series.previewSeries, async (town) => {
    const { provider } = await job(town)
    const { rule, startsOn, localStart, durationMinutes, timeZone } = weekly(town)
    return { provider, input: { body: { rule, startsOn, localStart, durationMinutes, timeZone } } }
  }),
  walk(series.createSeries, async (town) => {
    const { provider, customerId } = await job(town)
    return { provider, input: { body: { ...weekly(town), customerId } } }
  }),
  walk(series.previewSeriesEdit, async (town) => {
    const { provider, params } = await askedSeries(town)
    return { provider, input: { params, body: { scope: 'ALL', localStart: '10:00' } } }
  }),
  walk(series.editSeries, async (town) => {
    const { provider, params } = await askedSeries(town)
    await town.call(acceptSeries, { params, body: { acknowledge: sure } }, provider)
    return { provider, input: { params, body: { scope: 'ALL', localStart: '10:00' } } }
  }),
  walk(series.cancelSeries, async (town) => {
    const { provider, params } = await askedSeries(town)
    await town.call(acceptSeries, { params, body: { acknowledge: sure } }, provider)
    return { provider, input: { params, body: { scope: 'ALL', reasonCode: 'OVERBOOKED' } } }
  }),
  walk(acceptSeries, async (town) => {
    const { provider, params } = await askedSeries(town)
    return { provider, input: { params, body: { acknowledge: sure } } }
  }),
  walk(declineSeries, async (town) => {
    const { provider, params } = await proposedSeries(town)
    return { provider, input: { params, body: {} } }
  }),
]
