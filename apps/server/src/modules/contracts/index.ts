import type { FastifyInstance } from 'fastify'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { MILESTONE_PAID, type Invoices, type MilestonePaid } from '../invoices/index.ts'
import { serveContracts, serveTemplates } from './contracts.routes.ts'
import type { AcceptedOffers } from './drafts/creation.service.ts'
import { updateMilestonePayment } from './milestones/milestones.service.ts'
import { handlePrintJobs } from './files/contract-pdf.service.ts'
import { serveVerificationPage } from './verification/verification-page.routes.ts'
import { serveVerification } from './verification/verification.routes.ts'
import { handleTimers } from './timers/timers.service.ts'

export { listAllContracts } from './contracts.service.ts'
export { contractTemplates } from './drafts/templates.service.ts'
export {
  countOpen as countOpenContracts,
  haveSharedContract,
  listOpenReferences as listOpenContracts,
} from './contracts.store.ts'
export { PRINT_CONTRACT_JOB } from './files/certificate.service.ts'
export { findContractWork } from './milestones/contract-work.service.ts'
export { showContract } from './marketplace-api/marketplace.view.ts'
export { serveMarketplaceContracts } from './marketplace-api/contracts.marketplace.ts'
export {
  assertContractEnding,
  contractEndings,
  listContractEvidence,
  disputeContract,
  disputeMilestone,
  lockDisputableContract,
  lockDisputableMilestone,
  applyDisputeOutcomeToContract,
  applyDisputeOutcomeToMilestone,
  type ContractEnding,
} from './lifecycle/dispute.service.ts'
export { draftOfOffer } from './drafts/creation.service.ts'
export type { AcceptedOffer } from './drafts/from-offer.rules.ts'

/**
 * Registers contracts. `offers` is the source of contracts and `invoices` charges their milestones, each in the
 * transaction of its cause. `pages` serves the public verification page.
 */
export function registerContracts(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'public'>,
  { offers, invoices, pages }: { offers: AcceptedOffers; invoices: Invoices; pages: FastifyInstance },
): void {
  const contractDeps = { ...deps, invoices }
  handleTimers(contractDeps)
  handlePrintJobs(deps)
  deps.jobs.handle<MilestonePaid>(MILESTONE_PAID, (paid) => updateMilestonePayment(deps, paid))
  serveContracts({ ...contractDeps, offers }, routers)
  serveTemplates(deps, routers)
  serveVerification(deps, routers)
  serveVerificationPage(pages, deps)
}
