import * as availability from '@fettle/protocol/availability'
import * as calendars from '@fettle/protocol/availability-calendars'
import { createCalendarFeed, revokeCalendarFeed } from '@fettle/protocol/calendar'
import { createChannel } from '@fettle/protocol/channels'
import { dismissTodo } from '@fettle/protocol/dashboard'
import * as disputes from '@fettle/protocol/disputes'
import * as invoices from '@fettle/protocol/invoices'
import { createFaq, replyToTicket } from '@fettle/protocol/marketplace-support'
import { recordPayment } from '@fettle/protocol/payments'
import * as payouts from '@fettle/protocol/payouts'
import * as reviews from '@fettle/protocol/reviews'
import { voteForFaq } from '@fettle/protocol/support'
import * as tickets from '@fettle/protocol/tickets'
import { createUpload } from '@fettle/protocol/uploads'
import { disputing, answer, statement } from '../disputes.ts'
import { asFile, pdf, picture } from '../files.ts'
import { bookingInStatus } from '../marketplace/bookings.ts'
import { issuedInvoice, providerWithBalance } from '../marketplace/money.ts'
import { articleInput, disputeInState, reviewedBooking, openTicket } from '../marketplace/office.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { providerReplayCase, type ProviderReplayCase } from './walk.ts'

const DAY = 86_400_000
const inDays = (town: Town, days: number) => new Date(+town.clock.now() + days * DAY).toISOString()

const onDispute =
  (state: 'reviewed' | 'negotiating', body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await disputeInState(town, state)
    return { provider, input: { ...about, body } }
  }
/** The customer offers to meet in the middle. */
const disputeWithCustomerProposal = async (town: Town) => {
  const { provider, id, proposeBack } = await disputeInState(town, 'negotiating')
  const { proposals } = await proposeBack(id, 500_000)
  return { provider, input: { params: { id, proposalId: proposals.at(-1)?.id ?? '' }, body: {} } }
}
const invoiceDraftInput = async (town: Town) => {
  const { provider, id } = await bookingInStatus(town, 'AWAITING_CONFIRMATION')
  const body = { subject: { type: 'BOOKING' as const, id } }
  return { provider, body, invoice: () => town.call(invoices.createInvoice, { body }, provider) }
}
const onInvoice =
  (body: object = {}) =>
  async (town: Town) => {
    const { provider, invoiceId } = await issuedInvoice(town)
    return { provider, input: { params: { id: invoiceId }, body } }
  }
const onTicket =
  (body: object, prepare?: (town: Town, given: Awaited<ReturnType<typeof openTicket>>) => Promise<unknown>) =>
  async (town: Town) => {
    const given = await openTicket(town)
    await prepare?.(town, given)
    return { provider: given.provider, input: { params: given.params, body } }
  }
const resolvedTicket = (town: Town, { provider, params }: Awaited<ReturnType<typeof openTicket>>) =>
  town.call(tickets.resolveTicket, { params, body: {} }, provider)
const calendar = { url: 'http://127.0.0.1:9/nobody.ics' }
const providerWithExternalCalendar = async (town: Town) => {
  const { provider } = await bookingInStatus(town)
  const { id } = await town.call(calendars.addExternalCalendar, { body: calendar }, provider)
  return { provider, input: { params: { id } } }
}

export const providerAccountReplayCases: ProviderReplayCase[] = [
  providerReplayCase(disputes.openDispute, async (town) => {
    const { provider, opening } = await disputing(town)
    return { provider, input: { body: opening({ reasonCode: 'NON_PAYMENT' }) } }
  }),
  providerReplayCase(disputes.respondToDispute, async (town) => {
    const { provider, byCustomer } = await disputing(town)
    const { id } = await byCustomer()
    return { provider, input: { params: { id }, body: { statement: answer } } }
  }),
  providerReplayCase(disputes.addDisputeEvidence, async (town) => {
    const { provider, about } = await disputeInState(town, 'negotiating')
    const file = asFile(await picture(300, 300), 'sink.jpg')
    const { id } = await town.call(createUpload, { body: { purpose: 'EVIDENCE' }, file }, provider)
    return { provider, input: { ...about, body: { fileIds: [id] } } }
  }),
  providerReplayCase(
    disputes.proposeSettlement,
    onDispute('negotiating', { amountToProvider: 700_000, note: 'Half of it.' }),
  ),
  providerReplayCase(disputes.acceptSettlement, disputeWithCustomerProposal),
  providerReplayCase(disputes.declineSettlement, disputeWithCustomerProposal),
  providerReplayCase(disputes.withdrawDispute, async (town) => {
    const { provider, byProvider } = await disputing(town)
    const { id } = await byProvider({ reasonCode: 'NON_PAYMENT' })
    return { provider, input: { params: { id }, body: {} } }
  }),
  providerReplayCase(disputes.appealDispute, async (town) => {
    const { provider, about, id, decide } = await disputeInState(town, 'reviewed')
    await decide(id, { amountToProvider: 0 })
    return { provider, input: { ...about, body: { note: 'You did not see the second photo.' } } }
  }),

  providerReplayCase(invoices.createInvoice, async (town) => {
    const { provider, body } = await invoiceDraftInput(town)
    return { provider, input: { body } }
  }),
  providerReplayCase(invoices.issueInvoice, async (town) => {
    const { provider, invoice } = await invoiceDraftInput(town)
    return { provider, input: { params: { id: (await invoice()).id }, body: {} } }
  }),
  providerReplayCase(invoices.voidInvoice, onInvoice({ reason: 'The wrong address.' })),
  providerReplayCase(invoices.remindOfInvoice, async (town) => {
    const { provider, input } = await onInvoice()(town)
    town.clock.advance(8 * DAY)
    return { provider, input }
  }),
  providerReplayCase(recordPayment, async (town) => {
    const { provider, invoiceId } = await issuedInvoice(town)
    return { provider, input: { body: { invoiceId, amount: 1_500_000, method: 'CASH' } } }
  }),
  providerReplayCase(payouts.requestPayout, async (town) => ({
    provider: await providerWithBalance(town),
    input: { body: {} },
  })),
  providerReplayCase(payouts.cancelPayout, async (town) => {
    const provider = await providerWithBalance(town)
    const { id } = await town.call(payouts.requestPayout, { body: {} }, provider)
    return { provider, input: { params: { id } } }
  }),
  providerReplayCase(payouts.savePayoutSchedule, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: { body: { schedule: 'WEEKLY' } },
  })),
  providerReplayCase(reviews.replyToReview, async (town) => {
    const { provider, about } = await reviewedBooking(town)
    return { provider, input: { ...about, body: { text: 'Thank you.' } } }
  }),
  providerReplayCase(reviews.contestReview, async (town) => {
    const { provider, about } = await reviewedBooking(town)
    return { provider, input: { ...about, body: { reasonCode: 'WRONG_FACTS', note: statement } } }
  }),

  providerReplayCase(tickets.createTicket, async (town) => {
    const { provider } = await bookingInStatus(town)
    const body = { category: 'TECHNICAL', subject: 'The diary shows yesterday', text: 'Since this morning.' }
    return { provider, input: { body } }
  }),
  providerReplayCase(
    tickets.writeInTicket,
    onTicket({ text: 'Still so.' }, (town, { params }) =>
      town.call(replyToTicket, { params, body: { text: 'Please try again.' } }, marketplace),
    ),
  ),
  providerReplayCase(tickets.readTicket, onTicket({})),
  providerReplayCase(tickets.resolveTicket, onTicket({})),
  providerReplayCase(tickets.reopenTicket, onTicket({}, resolvedTicket)),
  providerReplayCase(tickets.rateTicket, onTicket({ rating: 5 }, resolvedTicket)),
  providerReplayCase(voteForFaq, async (town) => {
    const { slug } = await town.call(createFaq, { body: articleInput() as never }, marketplace)
    return { provider: (await bookingInStatus(town)).provider, input: { params: { slug }, body: { helpful: true } } }
  }),

  providerReplayCase(availability.putAvailability, async (town) => {
    const { provider } = await bookingInStatus(town)
    const { version } = await town.call(availability.getAvailability, {}, provider)
    return { provider, input: { body: { weekly: [], version } } }
  }),
  providerReplayCase(availability.createTimeOff, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: { body: { startAt: inDays(town, 10), endAt: inDays(town, 12) } },
  })),
  providerReplayCase(availability.deleteTimeOff, async (town) => {
    const { provider } = await bookingInStatus(town)
    const body = { startAt: inDays(town, 10), endAt: inDays(town, 12) }
    const { id } = await town.call(availability.createTimeOff, { body }, provider)
    return { provider, input: { params: { id } } }
  }),
  providerReplayCase(calendars.addExternalCalendar, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: { body: calendar },
  })),
  providerReplayCase(calendars.removeExternalCalendar, providerWithExternalCalendar),
  providerReplayCase(createCalendarFeed, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: {},
  })),
  providerReplayCase(revokeCalendarFeed, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: {},
  })),
  providerReplayCase(createChannel, async (town) => {
    const { provider, customerId } = await bookingInStatus(town)
    return { provider, input: { body: { participantId: customerId } } }
  }),
  providerReplayCase(dismissTodo, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: { params: { id: 'UPLOAD_DOCUMENT' }, body: {} },
  })),
  providerReplayCase(createUpload, async (town) => ({
    provider: (await bookingInStatus(town)).provider,
    input: { body: { purpose: 'TICKET' }, file: asFile(pdf(), 'bill.pdf') },
  })),
]
