import { slotWarnings } from '@fettle/protocol/availability'
import {
  addContactAttempt,
  acceptBooking,
  cancelBooking,
  createBooking,
  getCancellationPreview,
  proposeTimes,
  reportNoShow,
} from '@fettle/protocol/booking-moves'
import { addMarketplacePhoto, removeMarketplacePhoto } from '@fettle/protocol/booking-photos'
import { createSeries } from '@fettle/protocol/booking-series'
import type { BookingStatus } from '@fettle/protocol/bookings'
import { createMarketplaceBooking, createMarketplaceChannel, getMarketplaceBooking } from '@fettle/protocol/marketplace'
import * as moves from '@fettle/protocol/marketplace-bookings'
import * as series from '@fettle/protocol/marketplace-series'
import {
  approvePriceAdjustment,
  createPriceAdjustment,
  declinePriceAdjustment,
} from '@fettle/protocol/price-adjustments'
import { asFile, picture } from '../files.ts'
import { bringTo, startJobs } from '../jobs.ts'
import { marketplace, onBehalf } from '../people.ts'
import type { Town } from '../town.ts'
import { walk, type Given, type Walk } from './walk.ts'

const HOUR = 3_600_000
const home = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }

/** A job in a state, of somebody's own. */
export async function job(town: Town, status: BookingStatus = 'REQUESTED') {
  const { provider, customer, ask, inHours } = await startJobs(town)
  const { id } = await ask()
  if (status !== 'REQUESTED') await bringTo(town, provider, id, status)
  const about = { params: { id } }
  return { provider, customer, ask, inHours, id, about, customerId: customer.id }
}

/** A call about something of a customer's: what is made first says where, the body what is asked for. */
const on =
  (prepare: (town: Town) => Promise<{ params: object; customerId: string }>, body?: object) =>
  async (town: Town): Promise<Given> => {
    const { params, customerId } = await prepare(town)
    return { input: { params, ...(body && { body }) }, customerId }
  }
const onJob = (status: BookingStatus, body?: object) =>
  on(async (town) => {
    const { id, customerId } = await job(town, status)
    return { params: { id }, customerId }
  }, body)

/** What the provider asks for is the customer's to answer. */
export async function asking(town: Town) {
  const { provider, customerId, inHours } = await job(town)
  const what = {
    title: 'The yearly service',
    durationMinutes: 60,
    location: home,
    price: { model: 'TO_QUOTE' as const },
  }
  const startAt = inHours(50)
  const body = { customerId, startAt, ...what }
  const { id } = await town.call(createBooking, { body }, provider)
  return { provider, customerId, startAt, params: { id } }
}
const inTwoDays = (inHours: (hours: number) => string) => [{ startAt: inHours(48), endAt: inHours(50) }]
export const another = (inHours: (hours: number) => string) => ({
  slots: inTwoDays(inHours),
  reasonCode: 'OTHER' as const,
  note: 'Away that day.',
})
/** The provider asks for another time. */
export async function proposed(town: Town) {
  const { provider, customerId, about, id, inHours } = await job(town, 'CONFIRMED')
  const body = { slots: inTwoDays(inHours), reasonCode: 'WEATHER' as const, acknowledge: [...slotWarnings] }
  const { id: proposalId } = await town.call(proposeTimes, { ...about, body }, provider)
  return { customerId, params: { id, proposalId } }
}
export async function proposing(town: Town) {
  const { customerId, about, id, inHours } = await job(town, 'CONFIRMED')
  const { id: proposalId } = await town.call(
    moves.proposeMarketplaceTimes,
    { ...about, body: another(inHours) },
    marketplace,
  )
  return { customerId, params: { id, proposalId }, inHours }
}
async function offered(town: Town) {
  const { provider, customerId, id } = await job(town, 'IN_PROGRESS')
  const body = { lines: [{ description: 'A new valve', unitAmount: 200_000 }], reason: 'The old one is rotten.' }
  const { id: adjustmentId } = await town.call(createPriceAdjustment, { params: { id }, body }, provider)
  return { customerId, params: { id, adjustmentId } }
}
/** The provider says that nobody was at home. */
async function missed(town: Town) {
  const { provider, about, customerId, inHours } = await job(town, 'ARRIVED')
  await town.call(createMarketplaceChannel, { body: { customerId, providerId: provider.id } }, marketplace)
  await town.call(addContactAttempt, { ...about, body: { method: 'CALL' } }, provider)
  town.clock.advance(Date.parse(inHours(2)) - town.clock.now().getTime())
  await town.call(reportNoShow, { ...about, body: { note: 'The gate was shut.' } }, provider)
  return { ...about, customerId }
}
/** The provider says that the customer asked them to stay away. */
async function calledOff(town: Town) {
  const { provider, about, customerId } = await job(town, 'CONFIRMED')
  const why = { reasonCode: 'CUSTOMER_REQUESTED' as const }
  const { previewHash } = await town.call(getCancellationPreview, { ...about, query: why }, provider)
  await town.call(cancelBooking, { ...about, body: { ...why, note: 'They said so.', previewHash } }, provider)
  return { ...about, customerId }
}
export const photo = async () => ({ body: {}, file: asFile(await picture(300, 300), 'tap.jpg') })

/** Three times the same, starting the day after tomorrow. */
export const weekly = (town: Town) => ({
  title: 'Clean the gutters',
  location: home,
  rule: { freq: 'WEEKLY' as const, count: 3 },
  startsOn: new Date(town.clock.now().getTime() + 48 * HOUR).toISOString().slice(0, 10),
  localStart: '09:00',
  durationMinutes: 60,
  timeZone: 'Africa/Lagos',
  conflictPolicy: 'SKIP' as const,
})
async function asked(town: Town) {
  const { provider, customerId } = await job(town)
  const body = { ...weekly(town), customerId, providerId: provider.id }
  const { id } = await town.call(series.createMarketplaceSeries, { body }, marketplace)
  return { customerId, params: { id } }
}
export async function proposedSeries(town: Town, over: { conflictPolicy?: 'FAIL' } = {}) {
  const { provider, customerId } = await job(town)
  const { id } = await town.call(createSeries, { body: { ...weekly(town), customerId, ...over } }, provider)
  return { provider, customerId, params: { id } }
}
async function acceptedSeries(town: Town) {
  const { customerId, params } = await proposedSeries(town)
  await town.call(series.acceptMarketplaceSeries, { params, body: { onBehalf } }, marketplace)
  return { customerId, params }
}

export const bookingWalks: Walk[] = [
  walk(
    createMarketplaceBooking,
    async (town) => {
      const { provider, customerId, inHours } = await job(town)
      const what = { title: 'Another tap', startAt: inHours(72), durationMinutes: 60, location: home }
      return { input: { body: { customerId, providerId: provider.id, ...what } } }
    },
    'booking.requested',
  ),
  walk(moves.listMarketplaceBookings, async (town) => ({
    input: { query: { customerId: (await job(town)).customerId } },
  })),
  walk(getMarketplaceBooking, onJob('REQUESTED')),
  walk(moves.patchMarketplaceBooking, onJob('REQUESTED', { accessNotes: 'Ring twice' })),
  walk(moves.acceptMarketplaceBooking, on(asking, { onBehalf }), 'booking.confirmed'),
  walk(
    moves.declineMarketplaceBooking,
    on(asking, { reasonCode: 'OTHER', note: 'Not this year.' }),
    'booking.declined',
  ),
  walk(moves.cancelMarketplaceBooking, onJob('REQUESTED', { reasonCode: 'CHANGED_MIND' }), 'booking.cancelled'),
  walk(moves.getMarketplaceCancellationPreview, async (town) => {
    const { about, customerId } = await job(town, 'CONFIRMED')
    return { input: { ...about, query: { reasonCode: 'CHANGED_MIND' } }, customerId }
  }),
  walk(moves.confirmMarketplaceBooking, onJob('AWAITING_CONFIRMATION', {}), 'booking.confirmed_by_customer'),
  walk(moves.requestFix, onJob('AWAITING_CONFIRMATION', { note: 'It still drips.' }), 'booking.reopened'),
  walk(
    moves.reportProviderNoShow,
    async (town) => {
      const { provider, about, customerId, inHours } = await job(town)
      await town.call(acceptBooking, { ...about, body: {} }, provider)
      town.clock.advance(Date.parse(inHours(25)) - town.clock.now().getTime())
      return { input: { ...about, body: { note: 'Nobody came.' } }, customerId }
    },
    'booking.no_show',
  ),
  walk(moves.contestMarketplaceNoShow, on(missed, { note: 'I was at home all day.' }), 'dispute.opened'),
  walk(moves.contestMarketplaceCancellation, on(calledOff, { note: 'I never asked for that.' }), 'dispute.opened'),
  walk(
    moves.proposeMarketplaceTimes,
    async (town) => {
      const { about, customerId, inHours } = await job(town, 'CONFIRMED')
      return { input: { ...about, body: another(inHours) }, customerId }
    },
    'booking.proposal_created',
  ),
  walk(moves.acceptMarketplaceProposal, on(proposed, { slotIndex: 0, onBehalf }), 'booking.rescheduled'),
  walk(moves.declineMarketplaceProposal, on(proposed, {}), 'booking.proposal_answered'),
  walk(moves.withdrawMarketplaceProposal, on(proposing, {}), 'booking.proposal_answered'),
  walk(approvePriceAdjustment, on(offered, {}), 'booking.adjustment_answered'),
  walk(declinePriceAdjustment, on(offered, {}), 'booking.adjustment_answered'),
  walk(addMarketplacePhoto, async (town) => {
    const { about, customerId } = await job(town)
    return { input: { ...about, ...(await photo()) }, customerId }
  }),
  walk(
    removeMarketplacePhoto,
    on(async (town) => {
      const { about, id, customerId } = await job(town)
      const { id: photoId } = await town.call(addMarketplacePhoto, { ...about, ...(await photo()) }, marketplace)
      return { params: { id, photoId }, customerId }
    }),
  ),
  walk(
    series.createMarketplaceSeries,
    async (town) => {
      const { provider, customerId } = await job(town)
      return { input: { body: { ...weekly(town), customerId, providerId: provider.id } } }
    },
    'booking.requested',
  ),
  walk(series.getMarketplaceSeries, on(asked)),
  walk(series.acceptMarketplaceSeries, on(proposedSeries, { onBehalf })),
  walk(series.declineMarketplaceSeries, on(proposedSeries, {})),
  walk(series.cancelMarketplaceSeries, on(acceptedSeries, { scope: 'ALL', reasonCode: 'CHANGED_MIND' })),
]
