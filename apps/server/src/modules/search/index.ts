import { searchEverything } from '@fettle/protocol/workspace/search'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import * as service from './search.service.ts'

/** Registers the search over all nouns. `searchMessages` asks the chat. */
export function registerSearch(
  { db }: Pick<Deps, 'db'>,
  { provider }: Pick<Routers, 'provider'>,
  { searchMessages }: Pick<service.SearchDeps, 'searchMessages'>,
): void {
  const deps: service.SearchDeps = { db, searchMessages }
  provider.serve(
    searchEverything,
    ({ actor, query: { q, locale } }) =>
      q === undefined ? service.listRecent(deps, actor.id) : service.search(deps, actor.id, { text: q, locale }),
    { mayLag: true },
  )
}
