import { DAY_MS } from '@fettle/protocol/core/durations'
import * as protocol from '@fettle/protocol/workspace/dashboard'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './dashboard.service.ts'
import { deleteExpiredSnoozes } from './dashboard.store.ts'

/** Registers the dashboard: KPIs, today's route and to-dos. */
export function registerDashboard(
  deps: Deps,
  { provider }: Pick<Routers, 'provider'>,
  { listUnanswered }: Pick<service.DashboardDeps, 'listUnanswered'>,
): void {
  const dashboardDeps: service.DashboardDeps = { ...deps, listUnanswered }
  provider.serve(protocol.getDashboard, ({ actor, query }) => service.getDashboard(dashboardDeps, actor, query.range), {
    mayLag: true,
  })
  provider.serve(
    protocol.listKpiItems,
    async ({ actor, params, query }) => {
      const { items, meta } = await service.listItems(deps, actor, params.key, query)
      return new Reply(items, { meta })
    },
    { mayLag: true },
  )
  provider.serve(protocol.dismissTodo, ({ actor, params }) => service.dismissTodo(dashboardDeps, actor, params.id))
  deps.jobs.repeat('dashboard.purge-snoozes', DAY_MS, () => deleteExpiredSnoozes(deps.db, deps.clock.now()))
}
