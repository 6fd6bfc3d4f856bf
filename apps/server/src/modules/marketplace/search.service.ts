import type { Received } from '@fettle/protocol'
import type { listProviders } from '@fettle/protocol/marketplace/providers'
import type { PublicProvider } from '@fettle/protocol/accounts/profile'
import { decodeCursor, encodeCursor } from '../../platform/db/cursor.ts'
import type { Deps } from '../../platform/deps.ts'
import { findAvailable, findWithinReach } from '../availability/index.ts'
import { listPublicProviders } from '../profile/index.ts'

/** Providers checked per step; fewer where each schedule is read. */
const PAGE_SIZE = 200
const SCHEDULES_PER_STEP = 40
/** After this many steps a search returns what it found, with a cursor. */
const MAX_PAGES = 10

type ProviderSearchQuery = Received<typeof listProviders>['query']

/**
 * Searches providers for a customer. Service radius and free time are checked outside the database, step by step until
 * the page is full; so a page may be short, and only a null `nextCursor` ends a search.
 */
export async function searchProviders(
  deps: Pick<Deps, 'db' | 'clock' | 'files' | 'config'>,
  { service: serviceType, minRating, limit, cursor, ...criteria }: ProviderSearchQuery,
): Promise<{ providers: PublicProvider[]; nextCursor: string | null }> {
  const providers: PublicProvider[] = []
  const size = criteria.availableFrom === undefined ? PAGE_SIZE : SCHEDULES_PER_STEP
  let after = cursor === undefined ? undefined : decodeCursor(cursor)
  for (let step = 0; step < MAX_PAGES; step += 1) {
    const found = await listPublicProviders(deps, { serviceType, minRating, after, limit: size })
    const fitting = await filterAvailable(
      deps,
      found.map(({ provider }) => provider.id),
      criteria,
    )
    for (const { provider, position } of found) {
      after = position
      if (fitting.has(provider.id)) providers.push(provider)
      const isLast = found.length < size && provider === found.at(-1)?.provider
      if (providers.length === limit) return { providers, nextCursor: isLast ? null : encodeCursor(position) }
    }
    if (found.length < size) return { providers, nextCursor: null }
  }
  return { providers, nextCursor: after ? encodeCursor(after) : null }
}

/** Providers whose radius includes the position and who have a free slot. */
async function filterAvailable(
  deps: Pick<Deps, 'db' | 'clock'>,
  ids: readonly string[],
  {
    lat,
    lng,
    availableFrom,
    durationMinutes,
  }: Pick<ProviderSearchQuery, 'lat' | 'lng' | 'availableFrom' | 'durationMinutes'>,
): Promise<ReadonlySet<string>> {
  const reachableIds =
    lat === undefined || lng === undefined ? new Set(ids) : await findWithinReach(deps, ids, { lat, lng })
  return availableFrom === undefined
    ? reachableIds
    : findAvailable(deps, [...reachableIds], new Date(availableFrom), durationMinutes)
}
