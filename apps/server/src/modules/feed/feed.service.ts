import {
  EVENT_VERSION,
  marketplaceEventTypes,
  scopeOfEvent,
  type MarketplaceEvent,
} from '@fettle/protocol/marketplace/events'
import { writeTexts } from '../../platform/locale/messages.ts'
import type { MarketplaceActor } from '../../actors.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { PendingEvent, PublishedEvent, UnpublishedEvent } from './feed.store.ts'
import * as store from './feed.store.ts'
import type { EventSnapshot, Snapshots } from './snapshots.ts'

/** Events published per batch. Their objects are loaded once per batch. */
const BATCH = 500
const FEED_RETENTION_MS = 30 * 86_400_000
/** Minimum time between two publications in the background: what happens meanwhile shares the next one. */
const WAKE_INTERVAL_MS = 100

/**
 * Events of separate services that a publication in the background collects at most: what people send comes first, and
 * the rest follows with the next one.
 */
const COLLECTED_AT_ONCE = 100

/** Appends events to the feed in the caller's transaction, in this order. False while another process publishes. */
export type AppendToFeed = (tx: Tx, events: readonly UnpublishedEvent[]) => Promise<boolean>

/** Collects at most about `limit` events of separate services with `append`. Returns whether there are more. */
export type CollectEvents = (limit: number, append: AppendToFeed) => Promise<boolean>

/** Called with events in the transaction that publishes them. */
export type FeedListener = (tx: Tx, events: readonly PublishedEvent[]) => Promise<void>

export interface Feed {
  /**
   * Publishes every event committed before this call. Runs at once in this process; one publisher at a time across
   * processes.
   */
  publish(): Promise<void>
  /** Publishes in the background: at once, but at most every 100 ms. */
  wake(): void
  /** Resolves when no publication is running. */
  idle(): Promise<void>
}

/**
 * Creates the publisher, which numbers events after commit. It holds a lock while assigning positions, so events become
 * visible in order. A slow transaction delays nobody: its events get later positions.
 */
export function createFeed(
  { db, clock, ids, log }: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  { snapshots, listener, collect }: { snapshots: Snapshots; listener: FeedListener; collect: CollectEvents },
): Feed {
  let running: Promise<void> | undefined
  /** The run after it, which callers wait for meanwhile. */
  let next: Promise<void> | undefined

  async function publishAll(limit: number): Promise<void> {
    // Events of separate services are collected first.
    const hasMore = await collect(limit, appendCollected)
    while ((await publishBatch()) === BATCH);
    if (hasMore) feed.wake()
  }

  const appendCollected: AppendToFeed = async (tx, collected) => {
    const head = await store.lockHead(tx)
    if (!head) return false
    const events = collected.map((event, index) => ({ ...event, id: ids.next('evt'), seq: head.seq + 1 + index }))
    await store.append(tx, events, clock.now())
    await listener(tx, events)
    return true
  }

  /** Publishes one batch. Returns its size; 0 while another process publishes. */
  async function publishBatch(): Promise<number> {
    // The common case needs no transaction.
    if ((await store.listPending(db, 1)).length === 0) return 0
    return db.transaction(async (tx) => {
      const head = await store.lockHead(tx)
      if (!head) {
        feed.wake()
        return 0
      }
      const pending = await store.listPending(tx, BATCH)
      const now = clock.now()
      const retained = pending.filter(({ at }) => now.getTime() - at.getTime() < FEED_RETENTION_MS)
      const loaded = await loadSnapshots(retained)
      const events = retained.map((event, index) => toPublished(event, head.seq + 1 + index, loaded[index]))
      await store.append(tx, events, now)
      await store.removePending(tx, pending)
      await listener(tx, events)
      return pending.length
    })
  }

  /** Loads the snapshot of each event, in their order, and once for events about the same object. */
  async function loadSnapshots(events: readonly PendingEvent[]): Promise<(EventSnapshot | undefined)[]> {
    const snapshotsByKey = new Map<string, EventSnapshot | undefined>()
    const loaded: (EventSnapshot | undefined)[] = []
    for (const event of events) {
      const key = `${event.subjectType} ${event.subjectId} ${event.type.split('.')[0]} ${JSON.stringify(event.data)}`
      if (!snapshotsByKey.has(key)) snapshotsByKey.set(key, await loadSnapshot(event))
      loaded.push(snapshotsByKey.get(key))
    }
    return loaded
  }

  async function loadSnapshot(event: PendingEvent): Promise<EventSnapshot | undefined> {
    try {
      // Partners read English.
      return writeTexts('en', await snapshots[event.subjectType]?.(event))
    } catch (error) {
      // An event whose object fails to load must not block the others.
      log.error({ err: error, event: event.id, type: event.type }, 'published event without its snapshot')
      return undefined
    }
  }

  /** Set for a while after a publication in the background. */
  let resting: NodeJS.Timeout | undefined
  let isWoken = false

  function publishAndRest(): void {
    isWoken = false
    resting = setTimeout(() => {
      resting = undefined
      if (isWoken) publishAndRest()
    }, WAKE_INTERVAL_MS).unref()
    if (running) isWoken = true
    else
      run(COLLECTED_AT_ONCE).catch((error: unknown) =>
        log.warn({ err: error }, 'publishing the feed failed, will retry'),
      )
  }

  const run = (limit: number) => (running = publishAll(limit).finally(() => (running = undefined)))

  const feed: Feed = {
    publish() {
      if (!running) return run(Number.POSITIVE_INFINITY)
      // The current run may have read already, so a new caller waits for the next one.
      return (next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return feed.publish()
        }))
    },
    wake() {
      // With a manual clock, tests run jobs themselves.
      if (clock instanceof ManualClock) return
      if (resting) isWoken = true
      else publishAndRest()
    },
    async idle() {
      await running?.catch(() => undefined)
      if (running) await feed.idle()
    },
  }
  return feed
}

const toPublished = (event: PendingEvent, seq: number, snapshot: EventSnapshot | undefined): PublishedEvent => ({
  seq,
  id: event.id,
  type: event.type,
  subjectType: event.subjectType,
  subjectId: event.subjectId,
  resourceSeq: event.resourceSeq,
  occurredAt: event.occurredAt,
  previousStatus: event.previousStatus,
  object: (snapshot?.object ?? { ...event.data, id: event.subjectId }) as PublishedEvent['object'],
  parent: (snapshot?.parent ?? null) as PublishedEvent['parent'],
})

/** An event in the form of webhooks and the feed. */
export const toEvent = ({ object, parent, previousStatus, ...event }: PublishedEvent): MarketplaceEvent => ({
  id: event.id,
  type: event.type,
  seq: event.seq,
  resourceSeq: event.resourceSeq,
  occurredAt: event.occurredAt.toISOString(),
  apiVersion: EVENT_VERSION,
  data: { object, ...(parent && { parent }), previousStatus },
})

/** Event types the caller's scopes cover, optionally filtered. Throws FORBIDDEN for a type that is not covered. */
function typesFor({ scopes }: Pick<MarketplaceActor, 'scopes'>, requested?: readonly string[]): readonly string[] {
  const may = (type: string) => scopes.some((scope) => scope === scopeOfEvent(type))
  const refused = requested?.find((type) => !may(type))
  if (refused !== undefined) {
    throw new AppError(
      'FORBIDDEN',
      { scope: scopeOfEvent(refused) },
      { message: 'API_KEY_EVENT', params: { event: refused } },
    )
  }
  return requested ?? marketplaceEventTypes.filter(may)
}

/**
 * A page of the feed. After `latest` only the next cursor is returned. Throws EVENTS_EXPIRED for a cursor older than 30
 * days.
 */
export async function listEvents(
  { db }: Pick<Deps, 'db'>,
  feed: Feed,
  actor: Pick<MarketplaceActor, 'scopes'>,
  { after, types, limit }: { after: number | 'latest'; types?: readonly string[] | undefined; limit: number },
): Promise<{ events: MarketplaceEvent[]; meta: { next: number; hasMore: boolean } }> {
  const coveredTypes = typesFor(actor, types)
  await feed.publish()
  // The head is read first: events published meanwhile belong to the next page.
  const { seq: upTo, purged } = await store.readHead(db)
  if (after === 'latest') return { events: [], meta: { next: upTo, hasMore: false } }
  if (after > 0 && after < purged)
    throw new AppError(
      'EVENTS_EXPIRED',
      { after, oldest: purged },
      { params: { after: String(after), oldest: String(purged) } },
    )
  const found = await store.list(db, { after, upTo, types: coveredTypes, limit: limit + 1 })
  const page = found.slice(0, limit)
  const hasMore = found.length > limit
  const next = hasMore ? (page.at(-1)?.seq ?? after) : Math.max(after, upTo)
  return { events: page.map(toEvent), meta: { next, hasMore } }
}

/** Deletes events published more than 30 days ago. */
export const purgeEvents = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  store.purge(db, new Date(clock.now().getTime() - FEED_RETENTION_MS))
