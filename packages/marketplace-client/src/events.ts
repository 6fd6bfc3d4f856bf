import { listMarketplaceEvents } from '@fettle/protocol/marketplace/calls'
import type { MarketplaceEvent, MarketplaceEventType } from '@fettle/protocol/marketplace/events'
import type { MarketplaceClient } from './client.ts'

export interface ReadEventsOptions {
  /** Position to continue after: the `seq` of the last event you processed, 0 for the oldest stored one. */
  after: number
  /** Types of events, such as `booking.confirmed`. Absent: all that the key's scopes allow. */
  types?: readonly MarketplaceEventType[]
  /** Called after each page with the position to store: it passes events of other types, which may be all there are. */
  onPosition?: (position: number) => unknown
  signal?: AbortSignal
}

const PAGE_SIZE = 200

/**
 * Reads the event feed from a position to its present end, in order and without gaps. Store each event's `seq` once it is
 * processed, and the position that `onPosition` gets, and continue from the last of them. Throws MarketplaceError with
 * `EVENTS_EXPIRED` if events after `after` are no longer stored: they are kept for 30 days.
 */
export async function* readEvents(
  client: MarketplaceClient,
  { after, types, onPosition, signal }: ReadEventsOptions,
): AsyncGenerator<MarketplaceEvent> {
  for (let position = after; ;) {
    const query = { after: position, limit: PAGE_SIZE, ...(types && { types: types.join(',') }) }
    const { data, meta } = await client.callWithMeta(listMarketplaceEvents, { query }, { signal })
    yield* data
    const next = Number(meta['next'])
    if (next > position) await onPosition?.(next)
    if (meta['hasMore'] !== true || !(next > position)) return
    position = next
  }
}
