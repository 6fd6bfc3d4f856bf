import { addMarketplacePhoto, removeMarketplacePhoto } from '@fettle/protocol/booking-photos'
import { slotWarnings } from '@fettle/protocol/availability'
import { acceptBooking } from '@fettle/protocol/booking-moves'
import { cancelSeries } from '@fettle/protocol/booking-series'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace'
import * as moves from '@fettle/protocol/marketplace-bookings'
import * as series from '@fettle/protocol/marketplace-series'
import { createCustomer, marketplace, onBehalf, requestBooking, type Provider } from '../people.ts'
import type { Town } from '../town.ts'
import { another, asking, job, photo, proposed, proposedSeries, proposing, weekly } from './bookings.ts'
import { refused, type Refused } from './walk.ts'

const DAY = 86_400_000

/** Somebody else's job is agreed on at a time. */
async function taken(town: Town, provider: Provider, startAt: string) {
  const { id } = await requestBooking(town, { provider, customer: await createCustomer(town), startAt })
  const body = { acknowledge: [...slotWarnings], overlapReason: 'A colleague comes along.' }
  await town.call(acceptBooking, { params: { id }, body }, provider)
}
/** The first visit of `weekly`. */
const firstVisit = (town: Town) => `${weekly(town).startsOn}T08:00:00.000Z`
const ended = async (town: Town) => (await job(town, 'CANCELLED')).about

export const refusedBookings: Refused[] = [
  refused(addMarketplacePhoto, 'INVALID_TRANSITION', async (town) => ({ ...(await ended(town)), ...(await photo()) })),
  refused(removeMarketplacePhoto, 'INVALID_TRANSITION', async (town) => {
    const { about, id } = await job(town)
    const { id: photoId } = await town.call(addMarketplacePhoto, { ...about, ...(await photo()) }, marketplace)
    await town.call(moves.cancelMarketplaceBooking, { ...about, body: {} }, marketplace)
    return { params: { id, photoId } }
  }),
  refused(moves.acceptMarketplaceBooking, 'SLOT_CONFLICT', async (town) => {
    const { params, provider, startAt } = await asking(town)
    await taken(town, provider, startAt)
    return { params, body: { onBehalf } }
  }),
  refused(moves.getMarketplaceCancellationPreview, 'INVALID_TRANSITION', async (town) => ({
    ...(await ended(town)),
    query: { reasonCode: 'CHANGED_MIND' },
  })),
  refused(moves.proposeMarketplaceTimes, 'INVALID_TRANSITION', async (town) => {
    const { about, inHours } = await job(town, 'CANCELLED')
    return { ...about, body: another(inHours) }
  }),
  refused(moves.proposeMarketplaceTimes, 'PROPOSAL_PENDING', async (town) => {
    const { params, inHours } = await proposing(town)
    return { params: { id: params.id }, body: another(inHours) }
  }),
  refused(moves.proposeMarketplaceTimes, 'SLOT_CONFLICT', async (town) => {
    const { about, provider, inHours } = await job(town, 'CONFIRMED')
    await taken(town, provider, inHours(48))
    return { ...about, body: another(inHours) }
  }),
  refused(moves.declineMarketplaceProposal, 'INVALID_TRANSITION', async (town) => ({
    params: (await proposing(town)).params,
    body: {},
  })),
  refused(moves.declineMarketplaceProposal, 'PROPOSAL_EXPIRED', async (town) => {
    const { params } = await proposed(town)
    town.clock.advance(DAY)
    return { params, body: {} }
  }),
  refused(moves.withdrawMarketplaceProposal, 'INVALID_TRANSITION', async (town) => ({
    params: (await proposed(town)).params,
    body: {},
  })),

  refused(createMarketplaceBooking, 'SERIES_CONFLICT', async (town) => {
    const { provider, customerId } = await job(town)
    await taken(town, provider, firstVisit(town))
    const { title, location, rule, durationMinutes } = weekly(town)
    const what = { title, location, durationMinutes, startAt: firstVisit(town) }
    return { body: { customerId, providerId: provider.id, ...what, recurrence: { rule } } }
  }),
  refused(series.createMarketplaceSeries, 'SERIES_CONFLICT', async (town) => {
    const { provider, customerId } = await job(town)
    await taken(town, provider, firstVisit(town))
    return { body: { ...weekly(town), conflictPolicy: 'FAIL', customerId, providerId: provider.id } }
  }),
  refused(series.acceptMarketplaceSeries, 'SERIES_CONFLICT', async (town) => {
    const { params, provider } = await proposedSeries(town, { conflictPolicy: 'FAIL' })
    await taken(town, provider, firstVisit(town))
    return { params, body: { onBehalf } }
  }),
  refused(series.declineMarketplaceSeries, 'INVALID_TRANSITION', async (town) => {
    const { params } = await proposedSeries(town)
    await town.call(series.acceptMarketplaceSeries, { params, body: { onBehalf } }, marketplace)
    return { params, body: {} }
  }),
  refused(series.declineMarketplaceSeries, 'REQUEST_EXPIRED', async (town) => {
    const { params } = await proposedSeries(town)
    town.clock.advance(2 * DAY)
    return { params, body: {} }
  }),
  refused(series.cancelMarketplaceSeries, 'INVALID_TRANSITION', async (town) => ({
    params: (await proposedSeries(town)).params,
    body: { scope: 'ALL', reasonCode: 'CHANGED_MIND' },
  })),
  refused(series.cancelMarketplaceSeries, 'VERSION_CONFLICT', async (town) => {
    const { params, provider } = await proposedSeries(town)
    await town.call(series.acceptMarketplaceSeries, { params, body: { onBehalf } }, marketplace)
    const body = { scope: 'THIS' as const, index: 2, reasonCode: 'OVERBOOKED' as const }
    await town.call(cancelSeries, { params, body }, provider)
    return { params, body: { scope: 'ALL', reasonCode: 'CHANGED_MIND', version: 1 } }
  }),
]
