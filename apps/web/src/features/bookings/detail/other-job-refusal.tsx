import { OtherJobQuestion } from '../../../shared/other-job/other-job-question.tsx'
import type { OfflineActions } from '../offline/use-offline-actions.ts'

/** Asks about the other job in progress when that prevented leaving for, starting or resuming this one. */
export function OtherJobRefusal({ offline: { failed: refused, run, forget } }: { offline: OfflineActions }) {
  if (!refused) return null
  const { kind, payload, error } = refused
  return (
    <OtherJobQuestion
      error={error}
      step={kind}
      onAnswer={(otherJob) => void run(kind, { ...payload, otherJob })}
      onClose={forget}
    />
  )
}
