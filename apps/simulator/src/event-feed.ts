import { listMarketplaceEvents, type MarketplaceEvent } from '@fettle/protocol/marketplace/events'
import type { Marketplace } from './marketplace.ts'

/** What the marketplace was told of: the event feed, read by one for all. */
export interface EventFeed {
  /** Goes past all that happened before. */
  begin(): Promise<void>
  /** Reads what is new, at most every other second. */
  refresh(): Promise<void>
  /** The place of the newest event that names one of these ids; 0 while there is none. */
  newestSeqOf(ids: readonly string[]): number
}

const PAGE_SIZE = 1000
const REFRESH_INTERVAL_MS = 2_000
/** Ids, as they stand in what events carry. */
const ID_PATTERN = /\b(?:cus|bkg|off|ofr|ctr|inv|ser|dsp|rev)_[0-9A-Z]{26}\b|![\w-]{6,}/g

export function createEventFeed(marketplace: Marketplace, now: () => Date): EventFeed {
  const cursors = new Map<string, number>()
  let after = 0
  let readAt = -Infinity

  async function read(learn: (event: MarketplaceEvent) => void): Promise<void> {
    for (let more = true; more;) {
      const { data, meta } = await marketplace.ask(listMarketplaceEvents, { query: { after, limit: PAGE_SIZE } })
      data.forEach(learn)
      after = Math.max(after, Number(meta['next'] ?? 0), data.at(-1)?.seq ?? 0)
      more = meta['hasMore'] === true
    }
    readAt = now().getTime()
  }

  return {
    begin: () => read(() => undefined),
    async refresh() {
      if (now().getTime() - readAt < REFRESH_INTERVAL_MS) return
      await read(({ seq, data }) => {
        for (const id of JSON.stringify(data).match(ID_PATTERN) ?? []) cursors.set(id, seq)
      })
    },
    newestSeqOf: (ids) => Math.max(0, ...ids.map((id) => cursors.get(id) ?? 0)),
  }
}
