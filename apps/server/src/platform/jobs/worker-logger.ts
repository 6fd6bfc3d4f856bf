import { Logger as WorkerLogger, type Job } from 'graphile-worker'
import type { Logger } from 'pino'

/** Forwards graphile-worker's messages to our log, routine ones at debug level. Payloads are never logged. */
export function workerLogger(log: Logger): WorkerLogger {
  const jobs = log.child({ part: 'jobs' })
  return new WorkerLogger(() => (level, message, meta) => {
    const { job, error } = (meta ?? {}) as { job?: Job; error?: unknown }
    const facts = {
      ...(job && { job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts }),
      ...(error instanceof Error && { err: error }),
    }
    const severity: string = level
    const text = message.split('\n')[0]
    if (severity === 'error') jobs.error(facts, text)
    else if (severity === 'warning') jobs.warn(facts, text)
    else jobs.debug(facts, text)
  })
}
