import * as documents from '@fettle/protocol/accounts/documents'
import * as disputes from '@fettle/protocol/marketplace/disputes'
import * as reviews from '@fettle/protocol/marketplace/reviews'
import * as operatorSupport from '@fettle/protocol/marketplace/support'
import * as moderation from '@fettle/protocol/accounts/moderation'
import * as secondFactors from '@fettle/protocol/accounts/second-factor'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import * as settings from '@fettle/protocol/accounts/settings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { createTicket } from '@fettle/protocol/support/tickets'
import { createDisputeScenario, disputeStatement } from '../../../fixtures/dispute-scenario.ts'
import { asFile, pdf, picture } from '../../../fixtures/files.ts'
import { createProvider, marketplace, actingCustomer } from '../../../fixtures/providers.ts'
import { addPasskey, confirmPassword } from '../../../fixtures/second-factors.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './replay-case.ts'

/** Actions of operators and of both sides of a dispute. */

/** A dispute in a state, with its ids. */
export async function disputeInState(testApp: TestApp, state: 'reviewed' | 'negotiating') {
  const the = await createDisputeScenario(testApp)
  const { id } = await the[state]()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
/** The provider has proposed a settlement. */
export async function disputeWithSettlementProposal(testApp: TestApp) {
  const the = await disputeInState(testApp, 'negotiating')
  const { proposals } = await the.propose(the.id, 500_000)
  return { params: { id: the.id, proposalId: proposals.at(-1)?.id ?? '' }, customerId: the.customerId }
}

/** A passport waiting for review. */
export async function uploadedPassport(testApp: TestApp) {
  const provider = await createProvider(testApp)
  const file = asFile(pdf({ note: provider.id }), 'passport.pdf')
  const { id } = await testApp.call(documents.uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  return { provider, about: { params: { id } } }
}

/** A provider with a passkey. */
async function providerWithPasskey(testApp: TestApp) {
  const provider = await createProvider(testApp)
  await confirmPassword(testApp, provider)
  await addPasskey(testApp, provider)
  return { params: { id: provider.id } }
}

export async function reviewedBooking(testApp: TestApp) {
  const { provider, id, customerId } = await bookingInStatus(testApp, 'COMPLETED')
  await testApp.call(rateCustomerOfBooking, { params: { id }, body: { rating: 5 } }, provider)
  const body = { bookingId: id, rating: 4, comment: 'Tidy work.' }
  const review = await testApp.call(reviews.createReview, { body }, marketplace)
  return { provider, about: { params: { id: review.id } }, customerId }
}

export async function openTicket(testApp: TestApp) {
  const provider = await createProvider(testApp)
  const body = {
    category: 'TECHNICAL' as const,
    subject: 'The diary shows yesterday',
    text: 'Since this morning.',
    anyway: true,
  }
  const { id } = await testApp.call(createTicket, { body }, provider)
  return { provider, params: { id } }
}
let articles = 0
export const articleInput = () => ({
  slug: `walk-${(articles += 1)}`,
  title: 'How to walk everywhere',
  category: 'GETTING_STARTED',
  bodyMarkdown: 'One foot after the other, and then again.',
})
const createdArticle = async (testApp: TestApp) => {
  const { id } = await testApp.call(operatorSupport.createFaq, { body: articleInput() as never }, marketplace)
  return { params: { id } }
}

export const operatorReplayCases: ReplayCase[] = [
  replayCase(secondFactors.resetSecondFactors, async (testApp) => ({
    input: { ...(await providerWithPasskey(testApp)), body: { reason: 'Passport compared in a video call.' } },
  })),
  replayCase(secondFactors.cancelSecondFactorReset, async (testApp) => {
    const input = await providerWithPasskey(testApp)
    const body = { reason: 'Passport compared in a video call.' }
    await testApp.call(secondFactors.resetSecondFactors, { ...input, body }, marketplace)
    return { input }
  }),
  replayCase(
    disputes.openMarketplaceDispute,
    async (testApp) => {
      const { subject, customer } = await createDisputeScenario(testApp)
      return {
        input: { body: { customerId: customer.id, subject, reasonCode: 'QUALITY', statement: disputeStatement } },
      }
    },
    'dispute.opened',
  ),
  replayCase(disputes.listMarketplaceDisputes, async (testApp) => ({
    input: { query: { customerId: (await disputeInState(testApp, 'negotiating')).customerId } },
  })),
  replayCase(disputes.getMarketplaceDispute, async (testApp) => {
    const { about, customerId } = await disputeInState(testApp, 'negotiating')
    return { input: about, customerId }
  }),
  replayCase(
    disputes.respondToMarketplaceDispute,
    async (testApp) => {
      const { byProvider, customer } = await createDisputeScenario(testApp)
      const { id } = await byProvider({ reasonCode: 'NON_PAYMENT' })
      return { input: { params: { id }, body: { statement: 'I paid in cash, on the day.' } }, customerId: customer.id }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.addMarketplaceDisputeEvidence,
    async (testApp) => {
      const { about, customerId } = await disputeInState(testApp, 'negotiating')
      return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'sink.jpg') }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.proposeMarketplaceSettlement,
    async (testApp) => {
      const { about, customerId } = await disputeInState(testApp, 'negotiating')
      return { input: { ...about, body: { amountToProvider: 700_000, note: 'Half of it.' } }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.acceptMarketplaceSettlement,
    async (testApp) => {
      const { params, customerId } = await disputeWithSettlementProposal(testApp)
      return { input: { params, body: { onBehalf: actingCustomer } }, customerId }
    },
    'dispute.resolved',
  ),
  replayCase(
    disputes.declineMarketplaceSettlement,
    async (testApp) => {
      const { params, customerId } = await disputeWithSettlementProposal(testApp)
      return { input: { params, body: {} }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.withdrawMarketplaceDispute,
    async (testApp) => {
      const { about, customerId } = await disputeInState(testApp, 'negotiating')
      return { input: { ...about, body: {} }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.appealMarketplaceDispute,
    async (testApp) => {
      const { about, id, decide, customerId } = await disputeInState(testApp, 'reviewed')
      await decide(id, { amountToProvider: 1_500_000 })
      return { input: { ...about, body: { note: 'You did not see the second photo.' } }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.assignDispute,
    async (testApp) => {
      const { about } = await disputeInState(testApp, 'reviewed')
      return { input: { ...about, body: { assignee: 'Kemi' } } }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.decideDispute,
    async (testApp) => {
      const { about } = await disputeInState(testApp, 'reviewed')
      return { input: { ...about, body: { amountToProvider: 900_000, rationale: 'The photos show it.' } } }
    },
    'dispute.resolved',
  ),

  replayCase(reviews.createReview, async (testApp) => {
    const { id, customerId } = await bookingInStatus(testApp, 'COMPLETED')
    return { input: { body: { bookingId: id, rating: 4, comment: 'Tidy work.' } }, customerId }
  }),
  replayCase(reviews.listMarketplaceReviews, async (testApp) => ({
    input: { query: { customerId: (await reviewedBooking(testApp)).customerId } },
  })),
  replayCase(reviews.getMarketplaceReview, async (testApp) => {
    const { about, customerId } = await reviewedBooking(testApp)
    return { input: about, customerId }
  }),
  replayCase(reviews.addReviewPhoto, async (testApp) => {
    const { about, customerId } = await reviewedBooking(testApp)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'tap.jpg') }, customerId }
  }),
  replayCase(reviews.hideReview, async (testApp) => ({
    input: { ...(await reviewedBooking(testApp)).about, body: { reason: 'Insults.' } },
  })),
  replayCase(reviews.restoreReview, async (testApp) => {
    const { about } = await reviewedBooking(testApp)
    await testApp.call(reviews.hideReview, { ...about, body: { reason: 'Insults.' } }, marketplace)
    return { input: { ...about, body: { reason: 'They were quoted.' } } }
  }),

  replayCase(documents.listDocumentsForReview, async () => ({ input: {} })),
  replayCase(
    documents.approveDocument,
    async (testApp) => ({ input: { ...(await uploadedPassport(testApp)).about, body: {} } }),
    'document.reviewed',
  ),
  replayCase(
    documents.rejectDocument,
    async (testApp) => ({
      input: { ...(await uploadedPassport(testApp)).about, body: { code: 'BLURRY', note: 'Not to be read.' } },
    }),
    'document.reviewed',
  ),
  replayCase(operatorSupport.listOperatorTickets, async () => ({ input: {} })),
  replayCase(operatorSupport.getOperatorTicket, async (testApp) => ({
    input: { params: (await openTicket(testApp)).params },
  })),
  replayCase(
    operatorSupport.replyToTicket,
    async (testApp) => ({ input: { params: (await openTicket(testApp)).params, body: { text: 'Please try again.' } } }),
    'ticket.replied',
  ),
  replayCase(
    operatorSupport.replyToTicketWithFile,
    async (testApp) => {
      const { params } = await openTicket(testApp)
      const file = asFile(await picture(300, 300), 'where.png')
      return { input: { params, body: { text: 'Tap here, please.', agentName: 'Kemi' }, file } }
    },
    'ticket.replied',
  ),
  replayCase(operatorSupport.holdTicket, async (testApp) => ({
    input: {
      params: (await openTicket(testApp)).params,
      body: { reason: 'The bank looks into it.', until: new Date(+testApp.clock.now() + 2 * DAY_MS).toISOString() },
    },
  })),
  replayCase(
    operatorSupport.resolveOperatorTicket,
    async (testApp) => ({ input: { params: (await openTicket(testApp)).params, body: {} } }),
    'ticket.resolved',
  ),
  replayCase(operatorSupport.listOperatorFaqs, async () => ({ input: {} })),
  replayCase(operatorSupport.createFaq, async () => ({ input: { body: articleInput() } })),
  replayCase(operatorSupport.saveFaq, async (testApp) => ({
    input: { ...(await createdArticle(testApp)), body: { title: 'Walk on' } },
  })),
  replayCase(operatorSupport.removeFaq, async (testApp) => ({ input: await createdArticle(testApp) })),
  replayCase(
    moderation.suspendProvider,
    async (testApp) => ({
      input: {
        params: { id: (await createProvider(testApp)).id },
        body: {
          reason: 'The insurance has run out.',
          until: new Date(+testApp.clock.now() + 7 * DAY_MS).toISOString(),
        },
      },
    }),
    'provider.suspended',
  ),
  replayCase(
    moderation.reinstateProvider,
    async (testApp) => {
      const params = { id: (await createProvider(testApp)).id }
      const until = new Date(+testApp.clock.now() + 7 * DAY_MS).toISOString()
      await testApp.call(
        moderation.suspendProvider,
        { params, body: { reason: 'The insurance is out.', until } },
        marketplace,
      )
      return { input: { params, body: {} } }
    },
    'provider.reinstated',
  ),
  replayCase(moderation.listSuspendedProviders, async () => ({ input: {} })),
  replayCase(moderation.getProviderAudit, async (testApp) => ({
    input: { params: { id: (await createProvider(testApp)).id } },
  })),
  replayCase(settings.getSettings, async () => ({ input: {} })),
  replayCase(settings.getSettingsTimeline, async () => ({ input: {} })),
  replayCase(settings.patchSettings, async (testApp) => {
    const { version } = await testApp.call(settings.getSettings, {}, marketplace)
    return { input: { body: { values: { smallestPayout: 90_000 }, version } } }
  }),
]
