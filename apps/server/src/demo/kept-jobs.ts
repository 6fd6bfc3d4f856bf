import type { ManualClock } from '../platform/clock.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import type { JobHandler, JobOptions, Jobs } from '../platform/jobs.ts'

interface Kept {
  order: number
  task: string
  payload: unknown
  dueAt: number
  options: JobOptions
}

export interface KeptJobs extends Jobs {
  /** Turns the clock on, stopping at each job that falls due until then to run it at its own time. */
  turnTo(at: number): Promise<void>
  /** Hands what is not due yet to the queue that works from now on. */
  handOver(tx: Queryable, queue: Pick<Jobs, 'add'>): Promise<void>
}

interface Kind {
  /** Nobody need do it any more. */
  isOldNews(task: string, at: number): boolean
  /** Nobody waits for it: whoever works from now on does it, however long ago it was due. */
  isLeft(task: string): boolean
}

/**
 * Jobs that are kept in memory while the demo town's past goes by: no round trip each to be queued, taken and forgotten.
 * What is old news by the time it is due is not asked for.
 */
export function createKeptJobs(clock: ManualClock, { isOldNews, isLeft }: Kind): KeptJobs {
  const handlers = new Map<string, JobHandler<unknown>>()
  const waiting = new Map<string, Kept>()
  const left: Kept[] = []
  let count = 0

  /** The first to fall due by then; of several at once the one that was added first. */
  function nextBy(at: number): [string, Kept] | undefined {
    let first: [string, Kept] | undefined
    for (const each of waiting) {
      const [, { dueAt, order }] = each
      if (dueAt > at || (first && (first[1].dueAt < dueAt || (first[1].dueAt === dueAt && first[1].order < order))))
        continue
      first = each
    }
    return first
  }

  async function run(key: string, { task, payload }: Kept): Promise<void> {
    waiting.delete(key)
    await handlers.get(task)?.(payload)
  }

  const jobs: KeptJobs = {
    handle: (task, handler) => void handlers.set(task, handler as JobHandler<unknown>),
    // What is done every minute anyhow is done by whoever works from now on.
    repeat: () => undefined,
    async add(tx, task, payload, options = {}) {
      const dueAt = options.runAt?.getTime() ?? clock.now().getTime()
      if (isOldNews(task, dueAt)) return
      const order = (count += 1)
      // As it would come back from the queue.
      const kept = { order, task, payload: JSON.parse(JSON.stringify(payload ?? {})) as unknown, dueAt, options }
      afterCommit(tx, () => (isLeft(task) ? left.push(kept) : waiting.set(options.key ?? `job ${order}`, kept)))
    },
    async cancel(tx, key) {
      afterCommit(tx, () => waiting.delete(key))
    },
    async runDue() {
      let ran = 0
      for (let next = nextBy(clock.now().getTime()); next; next = nextBy(clock.now().getTime())) {
        await run(...next)
        ran += 1
      }
      return ran
    },
    async turnTo(at) {
      for (let next = nextBy(at); next; next = nextBy(at)) {
        clock.advance(Math.max(0, next[1].dueAt - clock.now().getTime()))
        await run(...next)
      }
      clock.advance(Math.max(0, at - clock.now().getTime()))
    },
    async handOver(tx, queue) {
      for (const { task, payload, dueAt, options } of [...left, ...waiting.values()]) {
        await queue.add(tx, task, payload, { ...options, runAt: new Date(dueAt) })
      }
    },
    check: () => Promise.resolve(),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
  return jobs
}

/** At once where there is no transaction to wait for. */
function afterCommit(tx: Queryable, effect: () => void): void {
  if ('afterCommit' in tx) (tx as Tx).afterCommit(effect)
  else effect()
}
