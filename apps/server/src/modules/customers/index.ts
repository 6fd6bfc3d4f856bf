import { listCustomers } from '@fettle/protocol/workspace/customers'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './customers.service.ts'

export { linkCustomer } from './customers.store.ts'
export { lockCustomerForRemoval, lockParties } from './parties.ts'
export { maskPhone } from './customers.service.ts'

/** Registers the customers of a provider. */
export function registerCustomers(deps: Pick<Deps, 'db'>, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(listCustomers, async ({ actor, query }) => {
    const { customers, nextCursor } = await service.listCustomers(deps, actor.id, query)
    return new Reply(customers, { meta: { nextCursor } })
  })
}
