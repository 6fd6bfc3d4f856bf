import * as protocol from '@fettle/protocol/marketplace-deliveries'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './deliveries.service.ts'

export { discard as discardDelivery, listDeliveries, replay as replayDeliveries } from './deliveries.service.ts'

/** What failed on its way to somebody: operators see it, and have it tried again. */
export function registerDeliveries(
  deps: Pick<Deps, 'clock' | 'db' | 'log'>,
  { marketplace }: Pick<Routers, 'marketplace'>,
): void {
  marketplace.serve(protocol.listDeliveries, async ({ query }) => {
    const { deliveries, meta } = await service.listDeliveries(deps, query)
    return new Reply(deliveries, { meta })
  })
  marketplace.serve(protocol.replayDeliveries, async ({ actor }) => {
    const replayed = await service.replay(deps)
    deps.log.info({ replayed, by: actor.keyId }, 'deliveries are tried again')
    return { replayed }
  })
  marketplace.serve(protocol.replayDelivery, async ({ actor, params }) => {
    const replayed = await service.replay(deps, params.id)
    deps.log.info({ delivery: params.id, by: actor.keyId }, 'a delivery is tried again')
    return { replayed }
  })
  marketplace.serve(protocol.discardDelivery, async ({ actor, params }) => {
    const discarded = await service.discard(deps, params.id)
    deps.log.info({ delivery: params.id, by: actor.keyId }, 'a delivery was discarded')
    return { discarded }
  })
}
