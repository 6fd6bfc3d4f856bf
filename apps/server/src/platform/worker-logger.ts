import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/** What graphile-worker says, in our log. Its everyday remarks are for debugging only. */
export function workerLogger(log: Logger): WorkerLogger {
  const jobs = log.child({ part: 'jobs' })
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') jobs.error(meta ?? {}, message)
    else if (level === 'warning') jobs.warn(meta ?? {}, message)
    else jobs.debug(meta ?? {}, message)
  })
}
