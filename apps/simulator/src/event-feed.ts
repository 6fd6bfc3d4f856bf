import { readEvents, type MarketplaceClient } from '@fettle/marketplace'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'

/** The event feed, read once for all customers. */
export interface EventFeed {
  /** Skips all earlier events. */
  begin(): Promise<void>
  /** Reads new events, at most every two seconds. */
  refresh(): Promise<void>
  /** Position of the newest event that mentions one of these ids. 0: none. */
  newestSeqOf(ids: readonly string[]): number
}

const REFRESH_INTERVAL_MS = 2_000
/** Ids in events. */
const ID_PATTERN = /\b(?:cus|bkg|off|ofr|ctr|inv|ser|dsp|rev)_[0-9A-Z]{26}\b|![\w-]{6,}/g

export function createEventFeed(marketplace: MarketplaceClient, now: () => Date): EventFeed {
  const cursors = new Map<string, number>()
  let after = 0
  let readAt = -Infinity

  return {
    async begin() {
      const { meta } = await marketplace.callWithMeta(listMarketplaceEvents, { query: { after: 'latest' } })
      after = Number(meta['next'])
    },
    async refresh() {
      if (now().getTime() - readAt < REFRESH_INTERVAL_MS) return
      const onPosition = (position: number) => (after = position)
      for await (const { seq, data } of readEvents(marketplace, { after, onPosition })) {
        for (const id of JSON.stringify(data).match(ID_PATTERN) ?? []) cursors.set(id, seq)
      }
      readAt = now().getTime()
    },
    newestSeqOf: (ids) => Math.max(0, ...ids.map((id) => cursors.get(id) ?? 0)),
  }
}
