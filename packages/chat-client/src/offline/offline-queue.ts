import { createEmitter } from '../store.ts'
import { createQueueItems, type QueueItem, type QueueStore } from './queue-items.ts'

export type { QueueItem, QueueStore }

/**
 * What becomes of an item that was not sent: it is retried after a delay, waits for the next `flush`, is dropped, or
 * needs review.
 */
export type FailureDecision<Item> =
  | { retryInMs: number; change?: Partial<Item> }
  | { review: Partial<Item> }
  | 'wait'
  | 'drop'

/** How one kind of item is sent. */
export interface QueuePolicy<Item extends QueueItem> {
  compare: (one: Item, other: Item) => number
  /** Items of one lane are sent one after the other, in order. A lane that waits holds up no other. */
  laneOf: (item: Item) => string
  /** Whether an item in review blocks later ones of its lane. */
  isReviewBlocking: boolean
  afterFailure: (item: Item, error: unknown) => FailureDecision<Item>
}

export interface OfflineQueueDeps<Item extends QueueItem> {
  store: QueueStore<Item>
  policy: QueuePolicy<Item>
  /** Sends an item. It may be repeated after a lost response, so the server must recognise it. */
  send: (item: Item) => Promise<unknown>
  user: () => string | undefined
  canSend: () => boolean
  /** Milliseconds since 1970. */
  now: () => number
  schedule: (run: () => void, milliseconds: number) => void
  /** Ensures that one tab at a time sends. */
  withTabLock: (run: () => Promise<void>) => Promise<void>
  /** Receives errors of the store. The item stays in memory and is sent nevertheless. */
  storeFailed: (error: unknown) => void
  /** Called for each item that is not sent for now. */
  held?: (item: Item) => void
  /** Called after the decision about a failed item has been stored. */
  failed?: (item: Item, error: unknown) => void
}

/** A timer may fire a little before the clock says so. */
const EARLY_TIMER_MS = 50

/** The item as if it had never failed. */
export const resetRetries = <Item extends QueueItem>({ after: _, ...item }: Item): Item =>
  ({ ...item, tries: 0, state: 'waiting' }) as Item

/**
 * Queue of items that are stored on the device until the server has them, sent one at a time, in order, by one tab.
 * Nothing leaves it unless it was sent, refused with the decision `drop`, or removed.
 */
export function createOfflineQueue<Item extends QueueItem>(deps: OfflineQueueDeps<Item>) {
  const { store, policy, user, storeFailed } = deps
  const items = createQueueItems({ store, compare: policy.compare, user, storeFailed })
  let sendingId: string | undefined
  /** Serializes passes over the queue. */
  let passes = Promise.resolve()
  const sent = createEmitter<{ item: Item; result: unknown }>()

  /** Resolves to whether the next item of the lane may be sent. */
  async function attempt(item: Item): Promise<boolean> {
    sendingId = item.id
    items.notify()
    let result: unknown
    try {
      result = await deps.send(item)
    } catch (error) {
      sendingId = undefined
      return decide(item, error)
    }
    sendingId = undefined
    // One step for observers: it is no longer unsent when its result is known.
    await items.removeSent(item, () => sent.emit({ item, result }))
    return true
  }

  async function decide(attempted: Item, error: unknown): Promise<boolean> {
    const item = items.find(attempted.id)
    // Removed or replaced while it was being sent.
    if (!item) {
      deps.held?.(attempted)
      return true
    }
    const decision = policy.afterFailure(item, error)
    let mayContinue = false
    if (decision === 'wait') {
      const { after, ...rest } = item
      if (after === undefined) items.notify()
      else await items.put(rest as Item)
    } else if (decision === 'drop') {
      await items.remove(item.id)
      mayContinue = true
    } else if ('review' in decision) {
      await items.put({ ...item, state: 'review', ...decision.review })
      mayContinue = !policy.isReviewBlocking
    } else {
      const after = new Date(deps.now() + decision.retryInMs).toISOString()
      await items.put({ ...item, tries: item.tries + 1, after, ...decision.change })
      deps.schedule(() => void flush(), decision.retryInMs)
    }
    deps.failed?.(item, error)
    return mayContinue
  }

  const isResting = ({ after }: Item) => after !== undefined && Date.parse(after) > deps.now() + EARLY_TIMER_MS

  async function pass(): Promise<void> {
    await items.read()
    const heldLanes = new Set<string>()
    for (;;) {
      const next = items
        .get()
        .find((item) => !heldLanes.has(policy.laneOf(item)) && (item.state === 'waiting' || policy.isReviewBlocking))
      if (!next) return
      const maySend = next.state === 'waiting' && deps.canSend() && !isResting(next)
      if (maySend && (await attempt(next))) continue
      const lane = policy.laneOf(next)
      heldLanes.add(lane)
      for (const item of items.get()) if (policy.laneOf(item) === lane) deps.held?.(item)
    }
  }

  /** Sends what can be sent. */
  function flush(): Promise<void> {
    passes = passes.then(() => deps.withTabLock(pass)).catch(storeFailed)
    return passes
  }

  return {
    subscribe: items.subscribe,
    get: items.get,
    find: items.find,
    /** Id of the item that is being sent. */
    sending: () => sendingId,
    /** Calls the listener for each item the server has accepted. */
    onSent: (listener: (item: Item, result: unknown) => void) => sent.on(({ item, result }) => listener(item, result)),
    /** Adds an item, replacing others where named, and sends what can be sent. Resolves when it is stored. */
    async add(item: Item, insteadOf: readonly string[] = []): Promise<void> {
      await items.replace(item, insteadOf)
      void flush()
    },
    put: items.put,
    remove: items.remove,
    read: items.read,
    flush,
    /** Forgets the items in memory. The store keeps them. */
    clear: items.clear,
  }
}
