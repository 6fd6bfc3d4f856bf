import * as availability from '@fettle/protocol/availability/availability'
import * as calendars from '@fettle/protocol/availability/calendars'
import { createCalendarLink, revokeCalendarLink } from '@fettle/protocol/availability/calendar'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { dismissTodo } from '@fettle/protocol/workspace/dashboard'
import * as disputes from '@fettle/protocol/disputes'
import * as invoices from '@fettle/protocol/invoices/invoices'
import { createFaq, replyToTicket } from '@fettle/protocol/marketplace/support'
import { recordPayment } from '@fettle/protocol/invoices/payments'
import * as payouts from '@fettle/protocol/earnings/payouts'
import * as reviews from '@fettle/protocol/reviews'
import { voteForFaq } from '@fettle/protocol/support/support'
import * as tickets from '@fettle/protocol/support/tickets'
import { createUpload } from '@fettle/protocol/common/uploads'
import { createDisputeScenario, disputeAnswer, disputeStatement } from '../../../fixtures/dispute-scenario.ts'
import { asFile, pdf, picture } from '../../../fixtures/files.ts'
import { bookingInStatus } from '../marketplace/bookings.ts'
import { issuedInvoice, providerWithBalance } from '../marketplace/payments.ts'
import { articleInput, disputeInState, reviewedBooking, openTicket } from '../marketplace/operator.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { providerReplayCase, type ProviderReplayCase } from './replay-case.ts'

const inDays = (testApp: TestApp, days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString()

const onDispute =
  (state: 'reviewed' | 'negotiating', body: object = {}) =>
  async (testApp: TestApp) => {
    const { provider, about } = await disputeInState(testApp, state)
    return { provider, input: { ...about, body } }
  }
/** The customer has proposed a settlement. */
const disputeWithCustomerProposal = async (testApp: TestApp) => {
  const { provider, id, proposeBack } = await disputeInState(testApp, 'negotiating')
  const { proposals } = await proposeBack(id, 500_000)
  return { provider, input: { params: { id, proposalId: proposals.at(-1)?.id ?? '' }, body: {} } }
}
const invoiceDraftInput = async (testApp: TestApp) => {
  const { provider, id } = await bookingInStatus(testApp, 'AWAITING_CONFIRMATION')
  const body = { subject: { type: 'BOOKING' as const, id } }
  return { provider, body, invoice: () => testApp.call(invoices.createInvoice, { body }, provider) }
}
const onInvoice =
  (body: object = {}) =>
  async (testApp: TestApp) => {
    const { provider, invoiceId } = await issuedInvoice(testApp)
    return { provider, input: { params: { id: invoiceId }, body } }
  }
const onTicket =
  (body: object, prepare?: (testApp: TestApp, given: Awaited<ReturnType<typeof openTicket>>) => Promise<unknown>) =>
  async (testApp: TestApp) => {
    const ticket = await openTicket(testApp)
    await prepare?.(testApp, ticket)
    return { provider: ticket.provider, input: { params: ticket.params, body } }
  }
const resolvedTicket = (testApp: TestApp, { provider, params }: Awaited<ReturnType<typeof openTicket>>) =>
  testApp.call(tickets.resolveTicket, { params, body: {} }, provider)
const calendar = { url: 'http://127.0.0.1:9/nobody.ics' }
const providerWithExternalCalendar = async (testApp: TestApp) => {
  const { provider } = await bookingInStatus(testApp)
  const { id } = await testApp.call(calendars.addExternalCalendar, { body: calendar }, provider)
  return { provider, input: { params: { id } } }
}

export const providerAccountReplayCases: ProviderReplayCase[] = [
  providerReplayCase(disputes.openDispute, async (testApp) => {
    const { provider, opening } = await createDisputeScenario(testApp)
    return { provider, input: { body: opening({ reasonCode: 'NON_PAYMENT' }) } }
  }),
  providerReplayCase(disputes.respondToDispute, async (testApp) => {
    const { provider, byCustomer } = await createDisputeScenario(testApp)
    const { id } = await byCustomer()
    return { provider, input: { params: { id }, body: { statement: disputeAnswer } } }
  }),
  providerReplayCase(disputes.addDisputeEvidence, async (testApp) => {
    const { provider, about } = await disputeInState(testApp, 'negotiating')
    const file = asFile(await picture(300, 300), 'sink.jpg')
    const { id } = await testApp.call(createUpload, { body: { purpose: 'EVIDENCE' }, file }, provider)
    return { provider, input: { ...about, body: { fileIds: [id] } } }
  }),
  providerReplayCase(
    disputes.proposeSettlement,
    onDispute('negotiating', { amountToProvider: 700_000, note: 'Half of it.' }),
  ),
  providerReplayCase(disputes.acceptSettlement, disputeWithCustomerProposal),
  providerReplayCase(disputes.declineSettlement, disputeWithCustomerProposal),
  providerReplayCase(disputes.withdrawDispute, async (testApp) => {
    const { provider, byProvider } = await createDisputeScenario(testApp)
    const { id } = await byProvider({ reasonCode: 'NON_PAYMENT' })
    return { provider, input: { params: { id }, body: {} } }
  }),
  providerReplayCase(disputes.appealDispute, async (testApp) => {
    const { provider, about, id, decide } = await disputeInState(testApp, 'reviewed')
    await decide(id, { amountToProvider: 0 })
    return { provider, input: { ...about, body: { note: 'You did not see the second photo.' } } }
  }),

  providerReplayCase(invoices.createInvoice, async (testApp) => {
    const { provider, body } = await invoiceDraftInput(testApp)
    return { provider, input: { body } }
  }),
  providerReplayCase(invoices.issueInvoice, async (testApp) => {
    const { provider, invoice } = await invoiceDraftInput(testApp)
    return { provider, input: { params: { id: (await invoice()).id }, body: {} } }
  }),
  providerReplayCase(invoices.voidInvoice, onInvoice({ reason: 'The wrong address.' })),
  providerReplayCase(invoices.remindOfInvoice, async (testApp) => {
    const { provider, input } = await onInvoice()(testApp)
    testApp.clock.advance(8 * DAY_MS)
    return { provider, input }
  }),
  providerReplayCase(recordPayment, async (testApp) => {
    const { provider, invoiceId } = await issuedInvoice(testApp)
    return { provider, input: { body: { invoiceId, amount: 1_500_000, method: 'CASH' } } }
  }),
  providerReplayCase(payouts.requestPayout, async (testApp) => ({
    provider: await providerWithBalance(testApp),
    input: { body: {} },
  })),
  providerReplayCase(payouts.cancelPayout, async (testApp) => {
    const provider = await providerWithBalance(testApp)
    const { id } = await testApp.call(payouts.requestPayout, { body: {} }, provider)
    return { provider, input: { params: { id } } }
  }),
  providerReplayCase(payouts.savePayoutSchedule, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: { body: { schedule: 'WEEKLY' } },
  })),
  providerReplayCase(reviews.replyToReview, async (testApp) => {
    const { provider, about } = await reviewedBooking(testApp)
    return { provider, input: { ...about, body: { text: 'Thank you.' } } }
  }),
  providerReplayCase(reviews.contestReview, async (testApp) => {
    const { provider, about } = await reviewedBooking(testApp)
    return { provider, input: { ...about, body: { reasonCode: 'WRONG_FACTS', note: disputeStatement } } }
  }),

  providerReplayCase(tickets.createTicket, async (testApp) => {
    const { provider } = await bookingInStatus(testApp)
    const body = { category: 'TECHNICAL', subject: 'The diary shows yesterday', text: 'Since this morning.' }
    return { provider, input: { body } }
  }),
  providerReplayCase(
    tickets.writeInTicket,
    onTicket({ text: 'Still so.' }, (testApp, { params }) =>
      testApp.call(replyToTicket, { params, body: { text: 'Please try again.' } }, marketplace),
    ),
  ),
  providerReplayCase(tickets.readTicket, onTicket({})),
  providerReplayCase(tickets.resolveTicket, onTicket({})),
  providerReplayCase(tickets.reopenTicket, onTicket({}, resolvedTicket)),
  providerReplayCase(tickets.rateTicket, onTicket({ rating: 5 }, resolvedTicket)),
  providerReplayCase(voteForFaq, async (testApp) => {
    const { slug } = await testApp.call(createFaq, { body: articleInput() as never }, marketplace)
    return { provider: (await bookingInStatus(testApp)).provider, input: { params: { slug }, body: { helpful: true } } }
  }),

  providerReplayCase(availability.putAvailability, async (testApp) => {
    const { provider } = await bookingInStatus(testApp)
    const { version } = await testApp.call(availability.getAvailability, {}, provider)
    return { provider, input: { body: { weekly: [], version } } }
  }),
  providerReplayCase(availability.createTimeOff, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: { body: { startAt: inDays(testApp, 10), endAt: inDays(testApp, 12) } },
  })),
  providerReplayCase(availability.deleteTimeOff, async (testApp) => {
    const { provider } = await bookingInStatus(testApp)
    const body = { startAt: inDays(testApp, 10), endAt: inDays(testApp, 12) }
    const { id } = await testApp.call(availability.createTimeOff, { body }, provider)
    return { provider, input: { params: { id } } }
  }),
  providerReplayCase(calendars.addExternalCalendar, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: { body: calendar },
  })),
  providerReplayCase(calendars.removeExternalCalendar, providerWithExternalCalendar),
  providerReplayCase(createCalendarLink, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: {},
  })),
  providerReplayCase(revokeCalendarLink, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: {},
  })),
  providerReplayCase(createChannel, async (testApp) => {
    const { provider, customerId } = await bookingInStatus(testApp)
    return { provider, input: { body: { participantId: customerId } } }
  }),
  providerReplayCase(dismissTodo, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: { params: { id: 'UPLOAD_DOCUMENT' }, body: {} },
  })),
  providerReplayCase(createUpload, async (testApp) => ({
    provider: (await bookingInStatus(testApp)).provider,
    input: { body: { purpose: 'TICKET' }, file: asFile(pdf(), 'bill.pdf') },
  })),
]
