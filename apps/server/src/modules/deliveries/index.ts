import * as protocol from '@fettle/protocol/marketplace/deliveries'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './deliveries.service.ts'

export { discard as discardDelivery, listDeliveries, replay as replayDeliveries } from './deliveries.service.ts'

/** Registers the operators' view of failed deliveries, and their purge. */
export function registerDeliveries(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'log'>,
  { marketplace }: Pick<Routers, 'marketplace'>,
): void {
  service.purgeDaily(deps)
  marketplace.serve(protocol.listDeliveries, async ({ query }) => {
    const { deliveries, meta } = await service.listDeliveries(deps, query)
    return new Reply(deliveries, { meta })
  })
  marketplace.serve(protocol.replayDeliveries, async ({ actor }) => {
    const replayed = await service.replay(deps)
    deps.log.info({ replayed, by: actor.keyId }, 'retried deliveries')
    return { replayed }
  })
  marketplace.serve(protocol.replayDelivery, async ({ actor, params: { id } }) => {
    const replayed = await service.replay(deps, id)
    deps.log.info({ delivery: id, by: actor.keyId }, 'retried delivery')
    return { replayed }
  })
  marketplace.serve(protocol.discardDelivery, async ({ actor, params: { id } }) => {
    const discarded = await service.discard(deps, id)
    deps.log.info({ delivery: id, by: actor.keyId }, 'discarded delivery')
    return { discarded }
  })
}
