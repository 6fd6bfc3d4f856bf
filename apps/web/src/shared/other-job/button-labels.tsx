import { Trans } from '@lingui/react/macro'
import type { JobsInProgress } from './job-in-progress.ts'

interface Props {
  other: JobsInProgress
  /** Requested action: start-travel, start, resume or reopen. */
  step: string
}

/** Label of the button that pauses the other jobs. */
export function PauseLabel({ other: { count }, step }: Props) {
  if (step === 'start-travel')
    return count > 1 ? <Trans>Pause them and start travel</Trans> : <Trans>Pause it and start travel</Trans>
  if (step === 'resume') return count > 1 ? <Trans>Pause them and resume</Trans> : <Trans>Pause it and resume</Trans>
  if (step === 'reopen') return count > 1 ? <Trans>Pause them and reopen</Trans> : <Trans>Pause it and reopen</Trans>
  return count > 1 ? <Trans>Pause them and start</Trans> : <Trans>Pause it and start</Trans>
}

/** Label of the button that keeps them running. */
export const KeepLabel = ({ other: { count } }: Pick<Props, 'other'>) =>
  count > 1 ? <Trans>Keep all running</Trans> : <Trans>Keep both running</Trans>
