import * as documents from '@fettle/protocol/documents'
import * as deliveries from '@fettle/protocol/marketplace-deliveries'
import * as disputes from '@fettle/protocol/marketplace-disputes'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace-events'
import * as invoices from '@fettle/protocol/marketplace-invoices'
import * as reviews from '@fettle/protocol/marketplace-reviews'
import * as desk from '@fettle/protocol/marketplace-support'
import * as webhooks from '@fettle/protocol/marketplace-webhooks'
import { createInvoice, issueInvoice, listInvoices } from '@fettle/protocol/invoices'
import * as moderation from '@fettle/protocol/moderation'
import * as payments from '@fettle/protocol/payments'
import * as payouts from '@fettle/protocol/payouts'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import * as settings from '@fettle/protocol/settings'
import { createTicket } from '@fettle/protocol/tickets'
import { sql } from '../../src/platform/db.ts'
import { disputing, statement } from '../disputes.ts'
import { asFile, pdf, picture } from '../files.ts'
import { createProvider, marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { job } from './bookings.ts'
import { walk, type Walk } from './walk.ts'

const DAY = 86_400_000

/** A dispute, and what it is to be called about. */
async function disputed(town: Town, state: 'reviewed' | 'negotiating') {
  const the = await disputing(town)
  const { id } = await the[state]()
  return { ...the, id, about: { params: { id } }, customerId: the.customer.id }
}
/** The provider offers to meet in the middle. */
async function settling(town: Town) {
  const the = await disputed(town, 'negotiating')
  const { proposals } = await the.propose(the.id, 500_000)
  return { params: { id: the.id, proposalId: proposals.at(-1)?.id ?? '' }, customerId: the.customerId }
}

/** An invoice of work that was confirmed, or handed over. */
async function charged(town: Town, status: 'COMPLETED' | 'AWAITING_CONFIRMATION' = 'COMPLETED') {
  const the = await job(town, status)
  await town.deps.jobs.runDue()
  if (status !== 'COMPLETED') {
    const body = { subject: { type: 'BOOKING' as const, id: the.id } }
    const { id } = await town.call(createInvoice, { body }, the.provider)
    await town.call(issueInvoice, { params: { id }, body: {} }, the.provider)
  }
  const [invoice] = await town.call(listInvoices, {}, the.provider)
  return { ...the, invoiceId: invoice?.id ?? '' }
}
/** Said to be paid directly, and not confirmed yet. */
async function paidDirectly(town: Town) {
  const { provider, invoiceId, customerId } = await charged(town)
  const body = { invoiceId, amount: 1_500_000, method: 'CASH' as const }
  const { id } = await town.call(payments.recordPayment, { body }, provider)
  return { about: { params: { id } }, customerId }
}

/** A passport nobody looked at yet. */
async function passport(town: Town) {
  const provider = await createProvider(town)
  const file = asFile(pdf({ note: provider.id }), 'passport.pdf')
  const { id } = await town.call(documents.uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  return { provider, about: { params: { id } } }
}

async function payout(town: Town, ...said: ('PROCESSING' | 'PAID')[]) {
  const { provider } = await charged(town)
  const file = asFile(pdf({ note: provider.id }), 'passport.pdf')
  const { id: documentId } = await town.call(documents.uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  await town.call(documents.approveDocument, { params: { id: documentId }, body: {} }, marketplace)
  town.clock.advance(3 * DAY)
  await town.deps.jobs.runDue()
  const { id } = await town.call(payouts.requestPayout, { body: {} }, provider)
  const about = { params: { id } }
  if (said.includes('PROCESSING')) await town.call(payouts.processPayout, { ...about, body: {} }, marketplace)
  if (said.includes('PAID')) await town.call(payouts.payPayout, { ...about, body: {} }, marketplace)
  return about
}

async function reviewed(town: Town, { isShown = true } = {}) {
  const { provider, id, customerId } = await job(town, 'COMPLETED')
  if (isShown) await town.call(rateCustomerOfBooking, { params: { id }, body: { rating: 5 } }, provider)
  const body = { bookingId: id, rating: 4, comment: 'Tidy work.' }
  const review = await town.call(reviews.createReview, { body }, marketplace)
  return { about: { params: { id: review.id } }, customerId }
}

async function ticket(town: Town) {
  const provider = await createProvider(town)
  const body = {
    category: 'TECHNICAL' as const,
    subject: 'The diary shows yesterday',
    text: 'Since this morning.',
    anyway: true,
  }
  const { id } = await town.call(createTicket, { body }, provider)
  return { params: { id } }
}
let articles = 0
const article = () => ({
  slug: `walk-${(articles += 1)}`,
  title: 'How to walk everywhere',
  category: 'GETTING_STARTED',
  bodyMarkdown: 'One foot after the other, and then again.',
})
const writtenArticle = async (town: Town) => {
  const { id } = await town.call(desk.createFaq, { body: article() as never }, marketplace)
  return { params: { id } }
}

/** An endpoint nobody listens at. */
async function endpoint(town: Town) {
  // Ten are allowed.
  for (const { id } of await town.call(webhooks.listWebhookEndpoints, {}, marketplace))
    await town.call(webhooks.deleteWebhookEndpoint, { params: { id } }, marketplace)
  const body = { url: 'http://127.0.0.1:9/hooks', types: ['booking.requested'] }
  const { id } = await town.call(webhooks.createWebhookEndpoint, { body }, marketplace)
  return { params: { id } }
}
async function delivery(town: Town) {
  const about = await endpoint(town)
  await job(town)
  await town.call(listMarketplaceEvents, { query: { limit: 1 } }, marketplace)
  const [planned] = await town.call(webhooks.listWebhookDeliveries, about, marketplace)
  return { params: { id: planned?.id ?? '' } }
}
/** A mail that was tried as often as it is. */
async function givenUp(town: Town) {
  await town.db.transaction((tx) => town.deps.jobs.add(tx, 'outbox.deliver', { id: 'msg_walk' }))
  const { id } = await town.db.one<{ id: string }>(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The disk is full'
    where id = (select max(jobs.id) from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = 'outbox.deliver')
    returning id::text`)
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
      return { input: { params, body: {} }, customerId }
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

  walk(invoices.listMarketplaceInvoices, async (town) => ({
    input: { query: { customerId: (await charged(town)).customerId } },
  })),
  walk(invoices.getMarketplaceInvoice, async (town) => {
    const { invoiceId, customerId } = await charged(town)
    return { input: { params: { id: invoiceId } }, customerId }
  }),
  walk(invoices.getMarketplaceInvoicePdf, async (town) => {
    const { invoiceId, customerId } = await charged(town)
    return { input: { params: { id: invoiceId } }, customerId }
  }),
  walk(
    payments.recordMarketplacePayment,
    async (town) => {
      const { invoiceId, customerId } = await charged(town)
      return { input: { body: { invoiceId, amount: 1_500_000 } }, customerId }
    },
    'payment.recorded',
  ),
  walk(
    payments.confirmPayment,
    async (town) => {
      const { about, customerId } = await paidDirectly(town)
      return { input: { ...about, body: {} }, customerId }
    },
    'payment.confirmed',
  ),
  walk(
    payments.rejectPayment,
    async (town) => {
      const { about, customerId } = await paidDirectly(town)
      return { input: { ...about, body: { reason: 'I never paid this.' } }, customerId }
    },
    'payment.rejected',
  ),
  walk(
    payments.refundPayment,
    async (town) => {
      const { invoiceId, customerId } = await charged(town)
      const { id } = await town.call(
        payments.recordMarketplacePayment,
        { body: { invoiceId, amount: 1_500_000 } },
        marketplace,
      )
      return { input: { params: { id }, body: { reason: 'It was paid twice.' } }, customerId }
    },
    'payment.refunded',
  ),
  walk(payouts.listOperatorPayouts, async () => ({ input: {} })),
  walk(payouts.exportPayouts, async () => ({ input: {} })),
  walk(payouts.processPayout, async (town) => ({ input: { ...(await payout(town)), body: {} } })),
  walk(
    payouts.payPayout,
    async (town) => ({ input: { ...(await payout(town, 'PROCESSING')), body: { externalReference: 'B-1' } } }),
    'payout.paid',
  ),
  walk(
    payouts.failPayout,
    async (town) => ({
      input: { ...(await payout(town, 'PROCESSING')), body: { code: 'INVALID_ACCOUNT', message: 'No such account.' } },
    }),
    'payout.failed',
  ),
  walk(
    payouts.returnPayout,
    async (town) => ({
      input: { ...(await payout(town, 'PROCESSING', 'PAID')), body: { code: 'BANK_REJECTED', message: 'Sent back.' } },
    }),
    'payout.failed',
  ),

  walk(reviews.createReview, async (town) => {
    const { id, customerId } = await job(town, 'COMPLETED')
    return { input: { body: { bookingId: id, rating: 4, comment: 'Tidy work.' } }, customerId }
  }),
  walk(reviews.listMarketplaceReviews, async (town) => ({
    input: { query: { customerId: (await reviewed(town)).customerId } },
  })),
  walk(reviews.getMarketplaceReview, async (town) => {
    const { about, customerId } = await reviewed(town, { isShown: false })
    return { input: { ...about, query: { customerId } } }
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
  walk(desk.getDeskTicket, async (town) => ({ input: await ticket(town) })),
  walk(
    desk.replyToTicket,
    async (town) => ({ input: { ...(await ticket(town)), body: { text: 'Please try again.' } } }),
    'ticket.replied',
  ),
  walk(desk.holdTicket, async (town) => ({
    input: {
      ...(await ticket(town)),
      body: { reason: 'The bank looks into it.', until: new Date(+town.clock.now() + 2 * DAY).toISOString() },
    },
  })),
  walk(desk.settleTicket, async (town) => ({ input: { ...(await ticket(town)), body: {} } }), 'ticket.resolved'),
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
  walk(moderation.getProviderAudit, async (town) => ({ input: { params: { id: (await createProvider(town)).id } } })),
  walk(settings.getSettings, async () => ({ input: {} })),
  walk(settings.getSettingsTimeline, async () => ({ input: {} })),
  walk(settings.patchSettings, async (town) => {
    const { version } = await town.call(settings.getSettings, {}, marketplace)
    return { input: { body: { values: { smallestPayout: 90_000 }, version } } }
  }),
  walk(webhooks.createWebhookEndpoint, async (town) => {
    await endpoint(town)
    return { input: { body: { url: 'http://127.0.0.1:9/other', types: ['booking.requested'] } } }
  }),
  walk(webhooks.listWebhookEndpoints, async () => ({ input: {} })),
  walk(webhooks.getWebhookEndpoint, async (town) => ({ input: await endpoint(town) })),
  walk(webhooks.patchWebhookEndpoint, async (town) => ({
    input: { ...(await endpoint(town)), body: { description: 'The shop' } },
  })),
  walk(webhooks.deleteWebhookEndpoint, async (town) => ({ input: await endpoint(town) })),
  {
    ...walk(webhooks.testWebhookEndpoint, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
    isSentAnew: true,
  },
  walk(webhooks.rotateWebhookSecret, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
  walk(webhooks.enableWebhookEndpoint, async (town) => ({ input: { ...(await endpoint(town)), body: {} } })),
  walk(webhooks.listWebhookDeliveries, async (town) => ({ input: await endpoint(town) })),
  {
    ...walk(webhooks.redeliverWebhook, async (town) => ({ input: { ...(await delivery(town)), body: {} } })),
    isSentAnew: true,
  },
  walk(listMarketplaceEvents, async () => ({ input: { query: { limit: 1 } } })),
  walk(deliveries.listDeliveries, async () => ({ input: {} })),
  walk(deliveries.replayDelivery, async (town) => ({ input: { ...(await givenUp(town)), body: {} } })),
  walk(deliveries.replayDeliveries, async (town) => {
    await givenUp(town)
    return { input: {} }
  }),
  walk(deliveries.discardDelivery, async (town) => ({ input: await givenUp(town) })),
]
