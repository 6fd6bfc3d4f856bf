/** A server of somebody else that a job waits for, such as a webhook endpoint, and whether it failed the last time. */
export interface ExternalServer {
  id: string
  isFailing: boolean
}

/**
 * Jobs of a process that wait for external servers at a time: fewer than it runs, so that silent servers hold up no
 * other job.
 */
const CONCURRENCY = 3
/** How many of them wait for servers that fail, one for each, so that these hold up no other server. */
const FAILING_CONCURRENCY = 2
const BUSY_DELAY_MS = 200
/** A server that fails may be silent until the timeout. */
const FAILING_DELAY_MS = 10_000

/** Ends a job that has to wait. It runs again after the delay, with the attempts that it had. */
export class PostponedError extends Error {
  override name = 'PostponedError'
  readonly delayMs: number

  constructor(delayMs: number) {
    super('Too many jobs wait for external servers.')
    this.delayMs = delayMs
  }
}

/** Creates the function that runs work with an external server, or throws a PostponedError while too many jobs do. */
export function createExternalServerSlots(): <Result>(
  server: ExternalServer,
  work: () => Promise<Result>,
) => Promise<Result> {
  const underWay = new Set<ExternalServer>()

  function isBusy({ id, isFailing }: ExternalServer): boolean {
    const servers = [...underWay]
    if (servers.length >= CONCURRENCY) return true
    if (!isFailing) return false
    const failing = servers.filter((each) => each.isFailing)
    return failing.length >= FAILING_CONCURRENCY || servers.some((each) => each.id === id)
  }

  return async (server, work) => {
    if (isBusy(server)) throw new PostponedError(server.isFailing ? FAILING_DELAY_MS : BUSY_DELAY_MS)
    // A copy, because the same server may be under way several times.
    const taken = { ...server }
    underWay.add(taken)
    try {
      return await work()
    } finally {
      underWay.delete(taken)
    }
  }
}
