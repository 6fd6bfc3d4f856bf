import { searchEverything } from '@fettle/protocol/workspace/search'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import * as service from './search.service.ts'

/** Registers the search over all nouns. `searchMessages` asks the chat. */
export function registerSearch(
  deps: Pick<Deps, 'db'>,
  { provider }: Pick<Routers, 'provider'>,
  neighbours: service.SearchNeighbours,
): void {
  provider.serve(
    searchEverything,
    ({ actor, query: { q, locale } }) =>
      q === undefined
        ? service.listRecent(deps, actor.id)
        : service.search(deps, neighbours, actor.id, { text: q, locale }),
    { mayLag: true },
  )
}
