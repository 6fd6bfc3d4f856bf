import * as protocol from '@fettle/protocol/accounts/moderation'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './moderation.service.ts'

export { assertTakesRequests } from './moderation.service.ts'

/** Registers moderation: suspensions and the audit log of a provider. */
export function registerModeration(deps: Deps, { marketplace }: Pick<Routers, 'marketplace'>): void {
  service.handleEnds(deps)
  marketplace.serve(protocol.suspendProvider, ({ actor, params, body }) =>
    service.suspend(deps, actor.name, params.id, body),
  )
  marketplace.serve(protocol.reinstateProvider, ({ actor, params, body }) =>
    service.reinstate(deps, actor.name, params.id, body),
  )
  marketplace.serve(protocol.listSuspendedProviders, async ({ query }) => {
    const { providers, nextCursor } = await service.listProviders(deps, query)
    return new Reply(providers, { meta: { nextCursor } })
  })
  marketplace.serve(protocol.getProviderAudit, async ({ params, query }) => {
    const { entries, nextCursor } = await service.audit(deps, params.id, query)
    return new Reply(entries, { meta: { nextCursor } })
  })
}
