import { isSameList } from '../state/same-list.ts'
import { createEmitter } from '../store.ts'

/** Something made on this device that is sent to the server once, now or later. */
export interface QueueItem {
  readonly id: string
  /** The user who made it: only the signed-in user's items are shown and sent. */
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

interface QueueItemsDeps<Item extends QueueItem> {
  store: QueueStore<Item>
  compare: (one: Item, other: Item) => number
  user: () => string | undefined
  /** Receives errors of the store. The item stays in memory. */
  storeFailed: (error: unknown) => void
}

/** The items of a queue in memory, and in a store that other tabs change too. */
export function createQueueItems<Item extends QueueItem>({ store, compare, user, storeFailed }: QueueItemsDeps<Item>) {
  let items: readonly Item[] = []
  /** Serializes access to the store in the order of changes. */
  let writes = Promise.resolve()
  /** Changes the store does not have yet, or could not take; undefined is a removal. */
  const unwritten = new Map<string, Item | undefined>()
  const { on: subscribe, emit: notify } = createEmitter<void>()

  const show = (next: readonly Item[]) => {
    const before = items
    items = next.toSorted(compare)
    if (!isSameList(items, before)) notify()
  }
  const find = (id: string) => items.find((item) => item.id === id)
  const without = (ids: readonly string[]) => items.filter(({ id }) => !ids.includes(id))

  function inOrder(work: () => Promise<void>): Promise<void> {
    writes = writes.then(work).catch(storeFailed)
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
    show([...without([item.id]), item])
    return write(item, item)
  }

  async function remove(id: string): Promise<void> {
    const item = find(id)
    if (!item) return
    show(without([id]))
    await write(item, undefined)
  }

  /** Reads what earlier runs and other tabs have stored. */
  const read = (): Promise<void> =>
    inOrder(async () => {
      const stored = (await store.all()).filter(({ id }) => !unwritten.has(id))
      const owner = user()
      const pending = [...unwritten.values()].filter((item) => item !== undefined)
      show([...stored, ...pending].filter((item) => item.user === owner))
    })

  return {
    subscribe,
    notify,
    get: () => items,
    find,
    put,
    remove,
    read,
    /** Adds an item and removes others, in one step for observers. Resolves when that is stored. */
    async replace(item: Item, ids: readonly string[]): Promise<void> {
      const replaced = items.filter(({ id }) => ids.includes(id))
      show([...without(ids), item])
      await Promise.all([write(item, item), ...replaced.map((other) => write(other, undefined))])
    },
    /** Removes an item that was sent, and tells observers once `sent` has run. Resolves when that is stored. */
    async removeSent(item: Item, sent: () => void): Promise<void> {
      items = without([item.id])
      const removed = write(item, undefined)
      sent()
      notify()
      await removed
    },
    /** Forgets the items in memory. The store keeps them. */
    clear: () => show([]),
  }
}
