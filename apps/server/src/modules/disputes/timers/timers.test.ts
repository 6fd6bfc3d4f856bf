import { getMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { getMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { listMarketplaceReviews, createReview } from '@fettle/protocol/marketplace/reviews'
import { contestReview, rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { describe, expect, it } from 'vitest'
import { createDisputeScenario } from '../../../../testing/fixtures/dispute-scenario.ts'
import { marketplace, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const getDispute = (id: string) => testApp.call(getMarketplaceDispute, { params: { id } }, marketplace)
const disputeNotificationsOf = async ({ id }: TestProvider) =>
  (await notificationsOf(testApp, id)).filter((workflow) => workflow.startsWith('dispute'))

describe('a dispute', () => {
  it('without a decision for 14 days ends unchanged a week later', async () => {
    const { reviewed, later, bookingId, provider } = await createDisputeScenario(testApp)
    const { id } = await reviewed({ amountInDispute: 1_000_000 })
    await later(14 * 24 - 1)
    expect(await getDispute(id)).toMatchObject({ status: 'UNDER_REVIEW', outcome: null })
    await later(1)
    expect(await getDispute(id)).toMatchObject({
      status: 'RESOLVED',
      outcome: {
        by: 'DEFAULT',
        amountToProvider: { amount: 1_000_000 },
        rationale: 'There was no decision within 14 days, so everything stays as it was.',
        effectiveAt: null,
      },
    })
    const status = async () =>
      (await testApp.call(getMarketplaceBooking, { params: { id: bookingId } }, marketplace)).status
    expect(await status()).toBe('DISPUTED')
    await later(7 * 24)
    expect((await getDispute(id)).outcome?.effectiveAt).not.toBeNull()
    expect(await status()).toBe('COMPLETED')
    expect(await disputeNotificationsOf(provider)).toContain('dispute-resolved')
  })

  it('reminds the provider once a day before the deadline, unless answered', async () => {
    const silent = await createDisputeScenario(testApp)
    await silent.byCustomer()
    const prompt = await createDisputeScenario(testApp)
    await prompt.negotiating()
    await silent.later(47)
    expect(await disputeNotificationsOf(silent.provider)).toEqual(['dispute-opened'])
    await silent.later(1)
    await silent.later(12)
    expect(await disputeNotificationsOf(silent.provider)).toEqual(['dispute-opened', 'dispute-deadline-24h'])
    expect(await disputeNotificationsOf(prompt.provider)).toEqual(['dispute-opened'])
  })

  it('about a review that an operator takes down hides it', async () => {
    const { provider, customer, bookingId, decide } = await createDisputeScenario(testApp)
    await testApp.call(rateCustomerOfBooking, { params: { id: bookingId }, body: { rating: 5 } }, provider)
    const body = { customerId: customer.id, bookingId, rating: 1, comment: 'He never came, and stole my ladder.' }
    const review = await testApp.call(createReview, { body }, marketplace)
    const note = 'This was another plumber, I was in Ikeja that day.'
    const why = { params: { id: review.id }, body: { reasonCode: 'NOT_MY_WORK' as const, note } }
    const { contest } = await testApp.call(contestReview, why, provider)
    const id = contest?.disputeId ?? ''
    const query = { providerId: provider.id }
    const shown = async () =>
      (await testApp.call(listMarketplaceReviews, { query }, marketplace)).map(({ status }) => status)
    expect(await shown()).toEqual(['UNDER_REVIEW'])
    // The customer does not answer, an operator decides, nobody appeals.
    await testApp.advance(72 * 3_600_000)
    await decide(id, { subjectStatus: 'HIDDEN' })
    expect(await shown()).toEqual(['UNDER_REVIEW'])
    await testApp.advance(7 * 24 * 3_600_000)
    expect(await shown()).toEqual([])
  })
})
