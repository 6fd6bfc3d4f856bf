/** Collects work that arrives while a batch is under way, so that all of it shares the next one. */
export interface Batcher<Item, Result> {
  /** Resolves with this item's own result once its batch is done. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * One batch is under way at a time. `work` answers one result per item, in order. When a batch of several fails, its
 * items are tried one by one: what is wrong with one is not held against the others. `work` must be safe to repeat.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { max }: { max: number },
): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // Everything that arrives in this turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const batch = queue.length <= max ? queue : queue.slice(0, max)
      queue = batch === queue ? [] : queue.slice(max)
      await settle(batch)
    }
    running = undefined
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} answered ${results.length} results`)
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const single of batch) await settle([single])
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        running ??= run()
      }),
    idle: async () => running,
  }
}
