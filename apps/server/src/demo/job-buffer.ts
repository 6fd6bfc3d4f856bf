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
  /** Advances the clock, stopping at each due job to run it at its time. */
  turnTo(at: number): Promise<void>
  /** Hands pending jobs to the real queue. */
  handOver(tx: Queryable, queue: Pick<Jobs, 'add'>): Promise<void>
}

interface BufferOptions {
  /** Whether a job's result would have been purged by now. */
  isPastRetention(task: string, at: number): boolean
  /** Whether a job is left to the real queue, however overdue. */
  isLeft(task: string): boolean
}

/** A job queue in memory for seeding, without a round trip per job. Jobs whose result would be purged are dropped. */
export function createJobBuffer(clock: ManualClock, { isPastRetention, isLeft }: BufferOptions): BufferedJobs {
  const handlers = new Map<string, JobHandler<unknown>>()
  const waiting = new Map<string, BufferedJob>()
  const left: BufferedJob[] = []
  let count = 0

  /** Takes the jobs that are due first, grouped by queue in insertion order. */
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

  /**
   * Runs queues in parallel like the worker. Jobs without a queue form one queue, because no lock separates them in a
   * single transaction.
   */
  const runQueues = (queues: BufferedJob[][]) =>
    Promise.all(
      queues.map(async (queue) => {
        for (const { task, payload } of queue) await handlers.get(task)?.(payload)
      }),
    )

  const jobs: BufferedJobs = {
    handle: (task, handler) => void handlers.set(task, handler as JobHandler<unknown>),
    // Recurring jobs run in the real queue.
    repeat: () => undefined,
    async add(tx, task, payload, options = {}) {
      const dueAt = options.runAt?.getTime() ?? clock.now().getTime()
      if (isPastRetention(task, dueAt)) return
      const order = (count += 1)
      // Serialised like in the real queue.
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

/** Runs at once outside a transaction. */
function afterCommit(tx: Queryable, effect: () => void): void {
  if ('afterCommit' in tx) (tx as Tx).afterCommit(effect)
  else effect()
}
