import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import {
  createFeed,
  purgeEvents,
  listEvents,
  type CollectEvents,
  type Feed,
  type FeedListener,
} from './feed.service.ts'
import { createSnapshots } from './snapshots.ts'

export { createFeed, toEvent, type CollectEvents, type Feed, type FeedListener } from './feed.service.ts'
export { find as findPublished } from './feed.store.ts'

/** Registers the event feed. `listener` is called within each publication. */
export function registerFeed(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { listener, collect }: { listener: FeedListener; collect: CollectEvents },
): Feed {
  const feed = createFeed(deps, { snapshots: createSnapshots(deps), listener, collect })
  marketplace.serve(listMarketplaceEvents, async ({ actor, query }) => {
    const { events, meta } = await listEvents(deps, feed, actor, query)
    return new Reply(events, { meta })
  })
  // Publishes what a crashed process left.
  deps.jobs.repeat('feed.publish-events', MINUTE_MS, () => feed.publish())
  deps.jobs.repeat('feed.purge-events', 60 * MINUTE_MS, async () => {
    await purgeEvents(deps)
  })
  return feed
}
