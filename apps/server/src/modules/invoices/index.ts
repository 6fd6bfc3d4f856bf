import type { Routers } from '../../actors.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { FEE_CHANGED_JOB, WORK_CONFIRMED_JOB } from '../bookings/index.ts'
import { serveMarketplaceInvoices, serveInvoices } from './invoices.routes.ts'
import { issueFor, type Billable } from './issue.service.ts'
import { handleConfirmations } from './payments/payments.service.ts'
import {
  chargeFee,
  chargeFeeIn,
  chargeMilestone,
  chargeWork,
  chargeWorkIn,
  type ChargingDeps,
} from './charging.service.ts'

export { DEPOSIT_CHANGED, depositStatus, isInvoiced, issueFor, voidFor } from './issue.service.ts'
export { writeInvoiceTitle } from './invoice-titles.service.ts'
export { listAllInvoices, showInvoice } from './invoices.service.ts'
export { showPayment } from './payments/payments.view.ts'
export { findRemaining, listPaid, reduceCharge, setOnHold, type ChargedSubject } from './disputed.service.ts'
export { lockDisputablePayment, applyDisputeOutcomeToPayment } from './payments/disputed.service.ts'
export { putDispute as setPaymentDispute } from './payments/payments.store.ts'
export { reverseInvoice, refundUnusedDeposit } from './payments/reversal.service.ts'
export type { AcceptedAgreement } from './charging.service.ts'
export { findMilestoneInvoice, MILESTONE_PAID, type MilestonePaid } from './payments/milestone-paid.jobs.ts'

/** An issued invoice for the module that charges. */
export interface IssuedInvoice {
  id: string
  number: string | null
}

/** Invoicing for modules that charge something, in the transaction in which it becomes due. */
export interface Invoices {
  /**
   * Charges `subject` once: repeating it returns the same invoice. A MILESTONE is also earned, clearing from
   * `completedAt`. Undefined where there is nothing to pay.
   */
  issueFor: (subject: Billable & { completedAt?: Date }, tx: Tx) => Promise<IssuedInvoice | undefined>
  /** Charges and books confirmed work, once. */
  chargeWork: (bookingId: string, tx: Tx) => Promise<void>
  /** Charges the fee for a cancellation or no-show, or voids it where none is owed. */
  chargeFee: (bookingId: string, tx: Tx) => Promise<void>
}

/** Registers invoices and payments. Confirmed work and fees are charged automatically. */
export function registerInvoices(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'marketplace'>,
  { findAgreement }: Pick<ChargingDeps, 'findAgreement'>,
): Invoices {
  const chargingDeps: ChargingDeps = { ...deps, findAgreement }
  serveInvoices(chargingDeps, routers)
  serveMarketplaceInvoices(deps, routers)
  handleConfirmations(deps)
  deps.jobs.handle<{ id: string }>(WORK_CONFIRMED_JOB, ({ id }) => chargeWork(chargingDeps, id))
  deps.jobs.handle<{ id: string }>(FEE_CHANGED_JOB, ({ id }) => chargeFee(deps, id))
  return {
    issueFor: ({ completedAt, ...subject }, tx) =>
      subject.type === 'MILESTONE'
        ? chargeMilestone(deps, tx, subject, completedAt ?? deps.clock.now())
        : issueFor(deps, tx, subject),
    chargeWork: (bookingId, tx) => chargeWorkIn(chargingDeps, tx, bookingId),
    chargeFee: (bookingId, tx) => chargeFeeIn(deps, tx, bookingId),
  }
}
