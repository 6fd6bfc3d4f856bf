/** Milliseconds in which what is asked for goes into one call: what one screen shows is drawn within a frame. */
const COLLECT_MS = 10

/** How what was asked for is gathered. */
export interface BatchOptions {
  /** The most that one call takes. */
  most: number
  /** Runs later, in the order of the calls. */
  later?: (work: () => void) => void
}

/**
 * One call for many: ids that are asked for in one breath are asked for together. `load` answers those that are there;
 * the others are null. A call that fails fails for everybody who waited for it.
 */
export function createBatch<Value extends { id: string }>(
  load: (ids: string[]) => Promise<readonly Value[]>,
  { most, later = (work) => void setTimeout(work, COLLECT_MS) }: BatchOptions,
): (id: string) => Promise<Value | null> {
  let waiting = new Map<string, PromiseWithResolvers<Value | null>>()

  async function send(asked: [string, PromiseWithResolvers<Value | null>][]): Promise<void> {
    try {
      const found = new Map((await load(asked.map(([id]) => id))).map((value) => [value.id, value]))
      for (const [id, { resolve }] of asked) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const [, { reject }] of asked) reject(error)
    }
  }

  function flush(): void {
    const asked = [...waiting]
    waiting = new Map()
    for (let from = 0; from < asked.length; from += most) void send(asked.slice(from, from + most))
  }

  return (id) => {
    const known = waiting.get(id)
    if (known) return known.promise
    if (waiting.size === 0) later(flush)
    const asked = withResolvers<Value | null>()
    waiting.set(id, asked)
    return asked.promise
  }
}

interface PromiseWithResolvers<Value> {
  promise: Promise<Value>
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

// Browsers of the year before last have no Promise.withResolvers.
function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
