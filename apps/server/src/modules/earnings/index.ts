import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveEarnings } from './earnings.routes.ts'
import { handleSchedules } from './payouts/payouts.service.ts'

export { payBonus } from './bonus.service.ts'
export { postDeposit, sumDepositRefunds, sumRefundedOfWork } from './deposits.service.ts'
export type { DepositDeduction } from './deposits.rules.ts'
export { advance, endAdvance, holdDisputed, clawBack, type DisputedPart } from './disputed.service.ts'
export { hold, release } from './holds.service.ts'
export { getEarningsCurrency, hasUnpaidEarnings, listAllEarnings, listEarned } from './ledger.service.ts'
export { showPayout } from './payouts/operator.service.ts'
export { postEarnings, postPayment } from './posting.service.ts'
export { withFirst } from './posting.rules.ts'
export type { ReceivedPayment } from './posting.rules.ts'

/** Registers the ledger, payouts and statements. */
export function registerEarnings(deps: Deps, routers: Pick<Routers, 'provider' | 'marketplace'>): void {
  serveEarnings(deps, routers)
  handleSchedules(deps)
}
