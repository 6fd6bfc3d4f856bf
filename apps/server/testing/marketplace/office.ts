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
import { job } from './bookings.ts'
import { walk, type Walk } from './walk.ts'

/** What operators and the two sides of a dispute do. */

const DAY = 86_400_000

/** A dispute, and what it is to be called about. */
export async function disputed(town: Town, state: 'reviewed' | 'negotiating') {
  const the = await disputing(town)
  const { id } = await the[state]()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
/** The provider offers to meet in the middle. */
export async function settling(town: Town) {
  const the = await disputed(town, 'negotiating')
  const { proposals } = await the.propose(the.id, 500_000)
  return { params: { id: the.id, proposalId: proposals.at(-1)?.id ?? '' }, customerId: the.customerId }
}

/** A passport nobody looked at yet. */
export async function passport(town: Town) {
  const provider = await createProvider(town)
  const file = asFile(pdf({ note: provider.id }), 'passport.pdf')
  const { id } = await town.call(documents.uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  return { provider, about: { params: { id } } }
}

export async function reviewed(town: Town) {
  const { provider, id, customerId } = await job(town, 'COMPLETED')
  await town.call(rateCustomerOfBooking, { params: { id }, body: { rating: 5 } }, provider)
  const body = { bookingId: id, rating: 4, comment: 'Tidy work.' }
  const review = await town.call(reviews.createReview, { body }, marketplace)
  return { provider, about: { params: { id: review.id } }, customerId }
}

export async function ticket(town: Town) {
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
export const article = () => ({
  slug: `walk-${(articles += 1)}`,
  title: 'How to walk everywhere',
  category: 'GETTING_STARTED',
  bodyMarkdown: 'One foot after the other, and then again.',
})
const writtenArticle = async (town: Town) => {
  const { id } = await town.call(desk.createFaq, { body: article() as never }, marketplace)
  return { params: { id } }
}

export const officeWalks: Walk[] = [
  walk(
    disputes.openMarketplaceDispute,
    async (town) => {
      const { subject, customer } = await disputing(town)
      return { input: { body: { customerId: customer.id, subject, reasonCode: 'QUALITY', statement } } }
    },
    'dispute.opened',
  ),
  walk(disputes.listMarketplaceDisputes, async (town) => ({
    input: { query: { customerId: (await disputed(town, 'negotiating')).customerId } },
  })),
  walk(disputes.getMarketplaceDispute, async (town) => {
    const { about, customerId } = await disputed(town, 'negotiating')
    return { input: about, customerId }
  }),
  walk(
    disputes.respondToMarketplaceDispute,
    async (town) => {
      const { byProvider, customer } = await disputing(town)
      const { id } = await byProvider({ reasonCode: 'NON_PAYMENT' })
      return { input: { params: { id }, body: { statement: 'I paid in cash, on the day.' } }, customerId: customer.id }
    },
    'dispute.updated',
  ),
  walk(
    disputes.addMarketplaceDisputeEvidence,
    async (town) => {
      const { about, customerId } = await disputed(town, 'negotiating')
      return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'sink.jpg') }, customerId }
    },
    'dispute.updated',
  ),
  walk(
    disputes.proposeMarketplaceSettlement,
    async (town) => {
      const { about, customerId } = await disputed(town, 'negotiating')
      return { input: { ...about, body: { amountToProvider: 700_000, note: 'Half of it.' } }, customerId }
    },
    'dispute.updated',
  ),
  walk(
    disputes.acceptMarketplaceSettlement,
    async (town) => {
      const { params, customerId } = await settling(town)
      return { input: { params, body: { onBehalf } }, customerId }
    },
    'dispute.resolved',
  ),
  walk(
    disputes.declineMarketplaceSettlement,
    async (town) => {
      const { params, customerId } = await settling(town)
      return { input: { params, body: {} }, customerId }
    },
    'dispute.updated',
  ),
  walk(
    disputes.withdrawMarketplaceDispute,
    async (town) => {
      const { about, customerId } = await disputed(town, 'negotiating')
      return { input: { ...about, body: {} }, customerId }
    },
    'dispute.updated',
  ),
  walk(
    disputes.appealMarketplaceDispute,
    async (town) => {
      const { about, id, decide, customerId } = await disputed(town, 'reviewed')
      await decide(id, { amountToProvider: 1_500_000 })
      return { input: { ...about, body: { note: 'You did not see the second photo.' } }, customerId }
    },
    'dispute.updated',
  ),
  walk(
    disputes.assignDispute,
    async (town) => {
      const { about } = await disputed(town, 'reviewed')
      return { input: { ...about, body: { assignee: 'Kemi' } } }
    },
    'dispute.updated',
  ),
  walk(
    disputes.decideDispute,
    async (town) => {
      const { about } = await disputed(town, 'reviewed')
      return { input: { ...about, body: { amountToProvider: 900_000, rationale: 'The photos show it.' } } }
    },
    'dispute.resolved',
  ),

  walk(reviews.createReview, async (town) => {
    const { id, customerId } = await job(town, 'COMPLETED')
    return { input: { body: { bookingId: id, rating: 4, comment: 'Tidy work.' } }, customerId }
  }),
  walk(reviews.listMarketplaceReviews, async (town) => ({
    input: { query: { customerId: (await reviewed(town)).customerId } },
  })),
  walk(reviews.getMarketplaceReview, async (town) => {
    const { about, customerId } = await reviewed(town)
    return { input: about, customerId }
  }),
  walk(reviews.addReviewPhoto, async (town) => {
    const { about, customerId } = await reviewed(town)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'tap.jpg') }, customerId }
  }),
  walk(reviews.hideReview, async (town) => ({
    input: { ...(await reviewed(town)).about, body: { reason: 'Insults.' } },
  })),
  walk(reviews.restoreReview, async (town) => {
    const { about } = await reviewed(town)
    await town.call(reviews.hideReview, { ...about, body: { reason: 'Insults.' } }, marketplace)
    return { input: { ...about, body: { reason: 'They were quoted.' } } }
  }),

  walk(documents.listDocumentsForReview, async () => ({ input: {} })),
  walk(
    documents.approveDocument,
    async (town) => ({ input: { ...(await passport(town)).about, body: {} } }),
    'document.reviewed',
  ),
  walk(
    documents.rejectDocument,
    async (town) => ({ input: { ...(await passport(town)).about, body: { code: 'BLURRY', note: 'Not to be read.' } } }),
    'document.reviewed',
  ),
  walk(desk.listDeskTickets, async () => ({ input: {} })),
  walk(desk.getDeskTicket, async (town) => ({ input: { params: (await ticket(town)).params } })),
  walk(
    desk.replyToTicket,
    async (town) => ({ input: { params: (await ticket(town)).params, body: { text: 'Please try again.' } } }),
    'ticket.replied',
  ),
  walk(
    desk.replyToTicketWithFile,
    async (town) => {
      const { params } = await ticket(town)
      const file = asFile(await picture(300, 300), 'where.png')
      return { input: { params, body: { text: 'Tap here, please.', agentName: 'Kemi' }, file } }
    },
    'ticket.replied',
  ),
  walk(desk.holdTicket, async (town) => ({
    input: {
      params: (await ticket(town)).params,
      body: { reason: 'The bank looks into it.', until: new Date(+town.clock.now() + 2 * DAY).toISOString() },
    },
  })),
  walk(
    desk.settleTicket,
    async (town) => ({ input: { params: (await ticket(town)).params, body: {} } }),
    'ticket.resolved',
  ),
  walk(desk.listDeskFaqs, async () => ({ input: {} })),
  walk(desk.createFaq, async () => ({ input: { body: article() } })),
  walk(desk.saveFaq, async (town) => ({ input: { ...(await writtenArticle(town)), body: { title: 'Walk on' } } })),
  walk(desk.removeFaq, async (town) => ({ input: await writtenArticle(town) })),
  walk(
    moderation.suspendProvider,
    async (town) => ({
      input: {
        params: { id: (await createProvider(town)).id },
        body: { reason: 'The insurance has run out.', until: new Date(+town.clock.now() + 7 * DAY).toISOString() },
      },
    }),
    'provider.suspended',
  ),
  walk(
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
  walk(moderation.listSuspendedProviders, async () => ({ input: {} })),
  walk(moderation.getProviderAudit, async (town) => ({ input: { params: { id: (await createProvider(town)).id } } })),
  walk(settings.getSettings, async () => ({ input: {} })),
  walk(settings.getSettingsTimeline, async () => ({ input: {} })),
  walk(settings.patchSettings, async (town) => {
    const { version } = await town.call(settings.getSettings, {}, marketplace)
    return { input: { body: { values: { smallestPayout: 90_000 }, version } } }
  }),
]
