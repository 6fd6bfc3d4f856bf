import type { OtherJob } from '@fettle/protocol/bookings/actions'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { jobInProgress } from './job-in-progress.ts'
import { KeepLabel, PauseLabel } from './button-labels.tsx'

interface OtherJobQuestionProps {
  /** Error of starting the job. */
  error: unknown
  /** Requested action: start-travel, start, resume or reopen. */
  step: string
  onAnswer: (otherJob: OtherJob) => void
  onClose: () => void
}

/** Asks whether to pause the job in progress or keep both running, when `error` says that there is one. */
export function OtherJobQuestion({ error, step, onAnswer, onClose }: OtherJobQuestionProps) {
  const other = jobInProgress(error)
  if (!other) return null
  const { title, count } = other
  return (
    <Dialog
      onClose={onClose}
      title={
        count > 1 ? (
          <Plural value={count} one="Pause # other job?" other="Pause # other jobs?" />
        ) : (
          <Trans>
            Pause “<bdi>{title}</bdi>”?
          </Trans>
        )
      }
      footer={
        <div className="flex w-full flex-col-reverse gap-3 md:flex-row md:flex-wrap md:justify-end">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="secondary" onClick={() => onAnswer('KEEP_RUNNING')}>
            <KeepLabel other={other} />
          </Button>
          <Button onClick={() => onAnswer('PAUSE')}>
            <PauseLabel other={other} step={step} />
          </Button>
        </div>
      }
    >
      {count > 1 ? (
        <Trans>
          “<bdi>{title}</bdi>” is one of them. We'll let their customers know if you pause them.
        </Trans>
      ) : (
        <Trans>You're still working on this job. We'll let the customer know if you pause it.</Trans>
      )}
    </Dialog>
  )
}
