import * as documents from '@fettle/protocol/documents'
import { createInvoice, issueInvoice, listInvoices } from '@fettle/protocol/invoices'
import * as invoices from '@fettle/protocol/marketplace-invoices'
import * as payments from '@fettle/protocol/payments'
import * as payouts from '@fettle/protocol/payouts'
import { asFile, pdf } from '../files.ts'
import { marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './walk.ts'

/** What is charged, paid, and paid out. */

const DAY = 86_400_000

/** An invoice of work that was confirmed, or handed over. */
export async function issuedInvoice(town: Town, status: 'COMPLETED' | 'AWAITING_CONFIRMATION' = 'COMPLETED') {
  const the = await bookingInStatus(town, status)
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
export async function reportedDirectPayment(town: Town) {
  const { provider, invoiceId, customerId } = await issuedInvoice(town)
  const body = { invoiceId, amount: 1_500_000, method: 'CASH' as const }
  const { id } = await town.call(payments.recordPayment, { body }, provider)
  return { about: { params: { id } }, customerId }
}

/** Somebody whose money is theirs to ask for. */
export async function providerWithBalance(town: Town) {
  const { provider } = await issuedInvoice(town)
  const file = asFile(pdf({ note: provider.id }), 'passport.pdf')
  const { id: documentId } = await town.call(documents.uploadDocument, { body: { type: 'PASSPORT' }, file }, provider)
  await town.call(documents.approveDocument, { params: { id: documentId }, body: {} }, marketplace)
  town.clock.advance(3 * DAY)
  await town.deps.jobs.runDue()
  return provider
}
export async function requestedPayout(town: Town, ...said: ('PROCESSING' | 'PAID')[]) {
  const provider = await providerWithBalance(town)
  const { id } = await town.call(payouts.requestPayout, { body: {} }, provider)
  const about = { params: { id } }
  if (said.includes('PROCESSING')) await town.call(payouts.processPayout, { ...about, body: {} }, marketplace)
  if (said.includes('PAID')) await town.call(payouts.payPayout, { ...about, body: {} }, marketplace)
  return about
}

export const paymentReplayCases: ReplayCase[] = [
  replayCase(invoices.listMarketplaceInvoices, async (town) => ({
    input: { query: { customerId: (await issuedInvoice(town)).customerId } },
  })),
  replayCase(invoices.getMarketplaceInvoice, async (town) => {
    const { invoiceId, customerId } = await issuedInvoice(town)
    return { input: { params: { id: invoiceId } }, customerId }
  }),
  replayCase(invoices.getMarketplaceInvoicePdf, async (town) => {
    const { invoiceId, customerId } = await issuedInvoice(town)
    return { input: { params: { id: invoiceId } }, customerId }
  }),
  replayCase(
    payments.recordMarketplacePayment,
    async (town) => {
      const { invoiceId, customerId } = await issuedInvoice(town)
      return { input: { body: { invoiceId, amount: 1_500_000 } }, customerId }
    },
    'payment.recorded',
  ),
  replayCase(
    payments.confirmPayment,
    async (town) => {
      const { about, customerId } = await reportedDirectPayment(town)
      return { input: { ...about, body: {} }, customerId }
    },
    'payment.confirmed',
  ),
  replayCase(
    payments.rejectPayment,
    async (town) => {
      const { about, customerId } = await reportedDirectPayment(town)
      return { input: { ...about, body: { reason: 'I never paid this.' } }, customerId }
    },
    'payment.rejected',
  ),
  replayCase(
    payments.refundPayment,
    async (town) => {
      const { invoiceId, customerId } = await issuedInvoice(town)
      const { id } = await town.call(
        payments.recordMarketplacePayment,
        { body: { invoiceId, amount: 1_500_000 } },
        marketplace,
      )
      return { input: { params: { id }, body: { reason: 'It was paid twice.' } }, customerId }
    },
    'payment.refunded',
  ),
  replayCase(payouts.listOperatorPayouts, async () => ({ input: {} })),
  replayCase(payouts.exportPayouts, async () => ({ input: {} })),
  replayCase(payouts.processPayout, async (town) => ({ input: { ...(await requestedPayout(town)), body: {} } })),
  replayCase(
    payouts.payPayout,
    async (town) => ({ input: { ...(await requestedPayout(town, 'PROCESSING')), body: { externalReference: 'B-1' } } }),
    'payout.paid',
  ),
  replayCase(
    payouts.failPayout,
    async (town) => ({
      input: {
        ...(await requestedPayout(town, 'PROCESSING')),
        body: { code: 'INVALID_ACCOUNT', message: 'No such account.' },
      },
    }),
    'payout.failed',
  ),
  replayCase(
    payouts.returnPayout,
    async (town) => ({
      input: {
        ...(await requestedPayout(town, 'PROCESSING', 'PAID')),
        body: { code: 'BANK_REJECTED', message: 'Sent back.' },
      },
    }),
    'payout.failed',
  ),
]
