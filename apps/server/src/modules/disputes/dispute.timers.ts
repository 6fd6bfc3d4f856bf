import { HOUR_MS } from '@fettle/protocol/core/durations'
import { disputeLimits } from '@fettle/protocol/disputes'
import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import { stageOf, type Dispute } from './dispute.rules.ts'

export type DisputeTimerKind = 'miss-answer' | 'end-negotiation' | 'default' | 'take-effect' | 'remind'

function timersOf(dispute: Dispute): Timer<DisputeTimerKind>[] {
  const { status, respondBy, negotiateBy, decideBy, appealUntil, effectiveAt } = dispute
  const { until, awaiting } = stageOf(dispute)
  const timers: (Timer<DisputeTimerKind> | false | null)[] = [
    status === 'OPEN' && { kind: 'miss-answer', dueAt: respondBy },
    status === 'NEGOTIATION' && negotiateBy && { kind: 'end-negotiation', dueAt: negotiateBy },
    status === 'UNDER_REVIEW' && decideBy && { kind: 'default', dueAt: decideBy },
    status === 'RESOLVED' && effectiveAt === null && appealUntil && { kind: 'take-effect', dueAt: appealUntil },
    // Only the provider has an inbox.
    until !== null &&
      awaiting.includes('PROVIDER') && {
        kind: 'remind',
        dueAt: new Date(+until - disputeLimits.remindHours * HOUR_MS),
        until,
      },
  ]
  return timers.filter((each) => each !== null && each !== false)
}

/** The timers of a dispute. `timers/timers.service.ts` says what they do. */
export const disputeTimers = defineTimers('disputes', timersOf)
