import type { OtherJob } from '@fettle/protocol/bookings/actions'
import { lazy, Suspense } from 'react'
import { loadWithMessages } from '../../routing/loader.ts'
import { jobInProgress } from './job-in-progress.ts'

const OtherJobDialog = lazy(async () => ({
  default: (await loadWithMessages('shared/other-job/other-job-dialog', import('./other-job-dialog.tsx')))
    .OtherJobDialog,
}))

interface Props {
  /** Why the job could not be started. */
  error: unknown
  /** What was asked for: start, resume or reopen. */
  step: string
  onAnswer: (otherJob: OtherJob) => void
  onClose: () => void
}

/** Asks what happens to the other job, where `error` says that one is in progress. */
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
