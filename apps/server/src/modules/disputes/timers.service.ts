import { chatLine } from '../../platform/chat-line.ts'
import { commitTransition, type DisputeDeps } from './disputes.change.ts'
import { stageOf } from './disputes.rules.ts'
import { resolved } from './disputes.service.ts'
import * as store from './disputes.store.ts'
import { about, nameOf, notice, zoneOf, type Told } from './disputes.tell.ts'
import { notify } from '../notifications/index.ts'
import * as moves from './moves.rules.ts'
import { RING } from './timers.queue.ts'
import { rang, ringing, type Timer } from './timers.rules.ts'
import type { Dispute, DisputeDecisionContext } from './disputes.rules.ts'

/** What time does to a dispute (domain §16). */

const system = { role: 'SYSTEM' } as const

interface TimedTransition {
  decide: (dispute: Dispute, context: DisputeDecisionContext) => Dispute
  tell: (after: Dispute, before: Dispute, zone: { timeZone: string }) => Told
}

const reviewed = (what: 'NO_ANSWER' | 'NO_AGREEMENT') => (after: Dispute) => ({
  event: 'dispute.updated',
  data: { what },
  say:
    what === 'NO_ANSWER'
      ? chatLine`Nobody answered in time, our team looks at it: ${nameOf(after)}`
      : chatLine`There was no agreement in time, our team looks at it: ${nameOf(after)}`,
  notice: notice(after, 'dispute-updated', { ...about(after), what, amount: null, note: null }),
})

const timedTransitions: { readonly [K in Timer['kind']]?: TimedTransition } = {
  'miss-answer': {
    decide: (dispute, context) => moves.toReview(dispute, 'miss-answer', context),
    tell: reviewed('NO_ANSWER'),
  },
  'end-negotiation': {
    decide: (dispute, context) => moves.toReview(dispute, 'end-negotiation', context),
    tell: reviewed('NO_AGREEMENT'),
  },
  default: {
    decide: moves.leaveAsItWas,
    tell: (after, _, { timeZone }) => resolved(after, true, timeZone),
  },
  'take-effect': {
    decide: (dispute, { now }) => moves.takeEffect(dispute, now),
    tell: (after) => ({
      event: 'dispute.updated',
      data: { what: 'EFFECTIVE', amountToProvider: after.outcome?.amountToProvider ?? null },
      say: chatLine`What was decided holds from now on: ${nameOf(after)}`,
    }),
  },
}

/** A timer rings: once, and not for a dispute that moved on. Safe to run twice and by two at a time. */
async function ring(deps: DisputeDeps, id: string, kind: Timer['kind']): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    const now = deps.clock.now()
    const timer = before && ringing(before, kind, now)
    if (!timer) return
    const { decide, tell } = timedTransitions[kind] ?? {}
    if (decide && tell) {
      const after = rang(decide(before, { role: 'SYSTEM', now }), timer)
      await commitTransition(deps, tx, system, { before, after, tell })
      return
    }
    await store.save(tx, rang(before, timer))
    const { until } = stageOf(before)
    const what = before.status === 'OPEN' ? 'ANSWER' : 'AGREE'
    const timeZone = await zoneOf(tx, before)
    const params = { ...about(before), what, until: until?.toISOString() ?? '', timeZone } as const
    await notify(tx, deps, notice(before, 'dispute-deadline-24h', params))
  })
}

export function handleTimers(deps: DisputeDeps): void {
  deps.jobs.handle<{ id: string; kind: Timer['kind'] }>(RING, ({ id, kind }) => ring(deps, id, kind))
}
