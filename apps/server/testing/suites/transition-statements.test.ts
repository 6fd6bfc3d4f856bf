import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { setUpTestApp } from '../app/test-app.ts'
import { marketplace } from '../fixtures/providers.ts'
import { agreementReplayCases } from './replay/marketplace/agreements.ts'
import { bookingReplayCases } from './replay/marketplace/bookings.ts'
import { customerReplayCases } from './replay/marketplace/customers.ts'
import { operatorReplayCases } from './replay/marketplace/operator.ts'
import { paymentReplayCases } from './replay/marketplace/payments.ts'
import { providerAccountReplayCases } from './replay/provider/account.ts'
import { providerAgreementReplayCases } from './replay/provider/agreements.ts'
import { providerBookingReplayCases } from './replay/provider/bookings.ts'

/**
 * The most statements a transition may send to the database, from the request to its response, `begin` and `commit`
 * included. Raise a number only for a statement that the transition needs, and lower it when one is saved.
 */
const LIMITS: Readonly<Record<string, number>> = {
  'bookings.accept': 17,
  'bookings.decline': 16,
  'bookings.startTravel': 16,
  'bookings.start': 13,
  'bookings.pause': 13,
  'bookings.complete': 19,
  'bookings.cancel': 17,
  'marketplace.bookings.confirm': 19,
  'marketplace.bookings.cancel': 25,
  'offers.send': 14,
  'offers.withdraw': 12,
  'offers.cancel': 19,
  'marketplace.offers.accept': 33,
  'marketplace.offers.decline': 23,
  'contracts.send': 19,
  'contracts.hold': 11,
  'contracts.acceptTermination': 22,
  'marketplace.contracts.sign': 34,
  'marketplace.contracts.approveMilestone': 37,
  'disputes.open': 39,
  'disputes.respond': 13,
  'disputes.propose': 11,
  'disputes.accept': 48,
  'marketplace.disputes.decide': 20,
  'reviews.reply': 7,
  'reviews.contest': 15,
  'marketplace.reviews.create': 15,
  'marketplace.reviews.hide': 8,
  'series.create': 16,
  'series.accept': 60,
  'series.cancel': 48,
  'marketplace.series.accept': 60,
  'tickets.create': 13,
  'tickets.resolve': 8,
  'tickets.reopen': 9,
  'tickets.csat': 6,
}

const cases = new Map(
  [
    ...agreementReplayCases,
    ...bookingReplayCases,
    ...customerReplayCases,
    ...operatorReplayCases,
    ...paymentReplayCases,
    ...providerAccountReplayCases,
    ...providerAgreementReplayCases,
    ...providerBookingReplayCases,
  ].map((each) => [each.operation.name, each]),
)

const testApp = setUpTestApp()

/** The statements that all connections of this process send while `work` runs. */
async function countAllStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

describe('a transition', () => {
  it.each(Object.entries(LIMITS))('%s sends at most %i statements', async (name, limit) => {
    const found = cases.get(name)
    if (!found) throw new Error(`No replay case makes the call ${name}`)
    const count = async () => {
      const { input, ...prepared } = await found.prepare(testApp)
      const caller = 'provider' in prepared ? prepared.provider : marketplace
      return countAllStatements(async () => {
        expect((await testApp.send(found.operation, input, caller)).body).toMatchObject({ success: true })
      })
    }
    // A timer of the process may send a statement meanwhile, so a count above the limit is taken again.
    const first = await count()
    expect(first > limit ? await count() : first).toBeLessThanOrEqual(limit)
  })
})
