import { slotWarnings } from '@fettle/protocol/availability/availability'
import {
  acceptBooking,
  acceptProposal,
  addContactAttempt,
  arriveAtBooking,
  completeBooking,
  proposeTimes,
  reportNoShow,
  startBooking,
} from '@fettle/protocol/bookings/actions'
import { getBooking, listBookings, type BookingDetails } from '@fettle/protocol/bookings'
import { listDisputes, proposeSettlement, respondToDispute } from '@fettle/protocol/disputes'
import { listDocuments, uploadDocument } from '@fettle/protocol/accounts/documents'
import { createInvoice, issueInvoice, listInvoices } from '@fettle/protocol/invoices/invoices'
import { requestPayout } from '@fettle/protocol/earnings/payouts'
import { asFile, picture } from '../../fixtures/files.ts'
import { createProvider, type TestProvider } from '../../fixtures/providers.ts'
import type { TestApp } from '../../app/test-app.ts'
import { createDocumentTurns } from './scripted-provider-documents.ts'

/** A provider who acts at once and deterministically. */
export interface ScriptedProvider extends TestProvider {
  /** Checks all records and takes the next action on each. */
  takeTurn(): Promise<void>
}

/** Deviations from the default behaviour. */
export interface ScriptedProviderOptions {
  /** Which bookings it handles. */
  bookings?: (booking: { title: string; status: string }) => boolean
  /** Waits, calls, and reports a no-show. */
  reportsNoShow?: boolean
  /** Starts work as soon as the booking is confirmed, hours early. */
  startsEarly?: boolean
  /** Answers disputes and refuses settlements. */
  refusesSettlement?: boolean
  /** Uploads documents and requests a payout. */
  requestsPayout?: boolean
}

export async function createScriptedProvider(
  testApp: TestApp,
  ways: ScriptedProviderOptions = {},
): Promise<ScriptedProvider> {
  const provider = await createProvider(testApp)
  const documentTurns = createDocumentTurns(testApp, provider)
  /** Refused calls are retried on the next turn. */
  const tries: TestApp['send'] = (operation, input) => testApp.send(operation, input, provider)
  const billed = new Set<string>()

  async function work(): Promise<void> {
    const query = { limit: 100, sort: 'startAt' as const, status: 'REQUESTED,CONFIRMED,ARRIVED,IN_PROGRESS,COMPLETED' }
    for (const { id, status, title } of await testApp.call(listBookings, { query }, provider)) {
      if (ways.bookings?.({ title, status }) ?? true) await next(id)
    }
  }

  async function next(id: string): Promise<void> {
    const booking = await testApp.call(getBooking, { params: { id } }, provider)
    const params = { id }
    if (booking.status === 'REQUESTED') await answer(booking)
    else if (booking.pendingProposal) await agree(booking)
    else if (booking.status === 'CONFIRMED' && ways.reportsNoShow) await tries(arriveAtBooking, { params, body: {} })
    else if (booking.status === 'CONFIRMED' && isDue(booking)) {
      await tries(startBooking, { params, body: { otherJob: 'KEEP_RUNNING' } })
    } else if (booking.status === 'ARRIVED') {
      if (booking.contactAttempts.length === 0) await tries(addContactAttempt, { params, body: { method: 'CALL' } })
      await tries(reportNoShow, { params, body: { note: 'Rang and called, nobody opened.' } })
    } else if (booking.status === 'IN_PROGRESS') {
      await tries(completeBooking, { params, body: { summary: 'All done.' } })
    } else if (booking.status === 'COMPLETED') await bill('BOOKING', id)
  }

  /** Work starts at the agreed time; until then others may change the booking. */
  const isDue = ({ startAt }: BookingDetails) =>
    ways.startsEarly === true || (startAt !== null && testApp.clock.now().getTime() >= Date.parse(startAt) - 3_600_000)

  async function answer(booking: BookingDetails): Promise<void> {
    const { id } = booking
    if (booking.pendingProposal?.proposedBy === 'PROVIDER') return
    if (!booking.slotTaken) {
      await tries(acceptBooking, { params: { id }, body: { acknowledge: [...slotWarnings] } })
      return
    }
    const [from, to] = [booking.startAt, booking.endAt].map((at) => Date.parse(at ?? '') + 86_400_000)
    const slots = [{ startAt: new Date(from ?? 0).toISOString(), endAt: new Date(to ?? 0).toISOString() }]
    const body = { slots, reasonCode: 'NOT_AVAILABLE' as const, acknowledge: [...slotWarnings] }
    await tries(proposeTimes, { params: { id }, body })
  }

  /** Accepts the first time the customer proposed. */
  async function agree({ id, pendingProposal }: BookingDetails): Promise<void> {
    if (pendingProposal?.proposedBy !== 'CUSTOMER') return
    const params = { id, proposalId: pendingProposal.id }
    await tries(acceptProposal, { params, body: { slotIndex: 0, acknowledge: [...slotWarnings] } })
  }

  async function bill(type: 'BOOKING' | 'DEPOSIT', id: string): Promise<void> {
    if (billed.has(id)) return
    billed.add(id)
    await tries(createInvoice, { body: { subject: { type, id } } })
  }

  async function issue(): Promise<void> {
    for (const { id } of await testApp.call(listInvoices, { query: { status: 'DRAFT' } }, provider)) {
      await tries(issueInvoice, { params: { id }, body: {} })
    }
  }

  /** Answers the dispute and proposes to split the amount. */
  async function makeUp(): Promise<void> {
    const query = { status: 'OPEN,NEGOTIATION', limit: 20 }
    for (const { id, status, amountInDispute } of await testApp.call(listDisputes, { query }, provider)) {
      const params = { id }
      if (status === 'OPEN') {
        await tries(respondToDispute, { params, body: { statement: 'I was there and did what we had agreed on.' } })
      } else if (!ways.refusesSettlement) {
        const half = Math.floor((amountInDispute?.amount ?? 0) / 2)
        const body = { note: 'Half for each of us.', ...(amountInDispute ? { amountToProvider: half } : {}) }
        await tries(proposeSettlement, { params, body })
      }
    }
  }

  async function askForMoney(): Promise<void> {
    const documents = await testApp.call(listDocuments, {}, provider)
    if (!documents.some(({ status }) => status === 'UNDER_REVIEW' || status === 'APPROVED')) {
      const colour = documents.length === 0 ? 'gray' : 'teal'
      const file = asFile(await picture(900, 700, { colour }), 'passport.jpg')
      await tries(uploadDocument, { body: { type: 'PASSPORT' }, file })
    }
    await tries(requestPayout, { body: {} })
  }

  return {
    ...provider,
    async takeTurn() {
      await work()
      await documentTurns.turn((offerId) => bill('DEPOSIT', offerId))
      await issue()
      await makeUp()
      if (ways.requestsPayout) await askForMoney()
    },
  }
}
