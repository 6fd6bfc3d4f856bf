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
import { job } from '../marketplace/bookings.ts'
import { charged, earned } from '../marketplace/money.ts'
import { article, disputed, reviewed, ticket } from '../marketplace/office.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { walk, type Walk } from './walk.ts'

const DAY = 86_400_000
const inDays = (town: Town, days: number) => new Date(+town.clock.now() + days * DAY).toISOString()

const onDispute =
  (state: 'reviewed' | 'negotiating', body: object = {}) =>
  async (town: Town) => {
    const { provider, about } = await disputed(town, state)
    return { provider, input: { ...about, body } }
  }
/** The customer offers to meet in the middle. */
const settling = async (town: Town) => {
  const { provider, id, proposeBack } = await disputed(town, 'negotiating')
  const { proposals } = await proposeBack(id, 500_000)
  return { provider, input: { params: { id, proposalId: proposals.at(-1)?.id ?? '' }, body: {} } }
}
const drafted = async (town: Town) => {
  const { provider, id } = await job(town, 'AWAITING_CONFIRMATION')
  const body = { subject: { type: 'BOOKING' as const, id } }
  return { provider, body, invoice: () => town.call(invoices.createInvoice, { body }, provider) }
}
const onInvoice =
  (body: object = {}) =>
  async (town: Town) => {
    const { provider, invoiceId } = await charged(town)
    return { provider, input: { params: { id: invoiceId }, body } }
  }
const onTicket =
  (body: object, prepare?: (town: Town, given: Awaited<ReturnType<typeof ticket>>) => Promise<unknown>) =>
  async (town: Town) => {
    const given = await ticket(town)
    await prepare?.(town, given)
    return { provider: given.provider, input: { params: given.params, body } }
  }
const settled = (town: Town, { provider, params }: Awaited<ReturnType<typeof ticket>>) =>
  town.call(tickets.resolveTicket, { params, body: {} }, provider)
const calendar = { url: 'http://127.0.0.1:9/nobody.ics' }
const watched = async (town: Town) => {
  const { provider } = await job(town)
  const { id } = await town.call(calendars.addExternalCalendar, { body: calendar }, provider)
  return { provider, input: { params: { id } } }
}

export const officeWalks: Walk[] = [
  walk(disputes.openDispute, async (town) => {
    const { provider, opening } = await disputing(town)
    return { provider, input: { body: opening({ reasonCode: 'NON_PAYMENT' }) } }
  }),
  walk(disputes.respondToDispute, async (town) => {
    const { provider, byCustomer } = await disputing(town)
    const { id } = await byCustomer()
    return { provider, input: { params: { id }, body: { statement: answer } } }
  }),
  walk(disputes.addDisputeEvidence, async (town) => {
    const { provider, about } = await disputed(town, 'negotiating')
    const file = asFile(await picture(300, 300), 'sink.jpg')
    const { id } = await town.call(createUpload, { body: { purpose: 'EVIDENCE' }, file }, provider)
    return { provider, input: { ...about, body: { fileIds: [id] } } }
  }),
  walk(disputes.proposeSettlement, onDispute('negotiating', { amountToProvider: 700_000, note: 'Half of it.' })),
  walk(disputes.acceptSettlement, settling),
  walk(disputes.declineSettlement, settling),
  walk(disputes.withdrawDispute, async (town) => {
    const { provider, byProvider } = await disputing(town)
    const { id } = await byProvider({ reasonCode: 'NON_PAYMENT' })
    return { provider, input: { params: { id }, body: {} } }
  }),
  walk(disputes.appealDispute, async (town) => {
    const { provider, about, id, decide } = await disputed(town, 'reviewed')
    await decide(id, { amountToProvider: 0 })
    return { provider, input: { ...about, body: { note: 'You did not see the second photo.' } } }
  }),

  walk(invoices.createInvoice, async (town) => {
    const { provider, body } = await drafted(town)
    return { provider, input: { body } }
  }),
  walk(invoices.issueInvoice, async (town) => {
    const { provider, invoice } = await drafted(town)
    return { provider, input: { params: { id: (await invoice()).id }, body: {} } }
  }),
  walk(invoices.voidInvoice, onInvoice({ reason: 'The wrong address.' })),
  walk(invoices.remindOfInvoice, async (town) => {
    const { provider, input } = await onInvoice()(town)
    town.clock.advance(8 * DAY)
    return { provider, input }
  }),
  walk(recordPayment, async (town) => {
    const { provider, invoiceId } = await charged(town)
    return { provider, input: { body: { invoiceId, amount: 1_500_000, method: 'CASH' } } }
  }),
  walk(payouts.requestPayout, async (town) => ({ provider: await earned(town), input: { body: {} } })),
  walk(payouts.cancelPayout, async (town) => {
    const provider = await earned(town)
    const { id } = await town.call(payouts.requestPayout, { body: {} }, provider)
    return { provider, input: { params: { id } } }
  }),
  walk(payouts.savePayoutSchedule, async (town) => ({
    provider: (await job(town)).provider,
    input: { body: { schedule: 'WEEKLY' } },
  })),
  walk(reviews.replyToReview, async (town) => {
    const { provider, about } = await reviewed(town)
    return { provider, input: { ...about, body: { text: 'Thank you.' } } }
  }),
  walk(reviews.contestReview, async (town) => {
    const { provider, about } = await reviewed(town)
    return { provider, input: { ...about, body: { reasonCode: 'WRONG_FACTS', note: statement } } }
  }),

  walk(tickets.createTicket, async (town) => {
    const { provider } = await job(town)
    const body = { category: 'TECHNICAL', subject: 'The diary shows yesterday', text: 'Since this morning.' }
    return { provider, input: { body } }
  }),
  walk(
    tickets.writeInTicket,
    onTicket({ text: 'Still so.' }, (town, { params }) =>
      town.call(replyToTicket, { params, body: { text: 'Please try again.' } }, marketplace),
    ),
  ),
  walk(tickets.readTicket, onTicket({})),
  walk(tickets.resolveTicket, onTicket({})),
  walk(tickets.reopenTicket, onTicket({}, settled)),
  walk(tickets.rateTicket, onTicket({ rating: 5 }, settled)),
  walk(voteForFaq, async (town) => {
    const { slug } = await town.call(createFaq, { body: article() as never }, marketplace)
    return { provider: (await job(town)).provider, input: { params: { slug }, body: { helpful: true } } }
  }),

  walk(availability.putAvailability, async (town) => {
    const { provider } = await job(town)
    const { version } = await town.call(availability.getAvailability, {}, provider)
    return { provider, input: { body: { weekly: [], version } } }
  }),
  walk(availability.createTimeOff, async (town) => ({
    provider: (await job(town)).provider,
    input: { body: { startAt: inDays(town, 10), endAt: inDays(town, 12) } },
  })),
  walk(availability.deleteTimeOff, async (town) => {
    const { provider } = await job(town)
    const body = { startAt: inDays(town, 10), endAt: inDays(town, 12) }
    const { id } = await town.call(availability.createTimeOff, { body }, provider)
    return { provider, input: { params: { id } } }
  }),
  walk(calendars.addExternalCalendar, async (town) => ({
    provider: (await job(town)).provider,
    input: { body: calendar },
  })),
  walk(calendars.removeExternalCalendar, watched),
  walk(createCalendarFeed, async (town) => ({ provider: (await job(town)).provider, input: {} })),
  walk(revokeCalendarFeed, async (town) => ({ provider: (await job(town)).provider, input: {} })),
  walk(createChannel, async (town) => {
    const { provider, customerId } = await job(town)
    return { provider, input: { body: { participantId: customerId } } }
  }),
  walk(dismissTodo, async (town) => ({
    provider: (await job(town)).provider,
    input: { params: { id: 'UPLOAD_DOCUMENT' }, body: {} },
  })),
  walk(createUpload, async (town) => ({
    provider: (await job(town)).provider,
    input: { body: { purpose: 'TICKET' }, file: asFile(pdf(), 'bill.pdf') },
  })),
]
