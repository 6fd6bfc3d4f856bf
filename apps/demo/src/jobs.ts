import type { JobHandler, JobOptions, Jobs, ManualClock, Queryable, Tx } from '@fettle/server'

interface SimulatedJob {
  task: string
  payload: unknown
  dueAt: number
  options: JobOptions
}

export interface SimulatedJobs extends Jobs {
  /** Advances the clock, stopping at each due job to run it at its time. */
  advanceTo(at: number): Promise<void>
  /** Hands pending jobs to the real queue. */
  handOver(tx: Queryable, queue: Pick<Jobs, 'add'>): Promise<void>
}

/**
 * A job queue for a simulated past: jobs wait in memory until the simulated clock reaches them, because the worker of
 * the running product would take them at once. `decide` says which are run, which are dropped, because their result
 * would be purged by now, and which are enqueued in the real queue, however overdue.
 */
export function createSimulatedJobs(
  clock: ManualClock,
  decide: (task: string, at: number) => 'run' | 'drop' | 'enqueue',
): SimulatedJobs {
  const handlers = new Map<string, JobHandler<unknown>>()
  const waiting = new Map<string, SimulatedJob>()
  const enqueued: SimulatedJob[] = []
  let count = 0

  /** Takes the job that is due first, and of several the one that was added first. */
  function takeNext(at: number): SimulatedJob | undefined {
    let next: [string, SimulatedJob] | undefined
    for (const each of waiting) {
      if (each[1].dueAt <= at && (!next || each[1].dueAt < next[1].dueAt)) next = each
    }
    if (next) waiting.delete(next[0])
    return next?.[1]
  }

  const jobs: SimulatedJobs = {
    handle: (task, handler) => void handlers.set(task, handler as JobHandler<unknown>),
    // Recurring jobs run in the real queue.
    repeat: () => undefined,
    async add(tx, task, payload, options = {}) {
      const dueAt = options.runAt?.getTime() ?? clock.now().getTime()
      const decision = decide(task, dueAt)
      if (decision === 'drop') return
      count += 1
      const name = options.key ?? `job ${count}`
      // Serialized like in the real queue.
      const job = { task, payload: JSON.parse(JSON.stringify(payload ?? {})) as unknown, dueAt, options }
      afterCommit(tx, () => (decision === 'enqueue' ? enqueued.push(job) : waiting.set(name, job)))
    },
    async addScheduled(tx, task, scheduled) {
      for (const { payload, ...options } of scheduled) await jobs.add(tx, task, payload, options)
    },
    async cancel(tx, ...keys) {
      afterCommit(tx, () => keys.forEach((key) => waiting.delete(key)))
    },
    withExternalServer: (_server, work) => work(),
    // `advanceTo` runs them.
    runDue: () => Promise.resolve(0),
    async advanceTo(at) {
      for (let next = takeNext(at); next; next = takeNext(at)) {
        clock.advance(Math.max(0, next.dueAt - clock.now().getTime()))
        await handlers.get(next.task)?.(next.payload, { isRetry: false })
      }
      clock.advance(Math.max(0, at - clock.now().getTime()))
    },
    async handOver(tx, queue) {
      for (const { task, payload, dueAt, options } of [...enqueued, ...waiting.values()]) {
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
