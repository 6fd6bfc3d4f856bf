import type { JobInProgress } from '@fettle/protocol/bookings/actions'

/** The jobs in progress as a question about them names them. */
export type JobsInProgress = Pick<JobInProgress, 'title' | 'count'>

/** The job that keeps another one from being started; undefined for any other refusal, and for one that names nothing. */
export function jobInProgress(refusal: unknown): JobsInProgress | undefined {
  const { code, details } = (refusal ?? {}) as { code?: unknown; details?: Partial<JobsInProgress> }
  const { title, count } = details ?? {}
  return code === 'JOB_IN_PROGRESS' && title !== undefined && count !== undefined ? { title, count } : undefined
}
