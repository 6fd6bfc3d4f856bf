import { listBookings } from '@fettle/protocol/bookings'
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
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import {
  draftedInvoice,
  identityDocument,
  payments,
  payouts,
  voidedInvoice,
  type DemoPayout,
  type DemoPayment,
} from './money.ts'
import { photoOf } from '../people/pictures.ts'
import type { WithSession } from '../sessions.ts'
import type { DemoEvent } from '../schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface MoneyDemoContext {
  now: number
  /** When a job was confirmed, or otherwise handed over. */
  endOf: (job: string) => number
  /** Runs work while Ada is signed in. */
  visit: WithSession
}

/** Invoices, payments and payouts. */
export function eventsOfMoney(app: App, { now, endOf, visit }: MoneyDemoContext): DemoEvent[] {
  const daysAgo = (days: number) => now - days * DAY
  return [
    { at: daysAgo(identityDocument.daysAgo), happens: () => visit((visitor) => verifyIdentity(app, visitor)) },
    {
      at: endOf(voidedInvoice.job) + voidedInvoice.after * HOUR,
      happens: () => visit((visitor) => reissueInvoice(app, visitor)),
    },
    { at: endOf(draftedInvoice.job) + HOUR, happens: () => visit((visitor) => draft(app, visitor)) },
    ...payments.flatMap((paid, index) => eventsOfPayment(app, paid, `payment ${index + 1}`, { endOf, visit, now })),
    ...payouts.flatMap((asked, index) => eventsOfPayout(app, asked, index, { at: daysAgo(asked.daysAgo), visit })),
  ]
}

/** Uploads and approves an identity document, which payouts require. */
async function verifyIdentity(app: App, visitor: SignedInProvider): Promise<void> {
  const file = { name: 'passport.jpg', type: 'image/jpeg', bytes: await photoOf('passport') }
  const { id } = await resultOf(callAsProvider(app, uploadDocument, { body: { type: 'PASSPORT' } }, visitor, { file }))
  await callAsMarketplace(app, approveDocument, { params: { id }, body: {} }, 'passport approved')
}

/** The invoice of a job. */
async function findInvoice(app: App, visitor: SignedInProvider, title: string): Promise<InvoiceSummary> {
  const all = await resultOf(callAsProvider(app, listInvoices, { query: { q: title } }, visitor))
  const found = all.find(({ status }) => status !== 'VOID')
  if (!found) throw new Error(`The demo data has no invoice for ${title} yet.`)
  return found
}

async function reissueInvoice(app: App, visitor: SignedInProvider): Promise<void> {
  const { id: wrong, subject } = await findInvoice(app, visitor, voidedInvoice.job)
  await callAsProvider(app, voidInvoice, { params: { id: wrong }, body: { reason: voidedInvoice.reason } }, visitor)
  const { id } = await resultOf(callAsProvider(app, createInvoice, { body: { subject } }, visitor))
  await callAsProvider(app, issueInvoice, { params: { id }, body: {} }, visitor)
}

async function draft(app: App, visitor: SignedInProvider): Promise<void> {
  const [job] = await resultOf(callAsProvider(app, listBookings, { query: { q: draftedInvoice.job } }, visitor))
  if (!job) throw new Error(`Unknown job ${draftedInvoice.job} in the demo data`)
  const body = { subject: { type: 'BOOKING' as const, id: job.id }, note: draftedInvoice.note }
  await callAsProvider(app, createInvoice, { body }, visitor)
}

function eventsOfPayment(
  app: App,
  paid: DemoPayment,
  key: string,
  { endOf, visit, now }: MoneyDemoContext,
): DemoEvent[] {
  const at = endOf(paid.job) + paid.after * HOUR
  let id = ''
  const collect = async (visitor: SignedInProvider) => {
    const invoice = await findInvoice(app, visitor, paid.job)
    const body = { invoiceId: invoice.id, amount: paid.amount ?? invoice.due.amount, tip: paid.tip ?? 0 }
    const method = paid.by === 'cash' ? ('CASH' as const) : ('BANK_TRANSFER' as const)
    const recorded =
      paid.by === 'marketplace'
        ? callAsMarketplace(app, protocol.recordMarketplacePayment, { body }, key)
        : callAsProvider(app, protocol.recordPayment, { body: { ...body, method } }, visitor, { key })
    id = (await (await recorded).result()).id
  }
  const answer = () => {
    const params = { id }
    if (!id || !paid.answer) return Promise.resolve()
    return paid.answer === 'confirms'
      ? callAsMarketplace(app, protocol.confirmPayment, { params, body: {} }, `${key} answer`)
      : callAsMarketplace(
          app,
          protocol.rejectPayment,
          { params, body: { reason: paid.answer.rejects } },
          `${key} answer`,
        )
  }
  const giveBack = () => {
    const body = { reason: paid.refund?.reason ?? '' }
    return id
      ? callAsMarketplace(app, protocol.refundPayment, { params: { id }, body }, `${key} refund`)
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
  { amount, outcome }: DemoPayout,
  index: number,
  { at, visit }: { at: number; visit: MoneyDemoContext['visit'] },
): DemoEvent[] {
  let id = ''
  const key = `payout ${index + 1}`
  const ask = async (visitor: SignedInProvider) => {
    id = (await callAsProvider(app, payoutProtocol.requestPayout, { body: { amount } }, visitor)).made
  }
  const params = () => ({ id })
  const pay = (hours: number): DemoEvent => ({
    at: at + hours * HOUR,
    happens: () => {
      const body = { externalReference: `GTB-${4_310 + index}` }
      return callAsMarketplace(app, payoutProtocol.payPayout, { params: params(), body }, `${key} paid`)
    },
  })
  const later: Record<DemoPayout['outcome'], DemoEvent[]> = {
    waiting: [],
    cancelled: [
      {
        at: at + HOUR,
        happens: () =>
          visit((visitor) => callAsProvider(app, payoutProtocol.cancelPayout, { params: params() }, visitor)),
      },
    ],
    paid: [
      {
        at: at + 6 * HOUR,
        happens: () =>
          callAsMarketplace(app, payoutProtocol.processPayout, { params: params(), body: {} }, `${key} processing`),
      },
      pay(30),
    ],
    failed: [
      {
        at: at + 20 * HOUR,
        happens: () => {
          const body = { code: 'BANK_REJECTED' as const, message: 'Account restricted by the bank.' }
          return callAsMarketplace(app, payoutProtocol.failPayout, { params: params(), body }, `${key} failed`)
        },
      },
    ],
    returned: [
      pay(20),
      {
        at: at + 44 * HOUR,
        happens: () => {
          const body = { code: 'OTHER' as const, message: 'The bank sent it back without a word.' }
          return callAsMarketplace(app, payoutProtocol.returnPayout, { params: params(), body }, `${key} returned`)
        },
      },
    ],
  }
  return [{ at, happens: () => visit(ask) }, ...later[outcome]]
}
