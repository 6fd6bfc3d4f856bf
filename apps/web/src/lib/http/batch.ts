/** How long ids are collected into one call; a screen renders within a frame. */
const COLLECT_MS = 10

/** Options of batching. */
export interface BatchOptions {
  /** Maximum number of ids per call. */
  most: number
  /** Schedules the call. */
  later?: (work: () => void) => void
}

/**
 * Batches single loads into one call. `load` returns the existing records; the others become null. A failure rejects
 * every load of the batch.
 */
export function createBatch<Value extends { id: string }>(
  load: (ids: string[]) => Promise<readonly Value[]>,
  { most, later = (work) => void setTimeout(work, COLLECT_MS) }: BatchOptions,
): (id: string) => Promise<Value | null> {
  let waiting = new Map<string, PromiseWithResolvers<Value | null>>()

  async function send(requests: [string, PromiseWithResolvers<Value | null>][]): Promise<void> {
    try {
      const found = new Map((await load(requests.map(([id]) => id))).map((value) => [value.id, value]))
      for (const [id, { resolve }] of requests) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const [, { reject }] of requests) reject(error)
    }
  }

  function flush(): void {
    const requests = [...waiting]
    waiting = new Map()
    for (let from = 0; from < requests.length; from += most) void send(requests.slice(from, from + most))
  }

  return (id) => {
    const pending = waiting.get(id)
    if (pending) return pending.promise
    if (waiting.size === 0) later(flush)
    const request = withResolvers<Value | null>()
    waiting.set(id, request)
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
