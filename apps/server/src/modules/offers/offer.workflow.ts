import type { OfferTransitionName, OfferDetails } from '@fettle/protocol/offers'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import type { ActingParty } from '../bookings/index.ts'
import { notify } from '../notifications/index.ts'
import { actorOf } from '../bookings/index.ts'
import { lockOwnOffer, subjectOf } from './offer.access.ts'
import { toDecisionContext } from './lifecycle/decision-context.ts'
import * as rules from './offer.rules.ts'
import type { OfferDecisionContext, Offer } from './offer.types.ts'
import * as store from './offers.store.ts'
import { resolveStaleNotifications, postSystemMessage, enqueueChatMessage, type OfferEffects } from './offer.effects.ts'
import { toDetails } from './offer.view.ts'
import { scheduleTimers } from './timers/timers.jobs.ts'

/** Runs the transitions of an offer: lock, decide, save, append the event and apply effects, in one transaction. */

export type OfferDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'config' | 'settings'>

export interface OfferTransition {
  action: OfferTransitionName | 'remind'
  version?: number | undefined
  /** Detects a repetition where the last transition does not show it. */
  isDone?: (offer: Offer) => boolean
  decide: (offer: Offer, context: OfferDecisionContext, tx: Tx) => Offer | Promise<Offer>
  /** Event, messages and notification that follow. */
  describeEffects: (after: Offer, before: Offer) => OfferEffects
  /** Follow-up work in the same transaction. */
  afterSave?: (after: Offer, tx: Tx) => Promise<Offer>
}

/** Runs a transition of an offer. Returns the offer after it. */
export async function runOfferTransition(
  deps: OfferDeps,
  party: ActingParty,
  id: string,
  asked: OfferTransition,
): Promise<Offer> {
  return deps.db.transaction((tx) => runTransitionIn(deps, tx, party, id, asked))
}

/** Runs a transition within the caller's transaction. */
export async function runTransitionIn(
  deps: OfferDeps,
  tx: Tx,
  party: ActingParty,
  id: string,
  asked: OfferTransition,
): Promise<Offer> {
  const before = await lockOwnOffer(tx, party, id)
  const context = toDecisionContext(deps, party.role)
  const { action, isDone = (offer: Offer) => action !== 'remind' && rules.isDone(offer, action, party.role) } = asked
  if (isDone(before)) return before
  if (asked.version !== undefined && asked.version !== before.version) {
    const current = party.role === 'PROVIDER' ? { current: await toDetails(deps, tx, before, context) } : {}
    throw new AppError('VERSION_CONFLICT', { thing: 'offer', ...current })
  }
  const after = await asked.decide(before, context, tx)
  await commitTransition(deps, tx, party, { before, after, effects: asked.describeEffects(after, before) })
  return (await asked.afterSave?.(after, tx)) ?? after
}

/** Builds the provider's view on demand, after commit. */
export type LazyOfferView = () => Promise<OfferDetails>

/** Runs a provider's transition. Returns their view. */
export async function runTransitionForView(
  deps: OfferDeps,
  party: ActingParty,
  id: string,
  asked: OfferTransition,
): Promise<LazyOfferView> {
  const offer = await runOfferTransition(deps, party, id, asked)
  return () => toDetails(deps, deps.db, offer, toDecisionContext(deps, party.role))
}

/** Saves a decided transition and applies its effects. The caller holds the schedule lock. */
export async function commitTransition(
  deps: OfferDeps,
  tx: Tx,
  party: ActingParty,
  { before, after, effects }: { before: Offer; after: Offer; effects: OfferEffects },
): Promise<void> {
  await store.save(tx, after)
  await appendEvent(tx, deps, {
    subject: subjectOf(after),
    type: effects.event,
    actor: actorOf(party),
    data: effects.data ?? {},
    providerId: after.providerId,
    customerId: after.customer.id,
    ...(effects.visibility && { visibility: effects.visibility }),
  })
  await resolveStaleNotifications(tx, deps, before, after)
  await scheduleTimers(tx, deps, before, after)
  if (effects.notification) await notify(tx, deps, effects.notification)
  if (effects.systemMessage) await postSystemMessage(tx, deps, after, effects.event, effects.systemMessage)
  if (effects.chatMessage) await enqueueChatMessage(tx, deps, after, effects.chatMessage)
}
