import type { JobInProgress } from '@fettle/protocol/bookings/actions'

/** The jobs in progress, as the dialog names them. */
export type JobsInProgress = Pick<JobInProgress, 'title' | 'count'>

/** The job in progress that prevents starting another one; undefined for other errors. */
export function jobInProgress(refusal: unknown): JobsInProgress | undefined {
  const { code, details } = (refusal ?? {}) as { code?: unknown; details?: Partial<JobsInProgress> }
  const { title, count } = details ?? {}
  return code === 'JOB_IN_PROGRESS' && title !== undefined && count !== undefined ? { title, count } : undefined
}
