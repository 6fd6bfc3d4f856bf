import { addMarketplacePhoto, removeMarketplacePhoto } from '@fettle/protocol/bookings/photos'
import { slotWarnings } from '@fettle/protocol/availability/availability'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { cancelSeries } from '@fettle/protocol/bookings/series'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as actions from '@fettle/protocol/marketplace/bookings'
import * as series from '@fettle/protocol/marketplace/series'
import {
  createCustomer,
  marketplace,
  actingCustomer,
  requestBooking,
  type TestProvider,
} from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
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
import { refusalCase, type RefusalCase } from './replay-case.ts'

/** Confirms another booking at this time. */
async function occupySlot(testApp: TestApp, provider: TestProvider, startAt: string) {
  const { id } = await requestBooking(testApp, { provider, customer: await createCustomer(testApp), startAt })
  const body = { acknowledge: [...slotWarnings], overlapReason: 'A colleague comes along.' }
  await testApp.call(acceptBooking, { params: { id }, body }, provider)
}
/** Date of the first visit of `weekly`. */
const firstVisit = (testApp: TestApp) => `${weeklySeriesInput(testApp).startsOn}T08:00:00.000Z`
const cancelledBooking = async (testApp: TestApp) => (await bookingInStatus(testApp, 'CANCELLED')).about

export const bookingRefusals: RefusalCase[] = [
  refusalCase(addMarketplacePhoto, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await cancelledBooking(testApp)),
    ...(await photoInput()),
  })),
  refusalCase(removeMarketplacePhoto, 'INVALID_TRANSITION', async (testApp) => {
    const { about, id } = await bookingInStatus(testApp)
    const { id: photoId } = await testApp.call(addMarketplacePhoto, { ...about, ...(await photoInput()) }, marketplace)
    await testApp.call(actions.cancelMarketplaceBooking, { ...about, body: {} }, marketplace)
    return { params: { id, photoId } }
  }),
  refusalCase(actions.acceptMarketplaceBooking, 'SLOT_CONFLICT', async (testApp) => {
    const { params, provider, startAt } = await bookingRequestInput(testApp)
    await occupySlot(testApp, provider, startAt)
    return { params, body: { onBehalf: actingCustomer } }
  }),
  refusalCase(actions.getMarketplaceCancellationPreview, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await cancelledBooking(testApp)),
    query: { reasonCode: 'CHANGED_MIND' },
  })),
  refusalCase(actions.proposeMarketplaceTimes, 'INVALID_TRANSITION', async (testApp) => {
    const { about, inHours } = await bookingInStatus(testApp, 'CANCELLED')
    return { ...about, body: otherSlot(inHours) }
  }),
  refusalCase(actions.proposeMarketplaceTimes, 'PROPOSAL_PENDING', async (testApp) => {
    const { params, inHours } = await proposalInput(testApp)
    return { params: { id: params.id }, body: otherSlot(inHours) }
  }),
  refusalCase(actions.proposeMarketplaceTimes, 'SLOT_CONFLICT', async (testApp) => {
    const { about, provider, inHours } = await bookingInStatus(testApp, 'CONFIRMED')
    await occupySlot(testApp, provider, inHours(48))
    return { ...about, body: otherSlot(inHours) }
  }),
  refusalCase(actions.declineMarketplaceProposal, 'INVALID_TRANSITION', async (testApp) => ({
    params: (await proposalInput(testApp)).params,
    body: {},
  })),
  refusalCase(actions.declineMarketplaceProposal, 'PROPOSAL_EXPIRED', async (testApp) => {
    const { params } = await bookingWithProposal(testApp)
    testApp.clock.advance(DAY_MS)
    return { params, body: {} }
  }),
  refusalCase(actions.withdrawMarketplaceProposal, 'INVALID_TRANSITION', async (testApp) => ({
    params: (await bookingWithProposal(testApp)).params,
    body: {},
  })),

  refusalCase(createMarketplaceBooking, 'SERIES_CONFLICT', async (testApp) => {
    const { provider, customerId } = await bookingInStatus(testApp)
    await occupySlot(testApp, provider, firstVisit(testApp))
    const { title, location, rule, durationMinutes } = weeklySeriesInput(testApp)
    const what = { title, location, durationMinutes, startAt: firstVisit(testApp) }
    return { body: { customerId, providerId: provider.id, ...what, recurrence: { rule } } }
  }),
  refusalCase(series.createMarketplaceSeries, 'SERIES_CONFLICT', async (testApp) => {
    const { provider, customerId } = await bookingInStatus(testApp)
    await occupySlot(testApp, provider, firstVisit(testApp))
    return { body: { ...weeklySeriesInput(testApp), conflictPolicy: 'FAIL', customerId, providerId: provider.id } }
  }),
  refusalCase(series.acceptMarketplaceSeries, 'SERIES_CONFLICT', async (testApp) => {
    const { params, provider } = await proposedSeries(testApp, { conflictPolicy: 'FAIL' })
    await occupySlot(testApp, provider, firstVisit(testApp))
    return { params, body: { onBehalf: actingCustomer } }
  }),
  refusalCase(series.declineMarketplaceSeries, 'INVALID_TRANSITION', async (testApp) => {
    const { params } = await proposedSeries(testApp)
    await testApp.call(series.acceptMarketplaceSeries, { params, body: { onBehalf: actingCustomer } }, marketplace)
    return { params, body: {} }
  }),
  refusalCase(series.declineMarketplaceSeries, 'REQUEST_EXPIRED', async (testApp) => {
    const { params } = await proposedSeries(testApp)
    testApp.clock.advance(2 * DAY_MS)
    return { params, body: {} }
  }),
  refusalCase(series.cancelMarketplaceSeries, 'INVALID_TRANSITION', async (testApp) => ({
    params: (await proposedSeries(testApp)).params,
    body: { scope: 'ALL', reasonCode: 'CHANGED_MIND' },
  })),
  refusalCase(series.cancelMarketplaceSeries, 'FEE_CHANGED', async (testApp) => {
    const { params } = await proposedSeries(testApp)
    await testApp.call(series.acceptMarketplaceSeries, { params, body: { onBehalf: actingCustomer } }, marketplace)
    return { params, body: { scope: 'ALL', reasonCode: 'CHANGED_MIND', previewHash: 'of-other-terms' } }
  }),
  refusalCase(series.cancelMarketplaceSeries, 'VERSION_CONFLICT', async (testApp) => {
    const { params, provider } = await proposedSeries(testApp)
    await testApp.call(series.acceptMarketplaceSeries, { params, body: { onBehalf: actingCustomer } }, marketplace)
    const body = { scope: 'THIS' as const, index: 2, reasonCode: 'OVERBOOKED' as const }
    await testApp.call(cancelSeries, { params, body }, provider)
    return { params, body: { scope: 'ALL', reasonCode: 'CHANGED_MIND', version: 1 } }
  }),
]
