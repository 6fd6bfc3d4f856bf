import type { Routers } from '../../actors.ts'
import type { ActingPerson } from '../../platform/acting-party.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Invoices } from '../invoices/index.ts'
import { handleContests } from './opening/contests.jobs.ts'
import type { DisputeDeps } from './dispute.workflow.ts'
import { serveDisputes } from './disputes.routes.ts'
import { openDisputeIn, type DisputeRequest } from './opening/opening.service.ts'
import { handleBundleJobs, type ReadTranscript } from './evidence/evidence-bundle.service.ts'
import { bookingSubjects } from './subjects/bookings.ts'
import { contractSubjects } from './subjects/contracts.ts'
import { paymentSubjects } from './subjects/payments.ts'
import type { SubjectTable } from './subjects/subjects.ts'
import { handleTimers } from './timers/timers.service.ts'

export { showDispute } from './marketplace.view.ts'
export { serveMarketplaceDisputes } from './disputes.marketplace.ts'
export {
  listClosed,
  listOpenReferences as listOpenDisputes,
  redactCustomer as redactDisputes,
} from './disputes.store.ts'
export { listAllDisputes } from './disputes.service.ts'
export type { Dispute } from './dispute.rules.ts'
export type { CollectedEvidence, SubjectHandler } from './subjects/subjects.ts'

/** Disputes for the modules whose records can be disputed. */
export interface Disputes {
  /** Dependencies for the customers' side. */
  disputeDeps: DisputeDeps
  /**
   * Opens a dispute in the caller's transaction: the subject's `inspect` checks it, `open` follows, and both sides are
   * notified. Returns its id. Throws what `inspect` throws, DISPUTE_EXISTS, or a field error.
   */
  open: (tx: Tx, person: ActingPerson, opening: DisputeRequest) => Promise<{ id: string }>
}

/**
 * Registers disputes. `subjects` are the handlers other modules provide; `readTranscript` reads the chat of the two.
 */
export function registerDisputes(
  deps: Deps,
  routers: Pick<Routers, 'provider'>,
  {
    invoices,
    readTranscript,
    subjects = {},
  }: { invoices: Invoices; readTranscript: ReadTranscript; subjects?: SubjectTable },
): Disputes {
  const table = { ...bookingSubjects, ...contractSubjects, ...paymentSubjects, ...subjects }
  const disputeDeps: DisputeDeps = { ...deps, invoices, subjects: table }
  handleTimers(disputeDeps)
  handleBundleJobs(disputeDeps, table, readTranscript)
  handleContests(disputeDeps)
  serveDisputes(disputeDeps, routers)
  return { disputeDeps, open: (tx, person, opening) => openDisputeIn(disputeDeps, tx, person, opening) }
}
