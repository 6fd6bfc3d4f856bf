import type { ManualClock } from '../platform/clock.ts'
import type { Queryable, Tx } from '../platform/db/db.ts'
import type { JobHandler, JobOptions, Jobs } from '../platform/jobs/jobs.types.ts'

interface BufferedJob {
  order: number
  task: string
  payload: unknown
  dueAt: number
  options: JobOptions
}

export interface BufferedJobs extends Jobs {
  /** Turns the clock on, stopping at each job that falls due until then to run it at its own time. */
  turnTo(at: number): Promise<void>
  /** Hands what is not due yet to the queue that works from now on. */
  handOver(tx: Queryable, queue: Pick<Jobs, 'add'>): Promise<void>
}

interface BufferOptions {
  /** Nobody need do it any more. */
  isPastRetention(task: string, at: number): boolean
  /** Nobody waits for it: whoever works from now on does it, however long ago it was due. */
  isLeft(task: string): boolean
}

/**
 * Jobs that are kept in memory while the demo's past goes by: no round trip each to be queued, taken and forgotten.
 * What is old news by the time it is due is not asked for.
 */
export function createJobBuffer(clock: ManualClock, { isPastRetention, isLeft }: BufferOptions): BufferedJobs {
  const handlers = new Map<string, JobHandler<unknown>>()
  const waiting = new Map<string, BufferedJob>()
  const left: BufferedJob[] = []
  let count = 0

  /** Takes what falls due first until then, with all that falls due at the same moment: by queue, as it was added. */
  function takeNext(at: number): { dueAt: number; queues: BufferedJob[][] } | undefined {
    let dueAt = Infinity
    for (const job of waiting.values()) if (job.dueAt <= at && job.dueAt < dueAt) dueAt = job.dueAt
    if (dueAt === Infinity) return undefined
    const due = [...waiting].filter(([, job]) => job.dueAt === dueAt)
    for (const [key] of due) waiting.delete(key)
    const queues = new Map<string | undefined, BufferedJob[]>()
    for (const job of due.map(([, each]) => each).sort((one, two) => one.order - two.order)) {
      const queue = queues.get(job.options.queue)
      if (queue) queue.push(job)
      else queues.set(job.options.queue, [job])
    }
    return { dueAt, queues: [...queues.values()] }
  }

  /** Queues side by side, as the worker does. What is in none makes one more: in one transaction no lock keeps it apart. */
  const runQueues = (queues: BufferedJob[][]) =>
    Promise.all(
      queues.map(async (queue) => {
        for (const { task, payload } of queue) await handlers.get(task)?.(payload)
      }),
    )

  const jobs: BufferedJobs = {
    handle: (task, handler) => void handlers.set(task, handler as JobHandler<unknown>),
    // What is done every minute anyhow is done by whoever works from now on.
    repeat: () => undefined,
    async add(tx, task, payload, options = {}) {
      const dueAt = options.runAt?.getTime() ?? clock.now().getTime()
      if (isPastRetention(task, dueAt)) return
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
      for (let next = takeNext(clock.now().getTime()); next; next = takeNext(clock.now().getTime())) {
        await runQueues(next.queues)
        ran += next.queues.flat().length
      }
      return ran
    },
    async turnTo(at) {
      for (let next = takeNext(at); next; next = takeNext(at)) {
        clock.advance(Math.max(0, next.dueAt - clock.now().getTime()))
        await runQueues(next.queues)
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
