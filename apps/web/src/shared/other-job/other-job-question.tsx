import type { OtherJob } from '@fettle/protocol/bookings/actions'
import { lazy, Suspense } from 'react'
import { jobInProgress } from './job-in-progress.ts'

const OtherJobDialog = lazy(async () => ({
  default: (await import('./other-job-dialog.tsx')).OtherJobDialog,
}))

interface Props {
  /** Error of starting the job. */
  error: unknown
  /** Requested action: start, resume or reopen. */
  step: string
  onAnswer: (otherJob: OtherJob) => void
  onClose: () => void
}

/** Shows the dialog when `error` says that another job is in progress. */
export function OtherJobQuestion({ error, ...rest }: Props) {
  const other = jobInProgress(error)
  return (
    other && (
      <Suspense>
        <OtherJobDialog other={other} {...rest} />
      </Suspense>
    )
  )
}
