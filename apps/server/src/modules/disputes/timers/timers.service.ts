import type { Tx } from '../../../platform/db/db.ts'
import { disputeWorkflow, type DisputeDeps, type DisputeTransition } from '../dispute.workflow.ts'
import { stageOf, type Dispute } from '../dispute.rules.ts'
import { toResolvedEffects } from '../disputes.service.ts'
import { describeDispute, toNotification, type DisputeEffects } from '../dispute.effects.ts'
import { disputeTimers, type DisputeTimerKind } from '../dispute.timers.ts'
import { findTimeZone } from '../../auth/index.ts'
import { notify } from '../../notifications/index.ts'
import * as transitions from '../transitions.rules.ts'

/** Fires the timers of disputes. */

const toReviewEffects =
  (reason: 'NO_ANSWER' | 'NO_AGREEMENT') =>
  (after: Dispute): DisputeEffects => ({
    event: 'dispute.updated',
    data: { what: reason },
    systemMessage:
      reason === 'NO_ANSWER'
        ? { code: 'dispute-unanswered', params: { dispute: describeDispute(after) } }
        : { code: 'dispute-without-agreement', params: { dispute: describeDispute(after) } },
    notification: toNotification(after, 'dispute-updated', {
      what: reason,
      amount: null,
      note: null,
    }),
  })

const timedTransitions = (
  deps: DisputeDeps,
): Readonly<Record<Exclude<DisputeTimerKind, 'remind'>, DisputeTransition>> => ({
  'miss-answer': {
    decide: (dispute, context) => transitions.moveToReview(dispute, 'miss-answer', context),
    describeEffects: toReviewEffects('NO_ANSWER'),
  },
  'end-negotiation': {
    decide: (dispute, context) => transitions.moveToReview(dispute, 'end-negotiation', context),
    describeEffects: toReviewEffects('NO_AGREEMENT'),
  },
  default: {
    decide: transitions.restoreSubject,
    describeEffects: async (after, _, tx) =>
      toResolvedEffects(after, { notifiesProvider: true, timeZone: await findTimeZone(deps, tx, after.providerId) }),
  },
  'take-effect': {
    decide: (dispute, { now }) => transitions.applyDecision(dispute, now),
    describeEffects: (after) => ({
      event: 'dispute.updated',
      data: { what: 'EFFECTIVE', amountToProvider: after.outcome?.amountToProvider ?? null },
      systemMessage: { code: 'dispute-decision-final', params: { dispute: describeDispute(after) } },
    }),
  },
})

/** Warns the provider a day before the deadline of their answer. */
const reminder = (deps: DisputeDeps) => ({
  async remind(dispute: Dispute, tx: Tx) {
    const { until } = stageOf(dispute)
    const what = dispute.status === 'OPEN' ? 'ANSWER' : 'AGREE'
    const timeZone = await findTimeZone(deps, tx, dispute.providerId)
    const params = { what, until: until?.toISOString() ?? '', timeZone } as const
    await notify(deps, tx, toNotification(dispute, 'dispute-deadline-24h', params))
  },
})

export function handleTimers(deps: DisputeDeps): void {
  disputeTimers.handle(deps, (id, kind) =>
    disputeWorkflow.fireTimer(deps, id, kind, kind === 'remind' ? reminder(deps) : timedTransitions(deps)[kind]),
  )
}
