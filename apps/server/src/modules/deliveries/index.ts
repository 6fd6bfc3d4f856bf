import * as protocol from '@fettle/protocol/marketplace/deliveries'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './deliveries.service.ts'

export { discard as discardDelivery, listDeliveries, replay as replayDeliveries } from './deliveries.service.ts'

/** Registers the operators' view of failed deliveries. */
export function registerDeliveries(
  deps: Pick<Deps, 'clock' | 'db' | 'log'>,
  { marketplace }: Pick<Routers, 'marketplace'>,
): void {
  marketplace.serve(protocol.listDeliveries, async ({ query }) => {
    const { deliveries, meta } = await service.listDeliveries(deps, query)
    return new Reply(deliveries, { meta })
  })
  /** The count of an earlier attempt. */
  const countOf = async (made: string) => Number(made)
  marketplace.serve(protocol.replayDeliveries, async ({ actor, request }) => {
    const replayed = await createOnce(request, () => service.replay(deps), countOf)
    deps.log.info({ replayed, by: actor.keyId }, 'retried deliveries')
    return { replayed }
  })
  marketplace.serve(protocol.replayDelivery, async ({ actor, params: { id }, request }) => {
    const replayed = await createOnce(request, () => service.replay(deps, id), countOf)
    deps.log.info({ delivery: id, by: actor.keyId }, 'retried delivery')
    return { replayed }
  })
  marketplace.serve(protocol.discardDelivery, async ({ actor, params: { id }, request }) => {
    const discarded = await createOnce(request, () => service.discard(deps, id), countOf)
    deps.log.info({ delivery: id, by: actor.keyId }, 'discarded delivery')
    return { discarded }
  })
}
