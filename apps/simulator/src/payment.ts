import type { Result } from '@fettle/protocol'
import { listMarketplaceInvoices } from '@fettle/protocol/marketplace/invoices'
import { createReview } from '@fettle/protocol/marketplace/reviews'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import type { SimulatedCustomer } from './customer.ts'
import type { ScenarioContext } from './scenario-context.ts'
import type { StorySteps } from './runner.ts'

/** After the work: invoice and review. */

type Invoice = Result<typeof listMarketplaceInvoices>[number]

/** Waits for an invoice and pays it in full. Returns whether there was one. */
export async function* payInvoice(
  context: ScenarioContext,
  customer: SimulatedCustomer,
  subjectId: string,
  { timeoutMs, tips = false }: { timeoutMs: number; tips?: boolean },
): StorySteps<boolean> {
  const bill = yield* customer.waitFor(() => findInvoice(customer, subjectId), timeoutMs, [subjectId])
  if (!bill) return false
  const { persona } = customer
  yield context.random.integer(persona.replyDelay[0], persona.replyDelay[1]) * 1000
  const tip = tips && context.random.chance(1 - persona.priceSensitivity) ? Math.round(bill.due.amount / 2000) * 100 : 0
  const body = { invoiceId: bill.id, amount: bill.due.amount, tip, externalReference: `SIM-${bill.number ?? bill.id}` }
  await customer.call(recordMarketplacePayment, { body }, bill.number ?? undefined)
  return true
}

async function findInvoice(customer: SimulatedCustomer, subjectId: string): Promise<Invoice | undefined> {
  const bills = await customer.read(listMarketplaceInvoices, { query: { customerId: customer.id } })
  return bills.find(
    ({ subject, status, due }) =>
      subject.id === subjectId && (status === 'ISSUED' || status === 'PARTIALLY_PAID') && due.amount > 0,
  )
}

/** Writes a review. */
export async function writeReview(
  customer: SimulatedCustomer,
  work: { bookingId: string } | { contractId: string },
  { rating, comment }: { rating: number; comment: string },
): Promise<void> {
  const aspects = { quality: rating, punctuality: rating, communication: 5, value: Math.max(1, rating - 1) }
  await customer.call(createReview, { body: { ...work, rating, aspects, comment } }, `${rating}★`)
}
