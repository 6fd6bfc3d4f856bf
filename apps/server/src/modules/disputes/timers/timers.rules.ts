import { disputeLimits } from '@fettle/protocol/disputes'
import { stageOf, type Dispute } from '../dispute.rules.ts'

/** Timers of a dispute. Pure. */

const HOUR_MS = 3_600_000

/** Every timer of a dispute in its state. */
export interface DisputeTimer {
  kind: 'miss-answer' | 'end-negotiation' | 'default' | 'take-effect' | 'remind'
  dueAt: Date
}

export function timersOf(dispute: Dispute): DisputeTimer[] {
  const { status, respondBy, negotiateBy, decideBy, appealUntil, effectiveAt } = dispute
  const { until, awaiting } = stageOf(dispute)
  const timers: (DisputeTimer | false | null)[] = [
    status === 'OPEN' && { kind: 'miss-answer', dueAt: respondBy },
    status === 'NEGOTIATION' && negotiateBy && { kind: 'end-negotiation', dueAt: negotiateBy },
    status === 'UNDER_REVIEW' && decideBy && { kind: 'default', dueAt: decideBy },
    status === 'RESOLVED' && effectiveAt === null && appealUntil && { kind: 'take-effect', dueAt: appealUntil },
    // Only the provider has an inbox.
    until !== null &&
      awaiting.includes('PROVIDER') && {
        kind: 'remind',
        dueAt: new Date(+until - disputeLimits.remindHours * HOUR_MS),
      },
  ]
  return timers
    .filter((each): each is DisputeTimer => Boolean(each))
    .filter((each) => !dispute.firedTimers.includes(timerKey(each)))
}

const timerKey = ({ kind, dueAt }: DisputeTimer) => `${kind}@${dueAt.toISOString()}`

/** The timer of this kind to fire now. Undefined for a dispute that moved on, and for reminders after the deadline. */
export function dueTimer(dispute: Dispute, kind: DisputeTimer['kind'], now: Date): DisputeTimer | undefined {
  const timer = timersOf(dispute).find((each) => each.kind === kind && each.dueAt <= now)
  const { until } = stageOf(dispute)
  return kind === 'remind' && until !== null && now >= until ? undefined : timer
}

export const markFired = (dispute: Dispute, timer: DisputeTimer): Dispute => ({
  ...dispute,
  firedTimers: [...dispute.firedTimers.slice(-19), timerKey(timer)],
})
