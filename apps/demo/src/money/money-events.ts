import { approveDocument, uploadDocument } from '@fettle/protocol/accounts/documents'
import {
  createInvoice,
  issueInvoice,
  listInvoices,
  voidInvoice,
  type InvoiceSummary,
} from '@fettle/protocol/invoices/invoices'
import * as protocol from '@fettle/protocol/invoices/payments'
import * as payoutProtocol from '@fettle/protocol/earnings/payouts'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { findJob } from '../bookings/booking-calls.ts'
import { endOf } from '../bookings/job-events.ts'
import {
  draftedInvoice,
  identityDocument,
  payments,
  payouts,
  voidedInvoice,
  type DemoPayout,
  type PayoutStep,
  type DemoPayment,
} from './money.ts'
import { pictureOf } from '../data.ts'
import type { DemoContext } from '../context.ts'
import { type DemoEvent, event } from '../schedule.ts'

/** Invoices, payments and payouts. */
export function eventsOfMoney(demo: DemoContext): DemoEvent[] {
  const now = demo.now.getTime()
  const daysAgo = (days: number) => now - days * DAY_MS
  return [
    event(daysAgo(identityDocument.daysAgo), () => verifyIdentity(demo)),
    event(endOf(voidedInvoice.job, demo.now) + voidedInvoice.after * HOUR_MS, () => reissueInvoice(demo)),
    event(endOf(draftedInvoice.job, demo.now) + HOUR_MS, () => draft(demo)),
    ...payments.flatMap((payment) => eventsOfPayment(demo, payment)),
    ...payouts.flatMap((payout, index) => eventsOfPayout(demo, payout, index)),
  ]
}

/** Uploads and approves an identity document, which payouts require. */
async function verifyIdentity({ ada, marketplace }: DemoContext): Promise<void> {
  const { id } = await ada(uploadDocument, { body: { type: 'PASSPORT' }, file: pictureOf('passport') })
  await marketplace(approveDocument, { params: { id }, body: {} })
}

/** The invoice of a job. */
async function findInvoice({ ada }: DemoContext, title: string): Promise<InvoiceSummary> {
  const all = await ada(listInvoices, { query: { q: title } })
  const found = all.find(({ status }) => status !== 'VOID')
  if (!found) throw new Error(`The demo data has no invoice for ${title} yet.`)
  return found
}

async function reissueInvoice(demo: DemoContext): Promise<void> {
  const { ada } = demo
  const { id: wrong, subject } = await findInvoice(demo, voidedInvoice.job)
  await ada(voidInvoice, { params: { id: wrong }, body: { reason: voidedInvoice.reason } })
  const { id } = await ada(createInvoice, { body: { subject } })
  await ada(issueInvoice, { params: { id }, body: {} })
}

async function draft(demo: DemoContext): Promise<void> {
  const { id } = await findJob(demo, draftedInvoice.job)
  const body = { subject: { type: 'BOOKING' as const, id }, note: draftedInvoice.note }
  await demo.ada(createInvoice, { body })
}

function eventsOfPayment(demo: DemoContext, paid: DemoPayment): DemoEvent[] {
  const { ada, marketplace, now } = demo
  const at = endOf(paid.job, now) + paid.after * HOUR_MS
  let id = ''
  const collect = async () => {
    const invoice = await findInvoice(demo, paid.job)
    const body = { invoiceId: invoice.id, amount: paid.amount ?? invoice.due.amount, tip: paid.tip ?? 0 }
    const method = paid.by === 'cash' ? ('CASH' as const) : ('BANK_TRANSFER' as const)
    const recorded =
      paid.by === 'marketplace'
        ? marketplace(protocol.recordMarketplacePayment, { body })
        : ada(protocol.recordPayment, { body: { ...body, method } })
    id = (await recorded).id
  }
  const answer = () => {
    const params = { id }
    if (!id || !paid.answer) return Promise.resolve()
    return paid.answer === 'confirms'
      ? marketplace(protocol.confirmPayment, { params, body: {} })
      : marketplace(protocol.rejectPayment, { params, body: { reason: paid.answer.rejects } })
  }
  const giveBack = () => {
    const body = { reason: paid.refund?.reason ?? '' }
    return id ? marketplace(protocol.refundPayment, { params: { id }, body }) : Promise.resolve()
  }
  return [
    event(Math.min(at, now.getTime() - HOUR_MS), collect),
    ...(paid.answer ? [event(at + 4 * HOUR_MS, answer)] : []),
    ...(paid.refund ? [event(at + paid.refund.after * HOUR_MS, giveBack)] : []),
  ]
}

function eventsOfPayout(
  { ada, marketplace, now }: DemoContext,
  { amount, steps, daysAgo }: DemoPayout,
  index: number,
): DemoEvent[] {
  const at = now.getTime() - daysAgo * DAY_MS
  let id = ''
  const ask = async () => {
    id = (await ada(payoutProtocol.requestPayout, { body: { amount } })).id
  }
  const take = (step: PayoutStep): Promise<unknown> => {
    const params = { id }
    switch (step.do) {
      case 'cancel':
        return ada(payoutProtocol.cancelPayout, { params })
      case 'process':
        return marketplace(payoutProtocol.processPayout, { params, body: {} })
      case 'pay':
        return marketplace(payoutProtocol.payPayout, { params, body: { externalReference: `GTB-${4_310 + index}` } })
      case 'fail':
        return marketplace(payoutProtocol.failPayout, { params, body: { code: 'BANK_REJECTED', message: step.why } })
      case 'return':
        return marketplace(payoutProtocol.returnPayout, { params, body: { code: 'OTHER', message: step.why } })
    }
  }
  return [event(at, ask), ...steps.map((step) => event(at + step.after * HOUR_MS, () => take(step)))]
}
