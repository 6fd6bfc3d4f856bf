import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { handleAnswers } from './series.change.ts'
import { serveSeries } from './series.routes.ts'
import { handleSeriesJobs } from './series.visits.ts'

export { askForSeries } from './series.service.ts'

/** The same job again and again: one agreement, many visits. */
export function registerSeries(deps: Deps, routers: Pick<Routers, 'provider' | 'marketplace'>): void {
  handleSeriesJobs(deps)
  handleAnswers(deps)
  serveSeries(deps, routers)
}
