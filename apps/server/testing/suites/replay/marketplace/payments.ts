import { DAY_MS } from '@fettle/protocol/core/durations'
import { createInvoice, issueInvoice, listInvoices } from '@fettle/protocol/invoices/invoices'
import * as invoices from '@fettle/protocol/marketplace/invoices'
import * as payments from '@fettle/protocol/invoices/payments'
import * as payouts from '@fettle/protocol/earnings/payouts'
import { proveIdentity } from '../../../fixtures/earnings-scenario.ts'
import { marketplace } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { bookingInStatus } from './bookings.ts'
import { replayCase, type ReplayCase } from './replay-case.ts'

/** Invoices, payments and payouts. */

/** An issued invoice for confirmed or completed work. */
export async function issuedInvoice(testApp: TestApp, status: 'COMPLETED' | 'AWAITING_CONFIRMATION' = 'COMPLETED') {
  const the = await bookingInStatus(testApp, status)
  await testApp.deps.jobs.runDue()
  if (status !== 'COMPLETED') {
    const body = { subject: { type: 'BOOKING' as const, id: the.id } }
    const { id } = await testApp.call(createInvoice, { body }, the.provider)
    await testApp.call(issueInvoice, { params: { id }, body: {} }, the.provider)
  }
  const [invoice] = await testApp.call(listInvoices, {}, the.provider)
  return { ...the, invoiceId: invoice?.id ?? '' }
}
/** A reported direct payment that is not confirmed. */
export async function reportedDirectPayment(testApp: TestApp) {
  const { provider, invoiceId, customerId } = await issuedInvoice(testApp)
  const body = { invoiceId, amount: 1_500_000, method: 'CASH' as const }
  const { id } = await testApp.call(payments.recordPayment, { body }, provider)
  return { about: { params: { id } }, customerId }
}

/** A provider with an available balance. */
export async function providerWithBalance(testApp: TestApp) {
  const { provider } = await issuedInvoice(testApp)
  await proveIdentity(testApp, provider)
  await testApp.advance(3 * DAY_MS)
  return provider
}
export async function requestedPayout(testApp: TestApp, ...statuses: ('PROCESSING' | 'PAID')[]) {
  const provider = await providerWithBalance(testApp)
  const { id } = await testApp.call(payouts.requestPayout, { body: {} }, provider)
  const about = { params: { id } }
  if (statuses.includes('PROCESSING')) await testApp.call(payouts.processPayout, { ...about, body: {} }, marketplace)
  if (statuses.includes('PAID')) await testApp.call(payouts.payPayout, { ...about, body: {} }, marketplace)
  return about
}

export const paymentReplayCases: ReplayCase[] = [
  replayCase(invoices.listMarketplaceInvoices, async (testApp) => ({
    input: { query: { customerId: (await issuedInvoice(testApp)).customerId } },
  })),
  replayCase(invoices.getMarketplaceInvoice, async (testApp) => {
    const { invoiceId, customerId } = await issuedInvoice(testApp)
    return { input: { params: { id: invoiceId } }, customerId }
  }),
  replayCase(invoices.getMarketplaceInvoicePdf, async (testApp) => {
    const { invoiceId, customerId } = await issuedInvoice(testApp)
    return { input: { params: { id: invoiceId } }, customerId }
  }),
  replayCase(
    payments.recordMarketplacePayment,
    async (testApp) => {
      const { invoiceId, customerId } = await issuedInvoice(testApp)
      return { input: { body: { invoiceId, amount: 1_500_000 } }, customerId }
    },
    'payment.recorded',
  ),
  replayCase(
    payments.confirmPayment,
    async (testApp) => {
      const { about, customerId } = await reportedDirectPayment(testApp)
      return { input: { ...about, body: {} }, customerId }
    },
    'payment.confirmed',
  ),
  replayCase(
    payments.rejectPayment,
    async (testApp) => {
      const { about, customerId } = await reportedDirectPayment(testApp)
      return { input: { ...about, body: { reason: 'I never paid this.' } }, customerId }
    },
    'payment.rejected',
  ),
  replayCase(
    payments.refundPayment,
    async (testApp) => {
      const { invoiceId, customerId } = await issuedInvoice(testApp)
      const { id } = await testApp.call(
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
  replayCase(payouts.processPayout, async (testApp) => ({ input: { ...(await requestedPayout(testApp)), body: {} } })),
  replayCase(
    payouts.payPayout,
    async (testApp) => ({
      input: { ...(await requestedPayout(testApp, 'PROCESSING')), body: { externalReference: 'B-1' } },
    }),
    'payout.paid',
  ),
  replayCase(
    payouts.failPayout,
    async (testApp) => ({
      input: {
        ...(await requestedPayout(testApp, 'PROCESSING')),
        body: { code: 'INVALID_ACCOUNT', message: 'No such account.' },
      },
    }),
    'payout.failed',
  ),
  replayCase(
    payouts.returnPayout,
    async (testApp) => ({
      input: {
        ...(await requestedPayout(testApp, 'PROCESSING', 'PAID')),
        body: { code: 'BANK_REJECTED', message: 'Sent back.' },
      },
    }),
    'payout.failed',
  ),
]
