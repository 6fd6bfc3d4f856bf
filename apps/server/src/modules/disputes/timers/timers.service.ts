import { commitTransition, type DisputeDeps } from '../dispute.workflow.ts'
import { stageOf } from '../dispute.rules.ts'
import { resolved } from '../disputes.service.ts'
import * as store from '../disputes.store.ts'
import {
  notificationParams,
  describeDispute,
  toNotification,
  timeZoneOf,
  type DisputeEffects,
} from '../dispute.effects.ts'
import { notify } from '../../notifications/index.ts'
import * as moves from '../transitions.rules.ts'
import { TIMER_JOB } from './timers.jobs.ts'
import { markFired, dueTimer, type DisputeTimer } from './timers.rules.ts'
import type { Dispute, DisputeDecisionContext } from '../dispute.rules.ts'

/** Runs the timers of disputes. */

const system = { role: 'SYSTEM' } as const

interface TimedTransition {
  decide: (dispute: Dispute, context: DisputeDecisionContext) => Dispute
  describeEffects: (after: Dispute, before: Dispute, zone: { timeZone: string }) => DisputeEffects
}

const toReviewEffects =
  (what: 'NO_ANSWER' | 'NO_AGREEMENT') =>
  (after: Dispute): DisputeEffects => ({
    event: 'dispute.updated',
    data: { what },
    systemMessage:
      what === 'NO_ANSWER'
        ? { code: 'dispute-unanswered', params: { dispute: describeDispute(after) } }
        : { code: 'dispute-without-agreement', params: { dispute: describeDispute(after) } },
    notification: toNotification(after, 'dispute-updated', {
      ...notificationParams(after),
      what,
      amount: null,
      note: null,
    }),
  })

const timedTransitions: { readonly [K in DisputeTimer['kind']]?: TimedTransition } = {
  'miss-answer': {
    decide: (dispute, context) => moves.moveToReview(dispute, 'miss-answer', context),
    describeEffects: toReviewEffects('NO_ANSWER'),
  },
  'end-negotiation': {
    decide: (dispute, context) => moves.moveToReview(dispute, 'end-negotiation', context),
    describeEffects: toReviewEffects('NO_AGREEMENT'),
  },
  default: {
    decide: moves.restoreSubject,
    describeEffects: (after, _, { timeZone }) => resolved(after, true, timeZone),
  },
  'take-effect': {
    decide: (dispute, { now }) => moves.makeEffective(dispute, now),
    describeEffects: (after) => ({
      event: 'dispute.updated',
      data: { what: 'EFFECTIVE', amountToProvider: after.outcome?.amountToProvider ?? null },
      systemMessage: { code: 'dispute-decision-final', params: { dispute: describeDispute(after) } },
    }),
  },
}

/** Fires a timer once, unless the dispute moved on. Idempotent and safe to run concurrently. */
async function fireTimer(deps: DisputeDeps, id: string, kind: DisputeTimer['kind']): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    const now = deps.clock.now()
    const timer = before && dueTimer(before, kind, now)
    if (!timer) return
    const { decide, describeEffects } = timedTransitions[kind] ?? {}
    if (decide && describeEffects) {
      const after = markFired(decide(before, { role: 'SYSTEM', now }), timer)
      await commitTransition(deps, tx, system, { before, after, describeEffects })
      return
    }
    await store.save(tx, markFired(before, timer))
    const { until } = stageOf(before)
    const what = before.status === 'OPEN' ? 'ANSWER' : 'AGREE'
    const timeZone = await timeZoneOf(tx, before)
    const params = { ...notificationParams(before), what, until: until?.toISOString() ?? '', timeZone } as const
    await notify(tx, deps, toNotification(before, 'dispute-deadline-24h', params))
  })
}

export function handleTimers(deps: DisputeDeps): void {
  deps.jobs.handle<{ id: string; kind: DisputeTimer['kind'] }>(TIMER_JOB, ({ id, kind }) => fireTimer(deps, id, kind))
}
