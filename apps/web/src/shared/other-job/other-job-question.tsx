import type { OtherJob } from '@fettle/protocol/bookings/actions'
import { jobInProgress } from './job-in-progress.ts'
import { OtherJobDialog } from './other-job-dialog.tsx'

interface Props {
  /** Error of starting the job. */
  error: unknown
  /** Requested action: start-travel, start, resume or reopen. */
  step: string
  onAnswer: (otherJob: OtherJob) => void
  onClose: () => void
}

/** Shows the dialog when `error` says that another job is in progress. */
export function OtherJobQuestion({ error, ...rest }: Props) {
  const other = jobInProgress(error)
  return other && <OtherJobDialog other={other} {...rest} />
}
