import { isSameList } from '../state/same-list.ts'

/** Something made on this device that is sent to the server once, now or later. */
export interface QueueItem {
  readonly id: string
  /** Who made it: only the signed-in user's items are shown and sent. */
  readonly user: string
  /** `review`: it failed for good and waits for the user. */
  readonly state: 'waiting' | 'review'
  /** Failed attempts. */
  readonly tries: number
  /** Not sent again before this time. */
  readonly after?: string
}

/** Where items survive a reload. Tabs share it. */
export interface QueueStore<Item extends QueueItem> {
  all(): Promise<Item[]>
  put(item: Item): Promise<void>
  remove(item: Item): Promise<void>
}

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
  const { store, policy } = deps
  let items: readonly Item[] = []
  let sendingId: string | undefined
  /** Serialises passes over the queue. */
  let passes = Promise.resolve()
  /** Serialises access to the store in the order of changes. */
  let writes = Promise.resolve()
  /** Changes the store does not have yet, or could not take; undefined is a removal. */
  const unwritten = new Map<string, Item | undefined>()
  const listeners = new Set<() => void>()
  const sentListeners = new Set<(item: Item, result: unknown) => void>()

  const notify = () => listeners.forEach((listener) => listener())
  const show = (next: readonly Item[]) => {
    const before = items
    items = next.toSorted(policy.compare)
    if (!isSameList(items, before)) notify()
  }
  const find = (id: string) => items.find((item) => item.id === id)
  const without = (id: string) => items.filter((item) => item.id !== id)

  function inOrder(work: () => Promise<void>): Promise<void> {
    writes = writes.then(work).catch(deps.storeFailed)
    return writes
  }

  function write(item: Item, value: Item | undefined): Promise<void> {
    unwritten.set(item.id, value)
    return inOrder(async () => {
      await (value ? store.put(value) : store.remove(item))
      if (unwritten.get(item.id) === value) unwritten.delete(item.id)
    })
  }

  /** Adds the item, or replaces the one with its id. */
  function put(item: Item): Promise<void> {
    show([...without(item.id), item])
    return write(item, item)
  }

  async function remove(id: string): Promise<void> {
    const item = find(id)
    if (!item) return
    show(without(id))
    await write(item, undefined)
  }

  /** Reads what earlier runs and other tabs have stored. */
  const read = (): Promise<void> =>
    inOrder(async () => {
      const stored = (await store.all()).filter(({ id }) => !unwritten.has(id))
      const user = deps.user()
      const pending = [...unwritten.values()].filter((item) => item !== undefined)
      show([...stored, ...pending].filter((item) => item.user === user))
    })

  /** Resolves to whether the next item of the lane may be sent. */
  async function attempt(item: Item): Promise<boolean> {
    sendingId = item.id
    notify()
    let result: unknown
    try {
      result = await deps.send(item)
    } catch (error) {
      sendingId = undefined
      return decide(item, error)
    }
    sendingId = undefined
    // One step for observers: it is no longer unsent when its result is known.
    items = without(item.id)
    const removed = write(item, undefined)
    sentListeners.forEach((listener) => listener(item, result))
    notify()
    await removed
    return true
  }

  async function decide(sent: Item, error: unknown): Promise<boolean> {
    const item = find(sent.id)
    // Removed or replaced while it was being sent.
    if (!item) {
      deps.held?.(sent)
      return true
    }
    const decision = policy.afterFailure(item, error)
    let mayContinue = false
    if (decision === 'wait') {
      const { after, ...rest } = item
      if (after === undefined) notify()
      else await put(rest as Item)
    } else if (decision === 'drop') {
      await remove(item.id)
      mayContinue = true
    } else if ('review' in decision) {
      await put({ ...item, state: 'review', ...decision.review })
      mayContinue = !policy.isReviewBlocking
    } else {
      const after = new Date(deps.now() + decision.retryInMs).toISOString()
      await put({ ...item, tries: item.tries + 1, after, ...decision.change })
      deps.schedule(() => void flush(), decision.retryInMs)
    }
    deps.failed?.(item, error)
    return mayContinue
  }

  const isResting = ({ after }: Item) => after !== undefined && Date.parse(after) > deps.now() + EARLY_TIMER_MS

  async function pass(): Promise<void> {
    await read()
    const heldLanes = new Set<string>()
    for (;;) {
      const next = items.find(
        (item) => !heldLanes.has(policy.laneOf(item)) && (item.state === 'waiting' || policy.isReviewBlocking),
      )
      if (!next) return
      const maySend = next.state === 'waiting' && deps.canSend() && !isResting(next)
      if (maySend && (await attempt(next))) continue
      const lane = policy.laneOf(next)
      heldLanes.add(lane)
      for (const item of items) if (policy.laneOf(item) === lane) deps.held?.(item)
    }
  }

  /** Sends what can be sent. */
  function flush(): Promise<void> {
    passes = passes.then(() => deps.withTabLock(pass)).catch(deps.storeFailed)
    return passes
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => items,
    find,
    /** Id of the item that is being sent. */
    sending: () => sendingId,
    /** Calls the listener for each item the server has accepted. */
    onSent: (listener: (item: Item, result: unknown) => void) => {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    /** Adds an item, replacing others where named, and sends what can be sent. Resolves when it is stored. */
    async add(item: Item, insteadOf: readonly string[] = []): Promise<void> {
      const replaced = items.filter(({ id }) => insteadOf.includes(id))
      // In one step, so that no observer sees neither.
      show([...items.filter(({ id }) => !insteadOf.includes(id)), item])
      const stored = [write(item, item), ...replaced.map((other) => write(other, undefined))]
      await Promise.all(stored)
      void flush()
    },
    put,
    remove,
    read,
    flush,
    /** Forgets the items in memory. The store keeps them. */
    clear: () => show([]),
  }
}
