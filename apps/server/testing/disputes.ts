import type { CallInput, Result } from '@fettle/protocol'
import { getDispute, openDispute, proposeSettlement, respondToDispute } from '@fettle/protocol/disputes'
import { getEarnings } from '@fettle/protocol/earnings'
import { getBooking, type BookingStatus } from '@fettle/protocol/bookings'
import {
  decideDispute,
  openMarketplaceDispute,
  proposeMarketplaceSettlement,
} from '@fettle/protocol/marketplace-disputes'
import { advanceBookingTo, createBookingScenario } from './jobs.ts'
import { marketplace } from './people.ts'
import type { TestApp } from './town.ts'

/** Disputes for tests, through the front door. */

export const disputeStatement = 'The tap still drips, and the sink is scratched all over.'
export const disputeAnswer = 'It was tight when I left, and the scratches were there before.'
const HOUR = 3_600_000

/** A provider and a customer with one job of ₦15,000, and what the two do in a dispute about it. */
export async function createDisputeScenario(testApp: TestApp, status: BookingStatus = 'COMPLETED') {
  const { provider, customer, ask } = await createBookingScenario(testApp)
  const { id: bookingId } = await ask()
  await advanceBookingTo(testApp, provider, bookingId, status)
  await testApp.deps.jobs.runDue()
  const subject = { type: 'BOOKING' as const, id: bookingId }

  type Opening = CallInput<typeof openDispute>['body']
  const opening = (over: Partial<Opening> = {}): Opening => ({
    subject,
    reasonCode: 'QUALITY',
    statement: disputeStatement,
    ...over,
  })
  const byProvider = (over: Partial<Opening> = {}) => testApp.call(openDispute, { body: opening(over) }, provider)
  const byCustomer = (over: Partial<Opening> = {}): Promise<Result<typeof openMarketplaceDispute>> => {
    const { evidenceIds: _, ...rest } = opening(over)
    return testApp.call(openMarketplaceDispute, { body: { customerId: customer.id, ...rest } }, marketplace)
  }
  const read = (id: string) => testApp.call(getDispute, { params: { id } }, provider)
  const params = (id: string) => ({ params: { id } })
  /** Answered by the provider: the two may agree. */
  const negotiating = async (over: Partial<Opening> = {}) => {
    const { id } = await byCustomer(over)
    return testApp.call(respondToDispute, { ...params(id), body: { statement: disputeAnswer } }, provider)
  }
  const propose = (id: string, amountToProvider: number | undefined, note = 'Let us meet in the middle.') =>
    testApp.call(proposeSettlement, { ...params(id), body: { amountToProvider, note } }, provider)
  const proposeBack = (id: string, amountToProvider: number | undefined, note = 'Rather like this.') =>
    testApp.call(proposeMarketplaceSettlement, { ...params(id), body: { amountToProvider, note } }, marketplace)
  /** With an operator, since nobody answered. */
  const reviewed = async (over: Partial<Opening> = {}) => {
    const { id } = await byCustomer(over)
    await later(72)
    return read(id)
  }
  const later = async (hours: number) => {
    testApp.clock.advance(hours * HOUR)
    await testApp.deps.jobs.runDue()
  }
  const decide = (id: string, body: Partial<CallInput<typeof decideDispute>['body']> = {}) =>
    testApp.call(decideDispute, { ...params(id), body: { rationale: 'The photos show it.', ...body } }, marketplace)
  return {
    provider,
    customer,
    bookingId,
    subject,
    opening,
    byProvider,
    byCustomer,
    negotiating,
    reviewed,
    propose,
    proposeBack,
    decide,
    later,
    read,
    params,
    booking: () => testApp.call(getBooking, { params: { id: bookingId } }, provider),
    earnings: () => testApp.call(getEarnings, {}, provider),
  }
}
