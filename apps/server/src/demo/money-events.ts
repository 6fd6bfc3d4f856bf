import { listBookings } from '@fettle/protocol/bookings'
import { approveDocument, listDocuments, uploadDocument } from '@fettle/protocol/documents'
import { createInvoice, issueInvoice, listInvoices, voidInvoice, type InvoiceSummary } from '@fettle/protocol/invoices'
import { getMarketplaceInvoice } from '@fettle/protocol/marketplace-invoices'
import * as protocol from '@fettle/protocol/payments'
import * as payoutProtocol from '@fettle/protocol/payouts'
import type { App } from '../app.ts'
import { DEMO_KEY } from '../modules/marketplace/index.ts'
import { asMarketplace, call, once } from './front-door.ts'
import { drafted, passport, payments, payouts, voided, type AskedPayout, type Paid } from './money.ts'
import { photoOf } from './pictures.ts'
import { sendFile } from './send-file.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Given {
  now: number
  /** When a job was confirmed, or handed over where it was not yet. */
  endOf: (job: string) => number
  /** What Ada does while she is logged in. */
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
}

interface Event {
  at: number
  happens: () => Promise<void>
}

/** Invoices, payments and payouts, as they came about. */
export function eventsOfMoney(app: App, { now, endOf, visit }: Given): Event[] {
  const daysAgo = (days: number) => now - days * DAY
  return [
    { at: daysAgo(passport.daysAgo), happens: () => visit((token) => prove(app, token)) },
    { at: endOf(voided.job) + voided.after * HOUR, happens: () => visit((token) => chargeAnew(app, token)) },
    { at: endOf(drafted.job) + HOUR, happens: () => visit((token) => draft(app, token)) },
    ...payments.flatMap((paid, index) => eventsOfPayment(app, paid, `payment ${index + 1}`, { endOf, visit, now })),
    ...payouts.flatMap((asked, index) => eventsOfPayout(app, asked, index, { at: daysAgo(asked.daysAgo), visit })),
  ]
}

/** Nobody is paid who has not shown who they are. */
async function prove(app: App, token: string): Promise<void> {
  if ((await call(app, listDocuments, {}, token)).length > 0) return
  const file = { name: 'passport.jpg', type: 'image/jpeg', bytes: await photoOf('passport') }
  const { id } = await sendFile(app, uploadDocument, { body: { type: 'PASSPORT' } }, { file, by: { token } })
  await once(asMarketplace(app, approveDocument, { params: { id }, body: {} }, 'passport approved'))
}

/** The invoices of a job, newest first. */
const invoicesOf = (app: App, token: string, title: string): Promise<InvoiceSummary[]> =>
  call(app, listInvoices, { query: { q: title } }, token)

async function find(app: App, token: string, title: string): Promise<InvoiceSummary> {
  const all = await invoicesOf(app, token, title)
  const found = all.find(({ status }) => status !== 'VOID') ?? all[0]
  if (!found) throw new Error(`Nothing is charged for ${title} yet.`)
  return found
}

async function chargeAnew(app: App, token: string): Promise<void> {
  const known = await invoicesOf(app, token, voided.job)
  const [wrong] = known
  if (!wrong || known.length > 1) return
  const { subject } = wrong
  await call(app, voidInvoice, { params: { id: wrong.id }, body: { reason: voided.reason } }, token)
  const { id } = await call(app, createInvoice, { body: { subject } }, token)
  await call(app, issueInvoice, { params: { id }, body: {} }, token)
}

async function draft(app: App, token: string): Promise<void> {
  const [job] = await call(app, listBookings, { query: { q: drafted.job } }, token)
  if (!job || (await invoicesOf(app, token, drafted.job)).length > 0) return
  const body = { subject: { type: 'BOOKING' as const, id: job.id }, note: drafted.note }
  await call(app, createInvoice, { body }, token)
}

function eventsOfPayment(app: App, paid: Paid, key: string, { endOf, visit, now }: Given): Event[] {
  const at = endOf(paid.job) + paid.after * HOUR
  let id = ''
  const collect = async (token: string) => {
    const invoice = await find(app, token, paid.job)
    const { due } = invoice
    // What was recorded before is answered again, though less is due by now.
    const amount = paid.amount ?? (await restOf(app, invoice.id, due.amount))
    const body = { invoiceId: invoice.id, amount, tip: paid.tip ?? 0 }
    const method = paid.by === 'cash' ? ('CASH' as const) : ('BANK_TRANSFER' as const)
    const recorded =
      paid.by === 'marketplace'
        ? asMarketplace(app, protocol.recordMarketplacePayment, { body }, key)
        : call(app, protocol.recordPayment, { body: { ...body, method } }, token, {
            'idempotency-key': `demo town: ${key}`,
          })
    await once(recorded.then((payment) => (id = payment.id)))
  }
  const answer = () => {
    const params = { id }
    if (!id || !paid.answer) return Promise.resolve()
    return paid.answer === 'confirms'
      ? once(asMarketplace(app, protocol.confirmPayment, { params, body: {} }, `${key} answer`))
      : once(
          asMarketplace(
            app,
            protocol.rejectPayment,
            { params, body: { reason: paid.answer.rejects } },
            `${key} answer`,
          ),
        )
  }
  const giveBack = () => {
    const body = { reason: paid.refund?.reason ?? '' }
    return id
      ? once(asMarketplace(app, protocol.refundPayment, { params: { id }, body }, `${key} refund`))
      : Promise.resolve()
  }
  return [
    { at: Math.min(at, now - HOUR), happens: () => visit(collect) },
    ...(paid.answer ? [{ at: at + 4 * HOUR, happens: answer }] : []),
    ...(paid.refund ? [{ at: at + paid.refund.after * HOUR, happens: giveBack }] : []),
  ]
}

/** What is due; where all of it is paid, what was paid last. */
async function restOf(app: App, id: string, due: number): Promise<number> {
  if (due > 0) return due
  const invoice = await call(app, getMarketplaceInvoice, { params: { id } }, DEMO_KEY)
  return invoice.payments.at(-1)?.amount.amount ?? invoice.total.amount
}

function eventsOfPayout(
  app: App,
  { amount, outcome }: AskedPayout,
  index: number,
  { at, visit }: { at: number; visit: Given['visit'] },
): Event[] {
  let id = ''
  const key = `payout ${index + 1}`
  const ask = async (token: string) => {
    id = (await call(app, payoutProtocol.requestPayout, { body: { amount } }, token)).id
  }
  const params = () => ({ id })
  const pay = (hours: number): Event => ({
    at: at + hours * HOUR,
    happens: () => {
      const body = { externalReference: `GTB-${4_310 + index}` }
      return once(asMarketplace(app, payoutProtocol.payPayout, { params: params(), body }, `${key} paid`))
    },
  })
  const later: Record<AskedPayout['outcome'], Event[]> = {
    waiting: [],
    cancelled: [
      {
        at: at + HOUR,
        happens: () => visit((token) => once(call(app, payoutProtocol.cancelPayout, { params: params() }, token))),
      },
    ],
    paid: [
      {
        at: at + 6 * HOUR,
        happens: () =>
          once(asMarketplace(app, payoutProtocol.processPayout, { params: params(), body: {} }, `${key} processing`)),
      },
      pay(30),
    ],
    failed: [
      {
        at: at + 20 * HOUR,
        happens: () => {
          const body = { code: 'BANK_REJECTED' as const, message: 'Account restricted by the bank.' }
          return once(asMarketplace(app, payoutProtocol.failPayout, { params: params(), body }, `${key} failed`))
        },
      },
    ],
    returned: [
      pay(20),
      {
        at: at + 44 * HOUR,
        happens: () => {
          const body = { code: 'OTHER' as const, message: 'The bank sent it back without a word.' }
          return once(asMarketplace(app, payoutProtocol.returnPayout, { params: params(), body }, `${key} returned`))
        },
      },
    ],
  }
  return [{ at, happens: () => visit(ask) }, ...later[outcome]]
}
