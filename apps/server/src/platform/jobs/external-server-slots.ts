/** A server of others that a job waits for, such as a webhook endpoint, and whether it failed the last time. */
export interface Partner {
  id: string
  isFailing: boolean
}

/**
 * Jobs of a process that wait for servers of others at a time: fewer than it runs, so that silent servers hold up no
 * other job.
 */
const CONCURRENCY = 3
/** How many of them wait for servers that fail, one for each, so that these hold up no other server. */
const FAILING_CONCURRENCY = 2
const BUSY_DELAY_MS = 1_000
/** A server that fails may be silent until the timeout. */
const FAILING_DELAY_MS = 10_000

/** Ends a job that has to wait. It runs again after the delay, with the attempts that it had. */
export class PostponedError extends Error {
  override name = 'PostponedError'
  readonly delayMs: number

  constructor(delayMs: number) {
    super('Too many jobs wait for servers of others.')
    this.delayMs = delayMs
  }
}

/** Creates the function that runs work with a partner, or throws a PostponedError while too many do. */
export function createPartnerSlots(): <Result>(partner: Partner, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Set<Partner>()

  function isBusy({ id, isFailing }: Partner): boolean {
    const partners = [...underWay]
    if (partners.length >= CONCURRENCY) return true
    if (!isFailing) return false
    const failing = partners.filter((each) => each.isFailing)
    return failing.length >= FAILING_CONCURRENCY || partners.some((each) => each.id === id)
  }

  return async (partner, work) => {
    if (isBusy(partner)) throw new PostponedError(partner.isFailing ? FAILING_DELAY_MS : BUSY_DELAY_MS)
    // A copy, because the same partner may be under way several times.
    const taken = { ...partner }
    underWay.add(taken)
    try {
      return await work()
    } finally {
      underWay.delete(taken)
    }
  }
}
