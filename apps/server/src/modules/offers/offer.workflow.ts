import { offerFlow, type OfferDetails, type OfferTransitionName } from '@fettle/protocol/offers'
import type { ActingPerson } from '../../platform/acting-party.ts'
import { defineWorkflow, type TransitionRequest } from '../../platform/workflow/workflow.ts'
import type { Deps } from '../../platform/deps.ts'
import { updateAnsweredRequest } from './lifecycle/answered-request.service.ts'
import { toDecisionContext } from './lifecycle/decision-context.ts'
import { lockOwnOffer } from './offer.access.ts'
import { deliver, enqueueChatMessage, resolveStaleNotifications, type OfferEffects } from './offer.effects.ts'
import { offerTimers } from './offer.timers.ts'
import type { Offer, OfferDecisionContext } from './offer.types.ts'
import { toDetails } from './offer.view.ts'
import * as store from './offers.store.ts'

export type OfferDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'config' | 'settings'>

/** Builds the provider's view on demand, after commit. */
export type LazyOfferView = () => Promise<OfferDetails>

interface OfferWorkflowTypes {
  deps: OfferDeps
  party: ActingPerson
  record: Offer
  context: OfferDecisionContext
  effects: OfferEffects
  action: OfferTransitionName
  view: OfferDetails
}

export type OfferTransition = TransitionRequest<OfferWorkflowTypes>

/** The transitions of an offer. They lock the provider's schedule. */
export const offerWorkflow = defineWorkflow<OfferWorkflowTypes>({
  subject: 'offer',
  flow: offerFlow,
  lock: lockOwnOffer,
  context: (deps, _tx, _offer, { role }) => toDecisionContext(deps, role),
  save: (tx, _before, after) => store.save(tx, after),
  async afterSave(deps, tx, party, { before, after }) {
    await resolveStaleNotifications(deps, tx, before, after)
    await updateAnsweredRequest(deps, tx, party, before, after)
  },
  timers: offerTimers,
  async deliver(deps, tx, offer, effects) {
    await deliver(deps, tx, offer, effects)
    if (effects.chatMessage) await enqueueChatMessage(deps, tx, offer, effects.chatMessage)
  },
  view: (deps, db, offer, { role }) => toDetails(deps, db, offer, toDecisionContext(deps, role)),
  conflictView: async (deps, tx, offer, { role }) =>
    role === 'PROVIDER' ? toDetails(deps, tx, offer, toDecisionContext(deps, role)) : undefined,
})
