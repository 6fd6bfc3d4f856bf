import { instant } from '../../../platform/locale/message-params.ts'
import { releaseSlots } from '../../availability/index.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import { notify } from '../../notifications/index.ts'
import { commitTransition, type OfferDeps } from '../offer.workflow.ts'
import { actorOf } from '../../bookings/index.ts'
import { lockOwnOffer, subjectOf } from '../offer.access.ts'
import { toDecisionContext } from '../lifecycle/decision-context.ts'
import { markLost } from '../offer.rules.ts'
import * as store from '../offers.store.ts'
import {
  notificationParams,
  describeOffer,
  toNotification,
  postSystemMessage,
  type OfferEffects,
} from '../offer.effects.ts'
import { TIMER_JOB } from './timers.jobs.ts'
import { markFired, dueTimer, type OfferTimerKind } from './timers.rules.ts'

const system = { role: 'SYSTEM' } as const

/** Fires a timer once, unless the offer moved on. Idempotent and safe to run concurrently. */
async function fireTimer(deps: OfferDeps, id: string, kind: OfferTimerKind): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await store.find(tx, id))) return
    const before = await lockOwnOffer(tx, system, id)
    const context = toDecisionContext(deps, 'SYSTEM')
    const timer = dueTimer(before, kind, context.now)
    if (!timer) return
    if (kind === 'expire') {
      const after = markFired(markLost(before, 'expire', context), timer)
      await releaseSlots(tx, id)
      const wasSent = before.liveRevision !== null
      const effects: OfferEffects = {
        event: 'offer.expired',
        data: { wasSent },
        systemMessage: wasSent
          ? { code: 'offer-expired', params: { offer: describeOffer(after) } }
          : { code: 'offer-request-expired', params: { offer: describeOffer(after) } },
        notification: toNotification(after, 'offer-expired', { ...notificationParams(after), wasSent }),
      }
      await commitTransition(deps, tx, system, { before, after, effects })
      return
    }
    // Reminders do not change the offer itself.
    await store.save(tx, markFired(before, timer))
    const until = before.validUntil
    if (!until) return
    const last = instant(until, before.timeZone)
    await postSystemMessage(tx, deps, before, kind, {
      code: 'offer-expiring',
      params: { last, offer: describeOffer(before) },
    })
    await appendEvent(tx, deps, {
      subject: subjectOf(before),
      type: 'offer.reminded',
      actor: actorOf(system),
      data: { validUntil: until.toISOString() },
      providerId: before.providerId,
      customerId: before.customer.id,
    })
    if (kind === 'remind-24h') {
      const when = { validUntil: until.toISOString(), timeZone: before.timeZone }
      await notify(tx, deps, toNotification(before, 'offer-expiring', { ...notificationParams(before), ...when }))
    }
  })
}

export function handleTimers(deps: OfferDeps): void {
  deps.jobs.handle<{ id: string; kind: OfferTimerKind }>(TIMER_JOB, ({ id, kind }) => fireTimer(deps, id, kind))
}
