import { addMarketplacePhoto, removeMarketplacePhoto } from '@fettle/protocol/booking-photos'
import { slotWarnings } from '@fettle/protocol/availability'
import { acceptBooking } from '@fettle/protocol/booking-moves'
import { cancelSeries } from '@fettle/protocol/booking-series'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace'
import * as moves from '@fettle/protocol/marketplace-bookings'
import * as series from '@fettle/protocol/marketplace-series'
import { createCustomer, marketplace, onBehalf, requestBooking, type Provider } from '../people.ts'
import type { Town } from '../town.ts'
import {
  otherSlot,
  bookingRequestInput,
  bookingInStatus,
  photoInput,
  bookingWithProposal,
  proposedSeries,
  proposalInput,
  weeklySeriesInput,
} from './bookings.ts'
import { refusalCase, type RefusalCase } from './walk.ts'

const DAY = 86_400_000

/** Somebody else's job is agreed on at a time. */
async function occupySlot(town: Town, provider: Provider, startAt: string) {
  const { id } = await requestBooking(town, { provider, customer: await createCustomer(town), startAt })
  const body = { acknowledge: [...slotWarnings], overlapReason: 'A colleague comes along.' }
  await town.call(acceptBooking, { params: { id }, body }, provider)
}
/** The first visit of `weekly`. */
const firstVisit = (town: Town) => `${weeklySeriesInput(town).startsOn}T08:00:00.000Z`
const cancelledBooking = async (town: Town) => (await bookingInStatus(town, 'CANCELLED')).about

export const bookingRefusals: RefusalCase[] = [
  refusalCase(addMarketplacePhoto, 'INVALID_TRANSITION', async (town) => ({
    ...(await cancelledBooking(town)),
    ...(await photoInput()),
  })),
  refusalCase(removeMarketplacePhoto, 'INVALID_TRANSITION', async (town) => {
    const { about, id } = await bookingInStatus(town)
    const { id: photoId } = await town.call(addMarketplacePhoto, { ...about, ...(await photoInput()) }, marketplace)
    await town.call(moves.cancelMarketplaceBooking, { ...about, body: {} }, marketplace)
    return { params: { id, photoId } }
  }),
  refusalCase(moves.acceptMarketplaceBooking, 'SLOT_CONFLICT', async (town) => {
    const { params, provider, startAt } = await bookingRequestInput(town)
    await occupySlot(town, provider, startAt)
    return { params, body: { onBehalf } }
  }),
  refusalCase(moves.getMarketplaceCancellationPreview, 'INVALID_TRANSITION', async (town) => ({
    ...(await cancelledBooking(town)),
    query: { reasonCode: 'CHANGED_MIND' },
  })),
  refusalCase(moves.proposeMarketplaceTimes, 'INVALID_TRANSITION', async (town) => {
    const { about, inHours } = await bookingInStatus(town, 'CANCELLED')
    return { ...about, body: otherSlot(inHours) }
  }),
  refusalCase(moves.proposeMarketplaceTimes, 'PROPOSAL_PENDING', async (town) => {
    const { params, inHours } = await proposalInput(town)
    return { params: { id: params.id }, body: otherSlot(inHours) }
  }),
  refusalCase(moves.proposeMarketplaceTimes, 'SLOT_CONFLICT', async (town) => {
    const { about, provider, inHours } = await bookingInStatus(town, 'CONFIRMED')
    await occupySlot(town, provider, inHours(48))
    return { ...about, body: otherSlot(inHours) }
  }),
  refusalCase(moves.declineMarketplaceProposal, 'INVALID_TRANSITION', async (town) => ({
    params: (await proposalInput(town)).params,
    body: {},
  })),
  refusalCase(moves.declineMarketplaceProposal, 'PROPOSAL_EXPIRED', async (town) => {
    const { params } = await bookingWithProposal(town)
    town.clock.advance(DAY)
    return { params, body: {} }
  }),
  refusalCase(moves.withdrawMarketplaceProposal, 'INVALID_TRANSITION', async (town) => ({
    params: (await bookingWithProposal(town)).params,
    body: {},
  })),

  refusalCase(createMarketplaceBooking, 'SERIES_CONFLICT', async (town) => {
    const { provider, customerId } = await bookingInStatus(town)
    await occupySlot(town, provider, firstVisit(town))
    const { title, location, rule, durationMinutes } = weeklySeriesInput(town)
    const what = { title, location, durationMinutes, startAt: firstVisit(town) }
    return { body: { customerId, providerId: provider.id, ...what, recurrence: { rule } } }
  }),
  refusalCase(series.createMarketplaceSeries, 'SERIES_CONFLICT', async (town) => {
    const { provider, customerId } = await bookingInStatus(town)
    await occupySlot(town, provider, firstVisit(town))
    return { body: { ...weeklySeriesInput(town), conflictPolicy: 'FAIL', customerId, providerId: provider.id } }
  }),
  refusalCase(series.acceptMarketplaceSeries, 'SERIES_CONFLICT', async (town) => {
    const { params, provider } = await proposedSeries(town, { conflictPolicy: 'FAIL' })
    await occupySlot(town, provider, firstVisit(town))
    return { params, body: { onBehalf } }
  }),
  refusalCase(series.declineMarketplaceSeries, 'INVALID_TRANSITION', async (town) => {
    const { params } = await proposedSeries(town)
    await town.call(series.acceptMarketplaceSeries, { params, body: { onBehalf } }, marketplace)
    return { params, body: {} }
  }),
  refusalCase(series.declineMarketplaceSeries, 'REQUEST_EXPIRED', async (town) => {
    const { params } = await proposedSeries(town)
    town.clock.advance(2 * DAY)
    return { params, body: {} }
  }),
  refusalCase(series.cancelMarketplaceSeries, 'INVALID_TRANSITION', async (town) => ({
    params: (await proposedSeries(town)).params,
    body: { scope: 'ALL', reasonCode: 'CHANGED_MIND' },
  })),
  refusalCase(series.cancelMarketplaceSeries, 'VERSION_CONFLICT', async (town) => {
    const { params, provider } = await proposedSeries(town)
    await town.call(series.acceptMarketplaceSeries, { params, body: { onBehalf } }, marketplace)
    const body = { scope: 'THIS' as const, index: 2, reasonCode: 'OVERBOOKED' as const }
    await town.call(cancelSeries, { params, body }, provider)
    return { params, body: { scope: 'ALL', reasonCode: 'CHANGED_MIND', version: 1 } }
  }),
]
