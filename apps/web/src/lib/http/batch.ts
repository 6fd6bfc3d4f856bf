/** How long ids are collected into one call; a screen renders within a frame. */
const COLLECT_MS = 10

/** Options of batching. */
export interface BatchOptions {
  /** Maximum number of ids per call. */
  maxIds: number
  /** Schedules the call. */
  schedule?: (work: () => void) => void
}

/**
 * Batches single loads into one call. `load` returns the existing records; the others become null. A failure rejects
 * every load of the batch.
 */
export function createBatch<Value extends { id: string }>(
  load: (ids: string[]) => Promise<readonly Value[]>,
  { maxIds, schedule = (work) => void setTimeout(work, COLLECT_MS) }: BatchOptions,
): (id: string) => Promise<Value | null> {
  let requests = new Map<string, PromiseWithResolvers<Value | null>>()

  async function send(batch: [string, PromiseWithResolvers<Value | null>][]): Promise<void> {
    try {
      const found = new Map((await load(batch.map(([id]) => id))).map((value) => [value.id, value]))
      for (const [id, { resolve }] of batch) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
    }
  }

  function flush(): void {
    const batch = [...requests]
    requests = new Map()
    for (let from = 0; from < batch.length; from += maxIds) void send(batch.slice(from, from + maxIds))
  }

  return (id) => {
    const pending = requests.get(id)
    if (pending) return pending.promise
    if (requests.size === 0) schedule(flush)
    const request = withResolvers<Value | null>()
    requests.set(id, request)
    return request.promise
  }
}

interface PromiseWithResolvers<Value> {
  promise: Promise<Value>
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

// Ponyfill of Promise.withResolvers for older browsers.
function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
