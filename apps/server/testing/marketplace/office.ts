import * as documents from '@fettle/protocol/documents'
import * as disputes from '@fettle/protocol/marketplace-disputes'
import * as reviews from '@fettle/protocol/marketplace-reviews'
import * as desk from '@fettle/protocol/marketplace-support'
import * as moderation from '@fettle/protocol/moderation'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import * as settings from '@fettle/protocol/settings'
import { createTicket } from '@fettle/protocol/tickets'
import { disputing, statement } from '../disputes.ts'
import { asFile, pdf, picture } from '../files.ts'
import { createProvider, marketplace, onBehalf } from '../people.ts'
import type { Town } from '../town.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './walk.ts'

/** What operators and the two sides of a dispute do. */

const DAY = 86_400_000

/** A dispute, and what it is to be called about. */
export async function disputeInState(town: Town, state: 'reviewed' | 'negotiating') {
  const the = await disputing(town)
  const { id } = await the[state]()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
/** The provider offers to meet in the middle. */
export async function disputeWithSettlementProposal(town: Town) {
  const the = await disputeInState(town, 'negotiating')
  const { proposals } = await the.propose(the.id, 500_000)
  return { params: { id: the.id, proposalId: proposals.at(-1)?.id ?? '' }, customerId: the.customerId }
}

/** A passport nobody looked at yet. */
export async function uploadedPassport(town: Town) {
  const provider = await createProvider(town)
  const file = asFile(pdf({ note: provider.id }), 'passport.pdf')
  const { id } = await town.call(documents.uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  return { provider, about: { params: { id } } }
}

export async function reviewedBooking(town: Town) {
  const { provider, id, customerId } = await bookingInStatus(town, 'COMPLETED')
  await town.call(rateCustomerOfBooking, { params: { id }, body: { rating: 5 } }, provider)
  const body = { bookingId: id, rating: 4, comment: 'Tidy work.' }
  const review = await town.call(reviews.createReview, { body }, marketplace)
  return { provider, about: { params: { id: review.id } }, customerId }
}

export async function openTicket(town: Town) {
  const provider = await createProvider(town)
  const body = {
    category: 'TECHNICAL' as const,
    subject: 'The diary shows yesterday',
    text: 'Since this morning.',
    anyway: true,
  }
  const { id } = await town.call(createTicket, { body }, provider)
  return { provider, params: { id } }
}
let articles = 0
export const articleInput = () => ({
  slug: `walk-${(articles += 1)}`,
  title: 'How to walk everywhere',
  category: 'GETTING_STARTED',
  bodyMarkdown: 'One foot after the other, and then again.',
})
const createdArticle = async (town: Town) => {
  const { id } = await town.call(desk.createFaq, { body: articleInput() as never }, marketplace)
  return { params: { id } }
}

export const operatorReplayCases: ReplayCase[] = [
  replayCase(
    disputes.openMarketplaceDispute,
    async (town) => {
      const { subject, customer } = await disputing(town)
      return { input: { body: { customerId: customer.id, subject, reasonCode: 'QUALITY', statement } } }
    },
    'dispute.opened',
  ),
  replayCase(disputes.listMarketplaceDisputes, async (town) => ({
    input: { query: { customerId: (await disputeInState(town, 'negotiating')).customerId } },
  })),
  replayCase(disputes.getMarketplaceDispute, async (town) => {
    const { about, customerId } = await disputeInState(town, 'negotiating')
    return { input: about, customerId }
  }),
  replayCase(
    disputes.respondToMarketplaceDispute,
    async (town) => {
      const { byProvider, customer } = await disputing(town)
      const { id } = await byProvider({ reasonCode: 'NON_PAYMENT' })
      return { input: { params: { id }, body: { statement: 'I paid in cash, on the day.' } }, customerId: customer.id }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.addMarketplaceDisputeEvidence,
    async (town) => {
      const { about, customerId } = await disputeInState(town, 'negotiating')
      return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'sink.jpg') }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.proposeMarketplaceSettlement,
    async (town) => {
      const { about, customerId } = await disputeInState(town, 'negotiating')
      return { input: { ...about, body: { amountToProvider: 700_000, note: 'Half of it.' } }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.acceptMarketplaceSettlement,
    async (town) => {
      const { params, customerId } = await disputeWithSettlementProposal(town)
      return { input: { params, body: { onBehalf } }, customerId }
    },
    'dispute.resolved',
  ),
  replayCase(
    disputes.declineMarketplaceSettlement,
    async (town) => {
      const { params, customerId } = await disputeWithSettlementProposal(town)
      return { input: { params, body: {} }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.withdrawMarketplaceDispute,
    async (town) => {
      const { about, customerId } = await disputeInState(town, 'negotiating')
      return { input: { ...about, body: {} }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.appealMarketplaceDispute,
    async (town) => {
      const { about, id, decide, customerId } = await disputeInState(town, 'reviewed')
      await decide(id, { amountToProvider: 1_500_000 })
      return { input: { ...about, body: { note: 'You did not see the second photo.' } }, customerId }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.assignDispute,
    async (town) => {
      const { about } = await disputeInState(town, 'reviewed')
      return { input: { ...about, body: { assignee: 'Kemi' } } }
    },
    'dispute.updated',
  ),
  replayCase(
    disputes.decideDispute,
    async (town) => {
      const { about } = await disputeInState(town, 'reviewed')
      return { input: { ...about, body: { amountToProvider: 900_000, rationale: 'The photos show it.' } } }
    },
    'dispute.resolved',
  ),

  replayCase(reviews.createReview, async (town) => {
    const { id, customerId } = await bookingInStatus(town, 'COMPLETED')
    return { input: { body: { bookingId: id, rating: 4, comment: 'Tidy work.' } }, customerId }
  }),
  replayCase(reviews.listMarketplaceReviews, async (town) => ({
    input: { query: { customerId: (await reviewedBooking(town)).customerId } },
  })),
  replayCase(reviews.getMarketplaceReview, async (town) => {
    const { about, customerId } = await reviewedBooking(town)
    return { input: about, customerId }
  }),
  replayCase(reviews.addReviewPhoto, async (town) => {
    const { about, customerId } = await reviewedBooking(town)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'tap.jpg') }, customerId }
  }),
  replayCase(reviews.hideReview, async (town) => ({
    input: { ...(await reviewedBooking(town)).about, body: { reason: 'Insults.' } },
  })),
  replayCase(reviews.restoreReview, async (town) => {
    const { about } = await reviewedBooking(town)
    await town.call(reviews.hideReview, { ...about, body: { reason: 'Insults.' } }, marketplace)
    return { input: { ...about, body: { reason: 'They were quoted.' } } }
  }),

  replayCase(documents.listDocumentsForReview, async () => ({ input: {} })),
  replayCase(
    documents.approveDocument,
    async (town) => ({ input: { ...(await uploadedPassport(town)).about, body: {} } }),
    'document.reviewed',
  ),
  replayCase(
    documents.rejectDocument,
    async (town) => ({
      input: { ...(await uploadedPassport(town)).about, body: { code: 'BLURRY', note: 'Not to be read.' } },
    }),
    'document.reviewed',
  ),
  replayCase(desk.listDeskTickets, async () => ({ input: {} })),
  replayCase(desk.getDeskTicket, async (town) => ({ input: { params: (await openTicket(town)).params } })),
  replayCase(
    desk.replyToTicket,
    async (town) => ({ input: { params: (await openTicket(town)).params, body: { text: 'Please try again.' } } }),
    'ticket.replied',
  ),
  replayCase(
    desk.replyToTicketWithFile,
    async (town) => {
      const { params } = await openTicket(town)
      const file = asFile(await picture(300, 300), 'where.png')
      return { input: { params, body: { text: 'Tap here, please.', agentName: 'Kemi' }, file } }
    },
    'ticket.replied',
  ),
  replayCase(desk.holdTicket, async (town) => ({
    input: {
      params: (await openTicket(town)).params,
      body: { reason: 'The bank looks into it.', until: new Date(+town.clock.now() + 2 * DAY).toISOString() },
    },
  })),
  replayCase(
    desk.settleTicket,
    async (town) => ({ input: { params: (await openTicket(town)).params, body: {} } }),
    'ticket.resolved',
  ),
  replayCase(desk.listDeskFaqs, async () => ({ input: {} })),
  replayCase(desk.createFaq, async () => ({ input: { body: articleInput() } })),
  replayCase(desk.saveFaq, async (town) => ({
    input: { ...(await createdArticle(town)), body: { title: 'Walk on' } },
  })),
  replayCase(desk.removeFaq, async (town) => ({ input: await createdArticle(town) })),
  replayCase(
    moderation.suspendProvider,
    async (town) => ({
      input: {
        params: { id: (await createProvider(town)).id },
        body: { reason: 'The insurance has run out.', until: new Date(+town.clock.now() + 7 * DAY).toISOString() },
      },
    }),
    'provider.suspended',
  ),
  replayCase(
    moderation.reinstateProvider,
    async (town) => {
      const params = { id: (await createProvider(town)).id }
      const until = new Date(+town.clock.now() + 7 * DAY).toISOString()
      await town.call(
        moderation.suspendProvider,
        { params, body: { reason: 'The insurance is out.', until } },
        marketplace,
      )
      return { input: { params, body: {} } }
    },
    'provider.reinstated',
  ),
  replayCase(moderation.listSuspendedProviders, async () => ({ input: {} })),
  replayCase(moderation.getProviderAudit, async (town) => ({
    input: { params: { id: (await createProvider(town)).id } },
  })),
  replayCase(settings.getSettings, async () => ({ input: {} })),
  replayCase(settings.getSettingsTimeline, async () => ({ input: {} })),
  replayCase(settings.patchSettings, async (town) => {
    const { version } = await town.call(settings.getSettings, {}, marketplace)
    return { input: { body: { values: { smallestPayout: 90_000 }, version } } }
  }),
]
