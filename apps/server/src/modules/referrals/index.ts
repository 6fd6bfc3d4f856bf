import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveReferrals } from './referrals.routes.ts'
import { processOpenReferrals } from './referrals.service.ts'

export { getReferrals, recordRegistration, recordVerification } from './referrals.service.ts'
export { deleteOf as deleteReferralsOf } from './referrals.store.ts'

const PROCESS_INTERVAL_MS = 3_600_000

/** Registers invitations and the job that processes them. */
export function registerReferrals(deps: Deps, routers: Pick<Routers, 'account' | 'public'>): void {
  serveReferrals(deps, routers)
  deps.jobs.repeat('referrals.expire-due', PROCESS_INTERVAL_MS, () => processOpenReferrals(deps))
}
