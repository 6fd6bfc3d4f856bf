/** Collects items that arrive while a batch is written, so that they share the next one. */
export interface Batcher<Item, Result> {
  /** Resolves with this item's result once its batch is written. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing is pending. */
  idle(): Promise<void>
}

interface QueuedItem<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Batches are written one at a time and in order. `finish` processes a written batch and returns one result per item,
 * while the next one is written. If a batch of several fails, its items are retried one by one, so that one bad item
 * does not fail the others. `write` must be idempotent.
 */
export function createBatcher<Item, Written, Result>({
  max,
  write,
  finish,
}: {
  max: number
  write: (items: Item[]) => Promise<Written>
  finish: (items: Item[], written: Written) => Result[]
}): Batcher<Item, Result> {
  let queue: QueuedItem<Item, Result>[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // Everything that arrives in this turn of the event loop is included.
    await new Promise((resolve) => setImmediate(resolve))
    let batch = take()
    let writing = begin(batch)
    while (batch.length > 0) {
      const outcome = await writing
      const next = take()
      if (outcome.ok) {
        writing = begin(next)
        complete(batch, outcome.written)
      } else {
        await oneByOne(batch, outcome.error)
        writing = begin(next)
      }
      batch = next
      if (batch.length > 0) continue
      batch = take()
      writing = begin(batch)
    }
    running = undefined
  }

  function take(): QueuedItem<Item, Result>[] {
    const batch = queue.length <= max ? queue : queue.slice(0, max)
    queue = batch === queue ? [] : queue.slice(max)
    return batch
  }

  async function begin(
    batch: QueuedItem<Item, Result>[],
  ): Promise<{ ok: true; written: Written } | { ok: false; error: unknown }> {
    if (batch.length === 0) return { ok: false, error: undefined }
    try {
      return { ok: true, written: await write(batch.map(({ item }) => item)) }
    } catch (error) {
      return { ok: false, error }
    }
  }

  function complete(batch: QueuedItem<Item, Result>[], written: Written): void {
    try {
      const results = finish(
        batch.map(({ item }) => item),
        written,
      )
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function oneByOne(batch: QueuedItem<Item, Result>[], error: unknown): Promise<void> {
    const [first] = batch
    if (batch.length === 1 && first) return first.reject(error)
    for (const single of batch) {
      const outcome = await begin([single])
      if (outcome.ok) complete([single], outcome.written)
      else single.reject(outcome.error)
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
