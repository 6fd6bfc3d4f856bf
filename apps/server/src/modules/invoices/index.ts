import type { Routers } from '../../actors.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { FEE_CHANGED_JOB, WORK_CONFIRMED_JOB } from '../bookings/index.ts'
import type { InvoiceNeighbours } from './agreement.ts'
import { serveMarketplaceInvoices, serveInvoices } from './invoices.routes.ts'
import { issueFor, type Billable } from './issue.service.ts'
import { handleConfirmations } from './payments/payments.service.ts'
import { chargeFee, chargeFeeIn, chargeMilestone, chargeWork, chargeWorkIn } from './charging.service.ts'

export { DEPOSIT_CHANGED, depositStatus, issueFor, voidFor } from './issue.service.ts'
export { listAllInvoices, showInvoice } from './invoices.service.ts'
export { showPayment } from './payments/payments.view.ts'
export { findPaid, reduceTo, setOnHold, type ChargedSubject } from './disputed.service.ts'
export { notePaymentDispute, lockDisputablePayment, applyDisputeOutcomeToPayment } from './payments/disputed.service.ts'
export { refundDeposit } from './payments/payments.service.ts'
export type { Agreement } from './bill.rules.ts'
export { MILESTONE_PAID, type MilestonePaid } from './payments/milestone-paid.jobs.ts'

/** An invoice as whoever had it issued keeps it. */
export interface Issued {
  id: string
  number: string | null
}

/** What modules that charge something call, in the transaction in which it becomes due. */
export interface Invoices {
  /**
   * Charges `subject` once: again for the same subject answers the same invoice. A MILESTONE is earned with it, three
   * days from `completedAt` on. Undefined where there is nothing to pay.
   */
  issueFor: (subject: Billable & { completedAt?: Date }, tx: Tx) => Promise<Issued | undefined>
  /** Work that was confirmed is charged and earned, unless it was before. */
  chargeWork: (bookingId: string, tx: Tx) => Promise<void>
  /** What is owed for a cancellation or a no-show is charged, or taken back where nothing is. */
  chargeFee: (bookingId: string, tx: Tx) => Promise<void>
}

/** What customers are charged, and what they paid. Charges by itself: work that is confirmed, and fees that are owed. */
export function registerInvoices(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'marketplace'>,
  neighbours: InvoiceNeighbours,
): Invoices {
  serveInvoices(deps, routers, neighbours)
  serveMarketplaceInvoices(deps, routers)
  handleConfirmations(deps)
  deps.jobs.handle<{ id: string }>(WORK_CONFIRMED_JOB, ({ id }) => chargeWork(deps, neighbours, id))
  deps.jobs.handle<{ id: string }>(FEE_CHANGED_JOB, ({ id }) => chargeFee(deps, id))
  return {
    issueFor: ({ completedAt, ...subject }, tx) =>
      subject.type === 'MILESTONE'
        ? chargeMilestone(tx, deps, subject, completedAt ?? deps.clock.now())
        : issueFor(tx, deps, subject),
    chargeWork: (bookingId, tx) => chargeWorkIn(tx, deps, neighbours, bookingId),
    chargeFee: (bookingId, tx) => chargeFeeIn(tx, deps, bookingId),
  }
}
