import { SYSTEM } from '../../../platform/acting-party.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { releaseSlots } from '../../availability/index.ts'
import { notify } from '../../notifications/index.ts'
import { describeOffer, describeReminder, toNotification, postSystemMessage } from '../offer.effects.ts'
import { countReminder, markLost } from '../offer.rules.ts'
import { offerTimers, type OfferTimerKind } from '../offer.timers.ts'
import type { Offer } from '../offer.types.ts'
import { offerWorkflow, type OfferDeps, type OfferTransition } from '../offer.workflow.ts'

/** Fires the timers of offers. */

/** Ends an offer that was not answered in time, by the provider or by the customer. */
const expiry: OfferTransition = {
  action: 'expire',
  async decide(offer, context, tx) {
    const after = markLost(offer, 'expire', context)
    await releaseSlots(tx, offer.id)
    return after
  },
  describeEffects(after, { liveRevision }) {
    const wasSent = liveRevision !== null
    const params = { offer: describeOffer(after) }
    return {
      event: 'offer.expired',
      data: { wasSent },
      systemMessage: wasSent ? { code: 'offer-expired', params } : { code: 'offer-request-expired', params },
      notification: toNotification(after, 'offer-expired', { wasSent }),
    }
  },
}

/** Reminds the customer in the chat, and shortly before the end the provider as well. */
const reminder = (deps: OfferDeps, kind: OfferTimerKind) => ({
  async remind(offer: Offer, tx: Tx) {
    const { validUntil, timeZone } = offer
    if (!validUntil) return
    const last = instantParam(validUntil, timeZone)
    const content = { code: 'offer-expiring', params: { last, offer: describeOffer(offer) } } as const
    await postSystemMessage(deps, tx, offer, kind, content)
    const until = { validUntil: validUntil.toISOString() }
    await offerWorkflow.append(deps, tx, SYSTEM, offer, { event: 'offer.reminded', data: until })
    if (kind !== 'remind-24h') return
    const params = { ...until, timeZone }
    await notify(deps, tx, toNotification(offer, 'offer-expiring', params))
  },
})

/** Reminds the customer as the provider would. */
const autoReminder: OfferTransition = {
  decide: (offer, { now }) => countReminder(offer, now),
  describeEffects: describeReminder,
}

const transitionOf = (deps: OfferDeps, kind: OfferTimerKind) => {
  if (kind === 'expire') return expiry
  return kind === 'remind-72h' || kind === 'remind-24h' ? reminder(deps, kind) : autoReminder
}

export function handleTimers(deps: OfferDeps): void {
  offerTimers.handle(deps, (id, kind) => offerWorkflow.fireTimer(deps, id, kind, transitionOf(deps, kind)))
}
