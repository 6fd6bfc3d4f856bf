import * as protocol from '@fettle/protocol/workspace/customers'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './customers.service.ts'

export { deleteNotesAbout, deleteNotesOf, isContactShown, linkCustomer, listAllNotes } from './customers.store.ts'
export { lockCustomerAgainstRemoval, lockCustomerForRemoval, lockParties } from './parties.ts'
export { CONTACT_SHOWN_FOR_MS, listCustomers, maskPhone } from './customers.service.ts'

/** Registers the customers of a provider. */
export function registerCustomers(deps: Pick<Deps, 'db' | 'clock'>, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(
    protocol.listCustomers,
    async ({ actor, query }) => {
      const { customers, nextCursor } = await service.listCustomers(deps, actor.id, query)
      return new Reply(customers, { meta: { nextCursor } })
    },
    { mayLag: true },
  )
  provider.serve(protocol.getCustomer, ({ actor, params }) => service.getCustomer(deps, actor.id, params.id))
  provider.serve(
    protocol.listCustomerHistory,
    async ({ actor, params, query }) => {
      const { records, nextCursor } = await service.listHistory(deps, actor.id, params.id, query)
      return new Reply(records, { meta: { nextCursor } })
    },
    { mayLag: true },
  )
  provider.serve(protocol.saveCustomerNotes, ({ actor, params, body }) =>
    service.saveNotes(deps, actor.id, params.id, body),
  )
}
