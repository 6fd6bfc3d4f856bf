import { join } from 'node:path'
import { Piscina } from 'piscina'
import { rootDir } from '../config.ts'
import type { LimitedJob } from './limited-job.ts'

/** Worker threads: one per kind of job, which does its jobs one after another and ends after a minute without work. */

const IDLE_TIMEOUT_MS = 60_000
/** Limits of a job on uploaded data. */
const TIMEOUT_MS = 8_000
const MAX_HEAP_MB = 256
/** By how much the process may grow during a job: unpacked data is not on the thread's heap. */
const MAX_GROWTH_BYTES = 256 * 1024 * 1024
const CHECK_INTERVAL_MS = 50

const isSource = import.meta.url.endsWith('.ts')

/** Creates the thread of a file such as `platform/pdf/printer.worker`, whose default export does a job. */
export function createWorkerThread<Job, Result>(file: string, maxHeapMb?: number): Piscina<Job, Result> {
  return new Piscina<Job, Result>({
    filename: join(rootDir, 'apps/server', isSource ? `src/${file}.ts` : `dist/${file}.js`),
    // From source the thread needs options to load TypeScript.
    execArgv: isSource ? ['--import', 'tsx'] : [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  })
}

type RunJob<Job, Result> = (job: Job) => Promise<Result>

/**
 * Creates a thread for uploaded data. A job that takes too much time or memory is rejected, and its thread ends. The time
 * in which a job waits for the thread does not count.
 */
export function createLimitedThread<Job extends object, Result>(file: string): RunJob<Job, Result> {
  const thread = createWorkerThread<LimitedJob<Job>, Result>(file, MAX_HEAP_MB)
  // A thread that runs out of memory is also reported here; its job is rejected.
  thread.on('error', () => undefined)
  return async (job) => {
    const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const limit = new AbortController()
    let begin: { at: number; memory: number } | undefined
    const check = setInterval(() => {
      if (Atomics.load(started, 0) === 0) return
      begin ??= { at: performance.now(), memory: process.memoryUsage.rss() }
      if (performance.now() - begin.at > TIMEOUT_MS) limit.abort(new Error('The job takes too long.'))
      if (process.memoryUsage.rss() - begin.memory > MAX_GROWTH_BYTES)
        limit.abort(new Error('The job takes too much memory.'))
    }, CHECK_INTERVAL_MS)
    try {
      return await thread.run({ ...job, started }, { signal: limit.signal })
    } finally {
      clearInterval(check)
    }
  }
}
