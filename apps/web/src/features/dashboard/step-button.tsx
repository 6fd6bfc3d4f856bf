import type { OtherJob } from '@fettle/protocol/bookings/actions'
import type { DashboardStop } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { jobInProgress } from '../../shared/other-job/job-in-progress.ts'
import { OtherJobQuestion } from '../../shared/other-job/other-job-question.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TransientButton } from '../../ui/transient-button.tsx'
import { useSettling } from '../../ui/use-settling.ts'
import { offlineQueue, offlineQueueReady, useQueuedMutation } from '../../lib/offline/device-queue.ts'

type Step = NonNullable<DashboardStop['nextAction']>

/** Actions that need a single tap. Completing a job needs input, so it opens the booking. */
const oneTap: ReadonlySet<string> = new Set<Step>(['start-travel', 'arrive', 'start', 'resume'])

/** What follows an action that waits on this device. */
const stepAfter: Partial<Record<string, Step>> = {
  'start-travel': 'arrive',
  arrive: 'start',
  start: 'complete',
  pause: 'resume',
  resume: 'complete',
}

/**
 * Next action of a job. The server does not know of the actions that wait on this device. After one that it refused,
 * others would only wait too: null.
 */
function useNextAction({ bookingId, nextAction }: DashboardStop): Step | null {
  const queued = useQueuedMutation((mutations) => {
    const own = mutations.filter(({ subject }) => subject === bookingId)
    return (
      own.find(({ state }) => state === 'review') ??
      own.findLast(({ kind }) => kind in stepAfter || kind === 'complete')
    )
  })
  if (!queued) return nextAction
  return queued.state === 'review' ? null : (stepAfter[queued.kind] ?? null)
}

/** Button label of a job's next action. */
function stepText(step: DashboardStop['nextAction']): string {
  switch (step) {
    case 'start-travel':
      return t`Start travel`
    case 'arrive':
      return t`I've arrived`
    case 'start':
      return t`Start work`
    case 'complete':
      return t`Complete job`
    case 'resume':
      return t`Resume work`
    default:
      return t`Open job`
  }
}

/** Button for a job's next action: runs it directly where a tap is enough, online or offline. */
export function StepButton({ stop }: { stop: DashboardStop }) {
  const client = useQueryClient()
  const next = useNextAction(stop)
  const step = useMutation({
    mutationFn: async ({ kind, ...payload }: { kind: Step; otherJob?: OtherJob }) => {
      // Actions on jobs go through the offline queue, where they wait in order.
      await offlineQueueReady
      return offlineQueue.add({ subject: stop.bookingId, kind, payload })
    },
    onSuccess: ({ sent }) => {
      if (!sent) toast.info(t`Saved on this device`, { body: t`We'll send it when you're back online.` })
    },
    onError: (error) => {
      if (!jobInProgress(error)) toast.error(errorText(error, t`That didn't work. Try again.`))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['dashboard'] }),
  })
  const nextAction = step.isPending ? step.variables.kind : next
  const isSettling = useSettling(nextAction ?? '')
  if (nextAction === null || !oneTap.has(nextAction)) {
    return <Go to={paths.booking(stop.bookingId)} label={stepText(nextAction)} />
  }
  // The booking's page asks for the start code.
  if (nextAction === 'start' && stop.asksStartCode) {
    return <Go to={`${paths.booking(stop.bookingId)}?action=start-code`} label={stepText(nextAction)} />
  }
  return (
    <>
      <TransientButton
        size="lg"
        className={clsx('max-sm:w-full', isSettling && 'pointer-events-none')}
        busy={step.isPending}
        onClick={() => step.mutate({ kind: nextAction })}
      >
        {stepText(nextAction)}
      </TransientButton>
      <OtherJobQuestion
        error={step.error}
        step={nextAction}
        onAnswer={(otherJob) => step.mutate({ kind: nextAction, otherJob })}
        onClose={step.reset}
      />
    </>
  )
}

/** Link to the page where something is done. */
export const Go = ({ to, label }: { to: string; label: ReactNode }) => (
  <Link to={to} className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}>
    {label}
    <ArrowRight size={20} aria-hidden="true" className="rtl:rotate-180" />
  </Link>
)
