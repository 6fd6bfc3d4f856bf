import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { handleAnswers } from './answers.service.ts'
import { serveSeries, type AssertMayRequest } from './series.routes.ts'
import { handleSeriesJobs } from './series.jobs.ts'

export {
  countOpen as countOpenSeries,
  listOpenTitles as listOpenSeries,
  redactAddresses as redactSeriesAddresses,
} from './series.store.ts'
export { listAllSeries, requestSeries } from './series.service.ts'

/** Registers recurring bookings. `assertMayRequest` throws for a customer the provider has blocked. */
export function registerSeries(
  deps: Deps,
  routers: Pick<Routers, 'provider' | 'marketplace'>,
  { assertMayRequest }: { assertMayRequest: AssertMayRequest },
): void {
  handleSeriesJobs(deps)
  handleAnswers(deps)
  serveSeries(deps, routers, { assertMayRequest })
}
