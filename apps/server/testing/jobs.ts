import * as moves from '@fettle/protocol/booking-moves'
import type { BookingStatus } from '@fettle/protocol/bookings'
import {
  cancelMarketplaceBooking,
  confirmMarketplaceBooking,
  reportProviderNoShow,
} from '@fettle/protocol/marketplace-bookings'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  requireScheduled,
  type Provider,
} from './people.ts'
import type { TestApp } from './town.ts'

const HOUR = 3_600_000

/** A provider, a customer and their jobs. */
export async function createBookingScenario(testApp: TestApp) {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * HOUR).toISOString()
  const price = { model: 'FIXED' as const, amount: { amount: 1_500_000, currency: 'NGN' } }

  const ask = (overrides: Partial<Parameters<typeof requestBooking>[1]> = {}) =>
    requestBooking(testApp, { provider, customer, price, ...overrides })
  const agree = async (overrides: Parameters<typeof ask>[0] = {}) => {
    const { id } = await ask(overrides)
    return requireScheduled(await testApp.call(moves.acceptBooking, { params: { id }, body: {} }, provider))
  }
  return { provider, customer, inHours, ask, agree }
}

const completionInput = { summary: 'The tap is tight.' }

/** Lets a request come to a state by the front door. Time goes on as far as that takes. */
export async function advanceBookingTo(
  testApp: TestApp,
  provider: Provider,
  id: string,
  status: BookingStatus,
): Promise<void> {
  const params = { id }
  const begin = async () => {
    await testApp.call(moves.acceptBooking, { params, body: {} }, provider)
    await testApp.call(moves.startBooking, { params, body: { otherJob: 'KEEP_RUNNING' } }, provider)
  }
  const complete = async () => {
    await begin()
    await testApp.call(moves.completeBooking, { params, body: completionInput }, provider)
  }
  const ways: Partial<Record<BookingStatus, () => Promise<unknown>>> = {
    CONFIRMED: () => testApp.call(moves.acceptBooking, { params, body: {} }, provider),
    DECLINED: () => testApp.call(moves.declineBooking, { params, body: { reasonCode: 'TOO_FAR' } }, provider),
    CANCELLED: () => testApp.call(cancelMarketplaceBooking, { params, body: {} }, marketplace),
    async EXPIRED() {
      testApp.clock.advance(24 * HOUR)
      await testApp.deps.jobs.runDue()
    },
    async EN_ROUTE() {
      const { startAt } = requireScheduled(await testApp.call(moves.acceptBooking, { params, body: {} }, provider))
      testApp.clock.advance(Date.parse(startAt) - HOUR - testApp.clock.now().getTime())
      await testApp.call(moves.startTravel, { params, body: {} }, provider)
    },
    async ARRIVED() {
      await ways.EN_ROUTE?.()
      await testApp.call(moves.arriveAtBooking, { params, body: {} }, provider)
    },
    IN_PROGRESS: begin,
    async PAUSED() {
      await begin()
      await testApp.call(moves.pauseBooking, { params, body: { reasonCode: 'WEATHER' } }, provider)
    },
    AWAITING_CONFIRMATION: complete,
    async COMPLETED() {
      await complete()
      await testApp.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
    },
    async NO_SHOW() {
      const { startAt } = requireScheduled(await testApp.call(moves.acceptBooking, { params, body: {} }, provider))
      testApp.clock.advance(Date.parse(startAt) + HOUR - testApp.clock.now().getTime())
      await testApp.call(reportProviderNoShow, { params, body: {} }, marketplace)
    },
  }
  await ways[status]?.()
}
