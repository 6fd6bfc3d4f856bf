import { listBookings } from '@fettle/protocol/bookings/index'
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
import type { App } from '../app.ts'
import { answerOf, asMarketplace, call, type Visitor } from './calls.ts'
import { drafted, passport, payments, payouts, voided, type AskedPayout, type Paid } from './money.ts'
import { photoOf } from './pictures.ts'
import type { Visit } from './visits.ts'
import type { Event } from './moments.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Given {
  now: number
  /** When a job was confirmed, or handed over where it was not yet. */
  endOf: (job: string) => number
  /** What Ada does while she is logged in. */
  visit: Visit
}

/** Invoices, payments and payouts, as they came about. */
export function eventsOfMoney(app: App, { now, endOf, visit }: Given): Event[] {
  const daysAgo = (days: number) => now - days * DAY
  return [
    { at: daysAgo(passport.daysAgo), happens: () => visit((visitor) => prove(app, visitor)) },
    { at: endOf(voided.job) + voided.after * HOUR, happens: () => visit((visitor) => chargeAnew(app, visitor)) },
    { at: endOf(drafted.job) + HOUR, happens: () => visit((visitor) => draft(app, visitor)) },
    ...payments.flatMap((paid, index) => eventsOfPayment(app, paid, `payment ${index + 1}`, { endOf, visit, now })),
    ...payouts.flatMap((asked, index) => eventsOfPayout(app, asked, index, { at: daysAgo(asked.daysAgo), visit })),
  ]
}

/** Nobody is paid who has not shown who they are. */
async function prove(app: App, visitor: Visitor): Promise<void> {
  const file = { name: 'passport.jpg', type: 'image/jpeg', bytes: await photoOf('passport') }
  const { id } = await answerOf(call(app, uploadDocument, { body: { type: 'PASSPORT' } }, visitor, { file }))
  await asMarketplace(app, approveDocument, { params: { id }, body: {} }, 'passport approved')
}

/** What is charged for a job. */
async function find(app: App, visitor: Visitor, title: string): Promise<InvoiceSummary> {
  const all = await answerOf(call(app, listInvoices, { query: { q: title } }, visitor))
  const found = all.find(({ status }) => status !== 'VOID')
  if (!found) throw new Error(`Nothing is charged for ${title} yet.`)
  return found
}

async function chargeAnew(app: App, visitor: Visitor): Promise<void> {
  const { id: wrong, subject } = await find(app, visitor, voided.job)
  await call(app, voidInvoice, { params: { id: wrong }, body: { reason: voided.reason } }, visitor)
  const { id } = await answerOf(call(app, createInvoice, { body: { subject } }, visitor))
  await call(app, issueInvoice, { params: { id }, body: {} }, visitor)
}

async function draft(app: App, visitor: Visitor): Promise<void> {
  const [job] = await answerOf(call(app, listBookings, { query: { q: drafted.job } }, visitor))
  if (!job) throw new Error(`Nothing in the story is called ${drafted.job}`)
  const body = { subject: { type: 'BOOKING' as const, id: job.id }, note: drafted.note }
  await call(app, createInvoice, { body }, visitor)
}

function eventsOfPayment(app: App, paid: Paid, key: string, { endOf, visit, now }: Given): Event[] {
  const at = endOf(paid.job) + paid.after * HOUR
  let id = ''
  const collect = async (visitor: Visitor) => {
    const invoice = await find(app, visitor, paid.job)
    const body = { invoiceId: invoice.id, amount: paid.amount ?? invoice.due.amount, tip: paid.tip ?? 0 }
    const method = paid.by === 'cash' ? ('CASH' as const) : ('BANK_TRANSFER' as const)
    const recorded =
      paid.by === 'marketplace'
        ? asMarketplace(app, protocol.recordMarketplacePayment, { body }, key)
        : call(app, protocol.recordPayment, { body: { ...body, method } }, visitor, { key })
    id = (await (await recorded).answer()).id
  }
  const answer = () => {
    const params = { id }
    if (!id || !paid.answer) return Promise.resolve()
    return paid.answer === 'confirms'
      ? asMarketplace(app, protocol.confirmPayment, { params, body: {} }, `${key} answer`)
      : asMarketplace(app, protocol.rejectPayment, { params, body: { reason: paid.answer.rejects } }, `${key} answer`)
  }
  const giveBack = () => {
    const body = { reason: paid.refund?.reason ?? '' }
    return id
      ? asMarketplace(app, protocol.refundPayment, { params: { id }, body }, `${key} refund`)
      : Promise.resolve()
  }
  return [
    { at: Math.min(at, now - HOUR), happens: () => visit(collect) },
    ...(paid.answer ? [{ at: at + 4 * HOUR, happens: answer }] : []),
    ...(paid.refund ? [{ at: at + paid.refund.after * HOUR, happens: giveBack }] : []),
  ]
}

function eventsOfPayout(
  app: App,
  { amount, outcome }: AskedPayout,
  index: number,
  { at, visit }: { at: number; visit: Given['visit'] },
): Event[] {
  let id = ''
  const key = `payout ${index + 1}`
  const ask = async (visitor: Visitor) => {
    id = (await call(app, payoutProtocol.requestPayout, { body: { amount } }, visitor)).made
  }
  const params = () => ({ id })
  const pay = (hours: number): Event => ({
    at: at + hours * HOUR,
    happens: () => {
      const body = { externalReference: `GTB-${4_310 + index}` }
      return asMarketplace(app, payoutProtocol.payPayout, { params: params(), body }, `${key} paid`)
    },
  })
  const later: Record<AskedPayout['outcome'], Event[]> = {
    waiting: [],
    cancelled: [
      {
        at: at + HOUR,
        happens: () => visit((visitor) => call(app, payoutProtocol.cancelPayout, { params: params() }, visitor)),
      },
    ],
    paid: [
      {
        at: at + 6 * HOUR,
        happens: () =>
          asMarketplace(app, payoutProtocol.processPayout, { params: params(), body: {} }, `${key} processing`),
      },
      pay(30),
    ],
    failed: [
      {
        at: at + 20 * HOUR,
        happens: () => {
          const body = { code: 'BANK_REJECTED' as const, message: 'Account restricted by the bank.' }
          return asMarketplace(app, payoutProtocol.failPayout, { params: params(), body }, `${key} failed`)
        },
      },
    ],
    returned: [
      pay(20),
      {
        at: at + 44 * HOUR,
        happens: () => {
          const body = { code: 'OTHER' as const, message: 'The bank sent it back without a word.' }
          return asMarketplace(app, payoutProtocol.returnPayout, { params: params(), body }, `${key} returned`)
        },
      },
    ],
  }
  return [{ at, happens: () => visit(ask) }, ...later[outcome]]
}
