import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { findWork, WORK_CONFIRMED } from '../bookings/index.ts'
import { serveEarnings } from './earnings.routes.ts'
import { noteWork } from './ledger.service.ts'
import { payBySchedule } from './payouts/payouts.service.ts'

export { hasMoneyToCome, listAllEarnings } from './ledger.service.ts'

const PAY_EVERY = 900_000

/** What providers have earned, and how it reaches their bank. */
export function registerEarnings(deps: Deps, routers: Pick<Routers, 'provider' | 'marketplace'>): void {
  serveEarnings(deps, routers)
  deps.jobs.handle<{ id: string }>(WORK_CONFIRMED, async ({ id }) => {
    const work = await findWork(deps.db, id)
    if (work?.total) await noteWork(deps, { ...work, ...work.total })
  })
  deps.jobs.repeat('payouts.schedule', PAY_EVERY, () => payBySchedule(deps))
}
